import Foundation
import TestSupport
import Testing

/// The lists of files and folders in README and articles against the tree.
struct FileListTests {
    @Test func everyArticleListsTheFilesOfItsTarget() throws {
        try Requirement.programs("python3")
        let (program, end) = try Program.run(Repository.path("scripts/list-files"), ["--check"])
        #expect(end.status == .exited(0), "\(program.log)")
    }

    @Test func theReadmeIsShort() throws {
        let readme = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
        #expect(readme.utf8.count <= 10_000)
    }

    /// Links to files of the checkout, in all documents outside the libraries.
    @Test(arguments: ["README.md", "HACKING.md", "docs/README.md", "docs/benchmarks.md", "Tests/README.md"])
    func linksLeadSomewhere(_ document: String) throws {
        let text = try String(contentsOfFile: Repository.path(document), encoding: .utf8)
        let folder = (document as NSString).deletingLastPathComponent
        let links = text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/).map { String($0.output.1) }
        for link in links {
            let path = Repository.path((folder as NSString).appendingPathComponent(link))
            #expect(FileManager.default.fileExists(atPath: path), "\(document) links to \(link)")
        }
    }
}
