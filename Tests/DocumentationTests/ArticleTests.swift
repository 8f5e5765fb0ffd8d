import Foundation
import TestSupport
import Testing

/// The samples of the libraries' articles: each stands, line by line, in this folder, where it is compiled.
struct ArticleTests {
    /// A sample of an article.
    private struct Sample {
        let article: String
        let lines: [String]
    }

    private func samples() throws -> [Sample] {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: Repository.path("Sources"))
        // The README's sample is a package of its own, which another test builds as its reader would.
        let articles = sources.filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" } + ["HACKING.md"]
        return try articles.sorted().flatMap { article -> [Sample] in
            let text = try String(contentsOfFile: Repository.path(article), encoding: .utf8)
            return text.components(separatedBy: "```swift\n").dropFirst().map { part in
                let lines = part.components(separatedBy: "```")[0].components(separatedBy: "\n").dropLast()
                return Sample(article: article, lines: Array(lines))
            }
        }
    }

    /// Whether lines follow each other in a source, all of them further to the right by the same.
    private func contains(_ source: [String], _ lines: [String]) -> Bool {
        guard let first = lines.first else { return false }
        return source.indices.contains { start in
            guard source[start].hasSuffix(first), start + lines.count <= source.count else { return false }
            let indentation = String(source[start].dropLast(first.count))
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(source[start...], lines).allSatisfy { found, line in
                found == (line.isEmpty ? "" : indentation + line)
            }
        }
    }

    @Test func everySampleCompilesHere() throws {
        let folder = Repository.path("Tests/DocumentationTests")
        var sources = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).components(separatedBy: "\n")
        }
        // Those that are whole programs stand in the package of others.
        let outside = Repository.path("Tests/Outside/Sources")
        sources += try FileManager.default.contentsOfDirectory(atPath: outside).map { name in
            try String(contentsOfFile: "\(outside)/\(name)/main.swift", encoding: .utf8)
                .components(separatedBy: "\n")
        }
        let samples = try samples()
        #expect(samples.count > 10)
        for sample in samples {
            #expect(
                sources.contains { contains($0, sample.lines) },
                "\(sample.article) has a sample that no test compiles:\n\(sample.lines.joined(separator: "\n"))"
            )
        }
    }

    @Test func everyLibraryHasItsArticle() throws {
        let manifest = try String(contentsOfFile: Repository.path("Package.swift"), encoding: .utf8)
        let libraries = manifest.matches(of: /\.library\(name: "([A-Za-z0-9]+)"/).map { String($0.output.1) }
        #expect(libraries.count >= 9)
        for library in libraries {
            let path = "Sources/\(library)/\(library).docc/\(library).md"
            let text = try String(contentsOfFile: Repository.path(path), encoding: .utf8)
            #expect(text.hasPrefix("# ``\(library)``\n"))
        }
    }

    /// Every type that an article of a library names in its topics is there.
    @Test func everyTopicIsATypeOfItsLibrary() throws {
        let manifest = try String(contentsOfFile: Repository.path("Package.swift"), encoding: .utf8)
        for library in manifest.matches(of: /\.library\(name: "([A-Za-z0-9]+)"/).map({ String($0.output.1) })
        {
            let folder = Repository.path("Sources/\(library)")
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
                $0.hasSuffix(".swift")
            }
            let code = try files.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
                .joined()
            let article = try String(
                contentsOfFile: "\(folder)/\(library).docc/\(library).md", encoding: .utf8)
            let topics = article.components(separatedBy: "## Topics").last ?? ""
            let names = topics.matches(of: /- ``([A-Za-z0-9]+)``/).map { String($0.output.1) }
            #expect(!names.isEmpty, "\(library)")
            for name in names {
                let declarations = ["class", "struct", "enum", "protocol", "typealias"].map {
                    "\($0) \(name)"
                }
                #expect(declarations.contains { code.contains($0) }, "\(library) has no \(name)")
            }
        }
    }
}
