import Foundation
import TestSupport
import Testing

/// What is written about the program against what the program says of itself.
struct DocumentTests {
    private func read(_ path: String) throws -> String {
        try String(contentsOfFile: Repository.path(path), encoding: .utf8)
    }

    /// The program's own table: keys, a wide gap, and what they do.
    private func keys() throws -> [(keys: [String], help: String)] {
        let output = try Program.run(Repository.program, ["keys"]).program.output
        return output.split(separator: "\n").map { line in
            let parts = line.components(separatedBy: "   ")
            return (
                parts[0].components(separatedBy: ", "),
                parts.dropFirst().joined().trimmingCharacters(in: .whitespaces)
            )
        }
    }

    @Test func theManPageListsTheKeys() throws {
        let page = try read("data/viewfinder.1").components(separatedBy: ".Sh KEYS")[1]
            .components(separatedBy: ".El")[0].replacingOccurrences(of: "\\&", with: "")
        let rows = try keys().map { ".It Ic \"\($0.keys.joined(separator: ", "))\"\n\($0.help)\n" }
        #expect(page == "\n.Bl -tag -width \"Shift+c\"\n" + rows.joined())
    }

    @Test func theReadmeListsTheKeys() throws {
        let readme = try read("README.md")
        let rows = try keys().map { row in
            "| \(row.keys.map { "`\($0)`" }.joined(separator: ", ")) | \(row.help) |\n"
        }
        #expect(rows.count > 10)
        #expect(readme.contains("| key | what it does |\n|---|---|\n" + rows.joined() + "\n"))
    }

    @Test(arguments: ["show", "list", "snapshot", "filters"])
    func theManPageListsEveryOption(_ command: String) throws {
        let help = try Program.run(Repository.program, [command, "--help"]).program.output
        let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        #expect(options.contains("--help"))
        let page = try read("data/viewfinder.1")
        for option in options {
            #expect(page.contains("Fl -\(option.dropFirst(2))"), "\(option) is not in the man page")
        }
    }

    @Test func theReadmeListsEveryOptionOfTheWindow() throws {
        let help = try Program.run(Repository.program, ["show", "--help"]).program.output
        let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
        let readme = try read("README.md")
        for option in options.subtracting(["--help", "--version", "--verbose"]) {
            #expect(readme.contains("[\(option)"), "\(option) is not in the README")
        }
    }

    @Test(arguments: ["viewfinder.bash", "_viewfinder", "viewfinder.fish"])
    func theCompletionsKnowEveryOption(_ file: String) throws {
        let help = try ["show", "list", "snapshot", "filters"].map {
            try Program.run(Repository.program, [$0, "--help"]).program.output
        }.joined()
        let options = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output.dropFirst(2)) })
        let completions = try read("data/completions/\(file)")
        for option in options.subtracting(["version"]) {
            #expect(completions.contains(option), "\(option) is not in \(file)")
        }
    }
}
