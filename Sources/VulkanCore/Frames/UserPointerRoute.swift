internal import Frames

/// The route that reads memory of the device's own that the camera's driver has filled.
final class UserPointerRoute: FrameRoute {
    let name = ImportRoute.userptr.rawValue
    let reason = "the camera's driver fills memory of the graphics device"
    private let device: VulkanDevice
    private var rows: TexelRows
    private var rule: ImportRule

    init(device: VulkanDevice, rows: TexelRows, isForced: Bool = false) {
        self.device = device
        self.rows = rows
        rule = ImportRule(device: device, isForced: isForced)
    }

    func refusal(of frame: Frame) -> String? {
        let imports = frame.buffer.attachment(for: device) as? BufferImports
        return imports?.provided == nil ? nil : rule.refusal(of: frame.buffer.origin, .own)
    }

    func distrust(_ frame: Frame, _ samples: CurrentPicture.Samples, _ words: String) {
        rule.note(frame.buffer.origin, .own, words)
    }

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        let imports = frame.buffer.attachment(for: device) as? BufferImports
        guard let provided = imports?.provided else {
            return .refused(frame.buffer.origin.provisionRefusal ?? "the memory is another device's")
        }
        if let refusal = rows.refusal(of: frame.layout, picture) { return .refused(refusal) }
        return .imported(picture, .buffers(provided.planes(for: frame.layout)))
    }
}
