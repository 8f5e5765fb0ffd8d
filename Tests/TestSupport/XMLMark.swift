internal import Foundation

/// A beginning or an end of an element of XML, as Python's reader finds it: Foundation's reader needs a library that newer releases of Debian lack.
package struct XMLMark: Decodable, Sendable {
    /// The element's name.
    package let name: String
    /// The element's attributes; nil where it ends.
    package let attributes: [String: String]?

    private static let reader = """
        import json, sys, xml.etree.ElementTree as tree
        print(json.dumps([{"name": e.tag, "attributes": e.attrib if kind == "start" else None}
            for kind, e in tree.iterparse(sys.argv[1], ("start", "end"))]))
        """

    /// Reads a file.
    ///
    /// - Parameter path: The file's path.
    /// - Returns: All beginnings and ends, in the file's order; a name outside XML's default namespace begins with its own in braces.
    /// - Throws: What the reader says of a file that is no XML.
    package static func all(in path: String) throws -> [XMLMark] {
        let (python, end) = try Program.run("python3", ["-c", reader, path])
        guard end.status == .exited(0) else { throw WaitedInVain("\(path) is no XML\n\(python.log)") }
        return try JSONDecoder().decode([XMLMark].self, from: Data(python.output.utf8))
    }
}
