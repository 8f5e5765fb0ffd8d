package import Foundation

/// The places of files in the checkout and in the build.
package enum Repository {
    /// The folder with `Package.swift`.
    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Finds a file or folder of the checkout.
    package static func path(_ relative: String) -> String { root.appendingPathComponent(relative).path }

    /// The program under test: the one that `VIEWFINDER_PROGRAM` names, else the one built together with the tests.
    package static var program: String {
        if let named = ProcessInfo.processInfo.environment["VIEWFINDER_PROGRAM"], !named.isEmpty {
            return named
        }
        return URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("viewfinder").path
    }

    /// A folder where tests leave pictures and logs of failures; `VIEWFINDER_ARTIFACTS` moves it.
    package static var artifacts: String {
        let named = ProcessInfo.processInfo.environment["VIEWFINDER_ARTIFACTS"]
        // Nobody else writes into the checkout.
        let folder = named ?? path(".build/test-artifacts")
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
