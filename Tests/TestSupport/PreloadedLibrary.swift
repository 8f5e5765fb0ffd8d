internal import Foundation

/// A library that takes the place of some functions in a program, which is to be tested as it is.
package enum PreloadedLibrary {
    /// Compiles the library, and gives what a program must find in its environment to load it.
    ///
    /// - Parameter name: The source's name in the folder `scripts`, without its ending.
    /// - Returns: The variables.
    /// - Throws: The compiler's words.
    package static func environment(_ name: String) throws -> [String: String?] {
        ["LD_PRELOAD": try compiled(name)]
    }

    /// Compiles a library.
    ///
    /// - Parameter name: The source's name in the folder `scripts`, without its ending.
    /// - Returns: The library's path.
    /// - Throws: The compiler's words.
    package static func compiled(_ name: String) throws -> String {
        let library = NSTemporaryDirectory() + "viewfinder-\(name)-\(getpid()).so"
        let (build, end) = try Program.run(
            "sh",
            [
                "-c",
                "exec \"$(dirname \"$(realpath \"$(command -v swift)\")\")/clang\" -shared -fPIC -O1 -o \"$1\" \"$2\"",
                "sh", library, Repository.path("scripts/\(name).c"),
            ])
        guard end.status == .exited(0) else { throw WaitedInVain("scripts/\(name).c: \(build.log)") }
        return library
    }
}
