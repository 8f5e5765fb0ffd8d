internal import Foundation
internal import TestSupport
internal import Testing

/// Every test of the lab judges what one boot of the guest has left.
@Suite(.serialized)
enum LabTests {}

/// The lab did not run, or one of its steps did not come to its end.
struct LabFailure: Error, CustomStringConvertible {
    let description: String
}

/// One boot of the guest, shared by all tests: `lab/scenarios/all` has run in it.
///
/// `VIEWFINDER_LAB` names the folder of a boot that was made before, by `scripts/test` or by hand, to judge that one.
struct Lab {
    private static let limit = 1800
    private static let made = ProcessInfo.processInfo.environment["VIEWFINDER_LAB"]
    private static let shared = Result { try Lab() }

    private let folder: String

    /// What one step of the scenarios has left.
    ///
    /// - Parameter name: A file of `lab/scenarios/steps`.
    /// - Throws: With the end of the logs where the guest or the step has failed.
    /// - Returns: Its pictures, titles and logs.
    static func step(_ name: String) throws -> LabStep {
        if let made { return try LabStep(name, in: made) }
        try requireGuest()
        return try LabStep(name, in: shared.get().folder)
    }

    /// Ends the test where there is no guest, or the host cannot run it, unless it is to be built.
    static func requireGuest() throws {
        if Requirement.all { return }
        let (program, end) = try Program.run(Repository.path("lab/build-guest"), ["--check"])
        try Requirement.check(end.status == .exited(0), program.errors.trimmingCharacters(in: .newlines))
    }

    private init() throws {
        folder = Repository.artifacts + "/lab"
        try Self.run("build-guest", [], within: 1200)
        try Self.run(
            "boot", [Repository.program, folder, "\(Self.limit)"], within: Double(Self.limit) + 120)
    }

    private static func run(_ script: String, _ arguments: [String], within seconds: Double) throws {
        let (program, end) = try Program.run(
            Repository.path("lab/\(script)"), arguments, within: seconds)
        guard end.status == .exited(0) else { throw LabFailure(description: program.log) }
    }
}
