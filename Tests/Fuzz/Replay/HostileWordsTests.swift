import Foundation
import LinuxIO
import TestSupport
import Testing

/// Random and hostile command lines, files of settings and filters: parsed here, and some of the first given to the program itself.
struct HostileWordsTests {
    /// The factor: 50 for `make test-long`, with ten thousand random and a thousand hostile ones of each kind.
    private static let factor =
        ProcessInfo.processInfo.environment["VIEWFINDER_HOSTILE"].flatMap { Int($0) } ?? 1

    @Test func commandLinesEndInOneOfThreeWays() throws {
        var words = HostileWords(seed: 1)
        for number in 0..<220 * Self.factor {
            let line = number % 11 == 0 ? words.hostileLine() : words.randomLine()
            try expect("\(line)") { try Texts.commandLine(line) }
        }
    }

    @Test func filtersAreMadeOrRefused() throws {
        var words = HostileWords(seed: 2)
        for _ in 0..<220 * Self.factor {
            let text = words.filter()
            try expect(text) { try FuzzTarget.filter.run(Array(text.utf8)) }
        }
    }

    @Test func settingsAreReadOrLeftAlone() throws {
        var words = HostileWords(seed: 3)
        for _ in 0..<220 * Self.factor {
            let bytes = words.settings()
            try expect(String(decoding: bytes, as: UTF8.self)) { try FuzzTarget.settings.run(bytes) }
        }
    }

    @Test func theProgramEndsWithASentenceThatSteersNoTerminal() throws {
        var words = HostileWords(seed: 4)
        var count = 0
        while count < 20 * Self.factor {
            let line = words.hostileLine().map { $0.filter { $0 != "\0" } }
            // It would write files by these.
            guard
                !line.contains(where: {
                    $0.hasPrefix("--stats") || $0.hasPrefix("-o") || $0.hasPrefix("--output")
                })
            else { continue }
            // The kernel takes 128 KiB for an argument.
            guard line.allSatisfy({ $0.utf8.count < 1 << 16 }) else { continue }
            count += 1
            try expectEnd(Repository.program, line)
        }
        for line in HostileWords.endless { try expectEnd(Repository.program, line) }
        // No text in Swift has such bytes.
        for bytes in [
            "$'\\xff\\x9b31m'", "$'--\\x9b2J'", "--device $'\\xed\\xa0\\x80'", "--source $'test:\\xc2\\x9b'",
        ] {
            try expectEnd("bash", ["-c", "exec '\(Repository.program)' \(bytes)"])
        }
    }

    private func expectEnd(_ command: String, _ arguments: [String]) throws {
        let nowhere: [String: String?] = [
            "WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory(), "DISPLAY": nil,
            "HOME": NSTemporaryDirectory() + "nobody",
        ]
        let begin = ContinuousClock.now
        let (program, end) = try Program.run(command, arguments, environment: nowhere)
        let seconds = ContinuousClock.now - begin
        let said = program.errors
        let name = String(arguments.debugDescription.prefix(3000))
        guard case .exited(let status) = end.status, (0...2).contains(status) else {
            Issue.record("\(end.status) after \(name): \(said)")
            return
        }
        // Of its own time: others may use the processors, too.
        #expect(end.processorSeconds < 2, "\(name)")
        // Nor does it sleep: where others use the processors, its own time takes longer.
        #expect(seconds < .seconds(10 + 20 * end.processorSeconds), "\(name)")
        #expect(status == 0 || !said.isEmpty, "\(name)")
        #expect(status != 1 || said.hasPrefix("viewfinder: "), "\(name): \(said)")
        let steering = (program.output + said).unicodeScalars.filter { $0.isSteering && $0 != "\n" }
        #expect(steering.isEmpty, "\(name): \(said.debugDescription)")
    }

    private func expect(_ input: String, _ work: () throws -> Void) throws {
        let begin = ContinuousClock.now
        do {
            try work()
        } catch let fault as FuzzFault {
            Issue.record("\(input.debugDescription): \(fault)")
        }
        #expect(ContinuousClock.now - begin < .seconds(2), "\(input.debugDescription)")
    }
}
