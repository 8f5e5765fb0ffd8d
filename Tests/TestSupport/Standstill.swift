import Foundation

/// A program that stands still, as one whose disk or machine is overloaded does.
package enum Standstill {
    /// The time in seconds, `VIEWFINDER_PEER_SECONDS`; two without it.
    package static let seconds = wished ?? 2

    /// The time for which those that end stand still before; nil for not at all.
    private static let wished = ProcessInfo.processInfo.environment["VIEWFINDER_PEER_SECONDS"].flatMap(
        Double.init)

    /// True where more is tried than the usual tests have time for.
    package static let isLong = wished != nil

    /// Lets programs stand still together.
    package static func halt(_ programs: [Int32]) {
        for program in programs { kill(program, SIGSTOP) }
        usleep(useconds_t(seconds * 1e6))
        for program in programs { kill(program, SIGCONT) }
    }

    /// Lets a program that is about to end stand still before, where that is wished.
    package static func beforeEnd(of program: Int32) {
        if isLong { halt([program]) }
    }
}
