internal import Frames

/// The route that reads memory of the device's own that the camera's driver has filled.
final class UserPointerRoute: FrameRoute {
    let name = ImportRoute.userptr.rawValue
    let reason = "the camera's driver fills memory of the graphics device"
    private let device: VulkanDevice
    private var rows: TexelRows

    init(device: VulkanDevice, rows: TexelRows) {
        self.device = device
        self.rows = rows
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
