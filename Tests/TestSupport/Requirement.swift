internal import Foundation
internal import Testing

/// Something that a test needs and this machine lacks.
package struct MissingRequirement: Error, CustomStringConvertible {
    /// The missing thing and the way to get it.
    package let description: String
}

/// The needs of a test that the machine has to meet.
///
/// A test whose need is not met is skipped with the reason; with `VIEWFINDER_REQUIRE_ALL=1`, as in `make test`, it fails.
package enum Requirement {
    /// True when every need must be met.
    package static var all: Bool { ProcessInfo.processInfo.environment["VIEWFINDER_REQUIRE_ALL"] == "1" }

    /// Ends the test unless the condition holds.
    ///
    /// - Parameters:
    ///   - condition: True when the need is met.
    ///   - reason: The missing thing and the way to get it.
    /// - Throws: ``MissingRequirement`` where every need must be met.
    package static func check(_ condition: Bool, _ reason: String) throws {
        if condition { return }
        if all { throw MissingRequirement(description: reason) }
        try Test.cancel("\(reason)")
    }

    /// Ends the test unless all these programs are in `PATH`.
    package static func programs(_ names: String...) throws {
        for name in names {
            try check(
                find(name) != nil,
                "the program \(name) is not installed; `make test` installs what is missing")
        }
    }

    /// Ends the test unless this program is in `PATH`.
    ///
    /// - Parameters:
    ///   - name: The program's name.
    ///   - maker: The target of the Makefile that installs it.
    /// - Throws: ``MissingRequirement`` where every need must be met.
    /// - Returns: The program's path.
    package static func program(_ name: String, from maker: String) throws -> String {
        let path = find(name)
        try check(path != nil, "the program \(name) is not installed; `\(maker)` installs what is missing")
        return path ?? name
    }

    private static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
