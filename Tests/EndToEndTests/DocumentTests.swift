import Foundation
import TestSupport
import Testing

/// What is written about the program against what the program says of itself.
struct DocumentTests {
    private func read(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    }

    /// The keys of the program's own table: the part before the first wide gap of each line.
    private func keys() throws -> Set<String> {
        let output = try Program.run(Repository.program, ["keys"]).program.output
        return Set(output.split(separator: "\n").compactMap { $0.components(separatedBy: "  ").first })
    }

    @Test func theManPageListsTheKeys() throws {
        let page = try read("data/viewfinder.1").components(separatedBy: ".Sh KEYS")[1]
            .components(separatedBy: ".Sh ")[0]
        let listed = page.split(separator: "\n").filter { $0.hasPrefix(".It Ic ") }.map {
            $0.dropFirst(7).replacingOccurrences(of: " , ", with: ", ")
                .replacingOccurrences(of: " No … Ic ", with: "…").replacingOccurrences(of: "\\&", with: "")
        }
        #expect(Set(listed) == (try keys()))
    }

    @Test func theReadmeListsTheKeys() throws {
        let readme = try read("README.md")
        for key in try keys() {
            for part in key.components(separatedBy: ", ") {
                #expect(
                    readme.contains("`\(part)`") || readme.contains("`\(key)`"), "\(key) is not in the README"
                )
            }
        }
    }

    @Test(arguments: ["show", "list", "snapshot"])
    func theManPageListsEveryOption(_ command: String) throws {
        let help = try Program.run(Repository.program, [command, "--help"]).program.output
        let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(options.contains("--help"))
        let page = try read("data/viewfinder.1")
        for option in options {
            #expect(page.contains("Fl -\(option.dropFirst(2))"), "\(option) is not in the man page")
        }
    }

    @Test(arguments: ["viewfinder.bash", "_viewfinder", "viewfinder.fish"])
    func theCompletionsKnowEveryOption(_ file: String) throws {
        let help = try ["show", "list", "snapshot"].map {
            try Program.run(Repository.program, [$0, "--help"]).program.output
        }.joined()
        let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output.dropFirst(2)) })
        let completions = try read("data/completions/\(file)")
        for option in options.subtracting(["version"]) {
            #expect(completions.contains(option), "\(option) is not in \(file)")
        }
    }
}
