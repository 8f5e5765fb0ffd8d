internal import Capture
internal import Faults
internal import Frames

/// The table of cameras for people.
enum CameraTable {
    /// Writes the table, or the advice where there is no camera.
    ///
    /// - Parameters:
    ///   - cameras: The cameras in the order of their numbers.
    ///   - found: The findings, for the advice.
    /// - Returns: Lines without the last line's end.
    static func text(for cameras: [Camera], in found: CameraList.Search) -> String {
        guard !cameras.isEmpty else {
            return found.forbidden.first.map(advice) ?? found.unavailable.first?.fault.sentence
                ?? "There is no camera; plug one in."
        }
        return cameras.enumerated().map { place, camera in
            entry(camera, number: place + 1)
        }.joined(separator: "\n\n")
    }

    /// Writes a line for each video device that is no camera, or may not be opened.
    static func lines(for found: CameraList.Search) -> [String] {
        found.forbidden.map { "-  \($0): you may not open it" }
            + found.others.map { node in
                let name = node.name.isEmpty ? "" : " \(node.name)"
                return "-  \(node.path)\(name): \(node.reason)"
            }
    }

    /// Advises on a device node that this user may not open.
    static func advice(forbidden node: String) -> String {
        Fault.forbidden.sentence([.path: node])
    }

    private static func entry(_ camera: Camera, number: Int) -> String {
        let head = "\(number)  \(camera.name)\n   \(camera.path), \(camera.driver), id \(camera.id)"
        let formats = camera.formats.map { format in
            let sizes = format.sizes.map { size in
                let from = size.smallest.map { "\($0) to " } ?? ""
                let rates = size.rates.map(\.description).joined(separator: " ")
                return "      \(from)\(size.size)  \(rates.isEmpty ? "any rate" : rates + " fps")"
            }
            return (["   \(format.fourCC)  \(format.name)"] + sizes).joined(separator: "\n")
        }
        return ([head] + formats).joined(separator: "\n")
    }
}
