internal import Capture
internal import Frames

/// The cameras as a person reads them.
enum CameraTable {
    static func text(for cameras: [Camera]) -> String {
        guard !cameras.isEmpty else {
            return """
                No camera found. Plug one in, or see that you may use it: the devices /dev/video* belong to the group \
                "video".
                """
        }
        return cameras.enumerated().map { place, camera in
            entry(camera, number: place + 1)
        }.joined(separator: "\n\n")
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
