internal import Foundation
internal import TestSupport

/// What one step of the scenarios has left on the host.
struct LabStep {
    private let folder: String

    init(_ name: String, in lab: String) throws {
        folder = "\(lab)/\(name)"
        let status = (try? text("status")) ?? "none\n"
        guard status == "0\n" else {
            let waited = (try? text("log"))?.split(separator: "\n").last { $0.contains("waited in vain") }
            throw LabFailure(
                description: "the step \(name) failed with status \(status)\(waited.map { ": \($0)" } ?? "")"
                    + ["log", "../viewer.log"].map(tail).joined())
        }
    }

    /// A file's text.
    func text(_ file: String) throws -> String {
        String(decoding: try bytes(file), as: UTF8.self)
    }

    /// A file's bytes.
    func bytes(_ file: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
            throw LabFailure(description: "there is no \(folder)/\(file)" + tail("log"))
        }
        return data
    }

    /// The picture of the window that `shot` took.
    func image(_ name: String) throws -> Image { try Image(ppm: bytes("\(name).ppm")) }

    /// What `note` wrote under that name.
    func note(_ name: String) throws -> String {
        let line = try text("notes").split(separator: "\n").last { $0.hasPrefix(name + "\t") }
        guard let line else { throw LabFailure(description: "nothing noted as \(name)" + tail("log")) }
        return String(line.dropFirst(name.count + 1))
    }

    /// A noted number.
    func number(_ name: String) throws -> Int {
        let text = try note(name)
        guard let number = Int(text) else { throw LabFailure(description: "\(name) is \(text)") }
        return number
    }

    /// The last object that `--stats` wrote.
    func statistics(_ file: String = "statistics") throws -> [String: Any] {
        let last = try text(file).split(separator: "\n").last ?? ""
        let object = try JSONSerialization.jsonObject(with: Data(last.utf8))
        guard let object = object as? [String: Any] else {
            throw LabFailure(description: "no object: \(last)")
        }
        return object
    }

    private func tail(_ file: String) -> String {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(file)"), !data.isEmpty else {
            return ""
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").suffix(15)
        return "\n--- the end of \(folder)/\(file)\n" + lines.joined(separator: "\n")
    }
}
