internal import Frames
internal import LinuxIO

/// The route that reads a camera's memory where the driver has filled it, by the dma-bufs that the driver has exported.
///
/// A drawing that samples textures gets an image per plane on the memory, or a copy by the GPU where the driver does
/// not take the rows as they lie. A GPU sees what the camera wrote: the kernel maps the memory for it, and the camera is
/// done when the frame comes. A driver that draws on the processor reads through a mapping, for which the caches are
/// brought up to date.
final class DMABufferRoute: FrameRoute {
    let name = ImportRoute.dmabuf.rawValue
    private(set) var reason = "the GPU reads the camera's memory"
    private let device: VulkanDevice
    private let takesImages: Bool
    private var rows: TexelRows
    /// The last layout that the driver does not take as images, and the reason.
    private var imageRefusal: (layout: FrameLayout, reason: String)?

    init(device: VulkanDevice, takesImages: Bool, rows: TexelRows) {
        self.device = device
        self.takesImages = takesImages
        self.rows = rows
    }

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        let buffer = frame.buffer
        guard !buffer.exports.isEmpty else {
            return .refused(buffer.origin.exportRefusal ?? "the driver exports nothing")
        }
        let imports = BufferImports.of(buffer, on: device)
        do throws(MemoryRefusal) {
            let source = try source(frame, picture, imports)
            if device.isCPU { for export in buffer.exports { export.beginReading() } }
            return .imported(picture, source)
        } catch {
            return .refused(error.reason)
        }
    }

    private func source(
        _ frame: Frame, _ picture: Picture, _ imports: BufferImports
    ) throws(MemoryRefusal) -> CurrentPicture.Samples {
        if takesImages, let planes = images(frame, picture, imports) { return .images(planes) }
        if let refusal = rows.refusal(of: frame.layout, picture) { throw MemoryRefusal(refusal) }
        if let shared = imports.shared { return .buffers(shared.planes(for: frame.layout)) }
        let shared = try ImportedMemories(exportsOf: frame.buffer, on: device)
        imports.shared = shared
        return .buffers(shared.planes(for: frame.layout))
    }

    /// The planes as images; nil where the driver does not take them as they lie.
    private func images(_ frame: Frame, _ picture: Picture, _ imports: BufferImports) -> PlaneSet? {
        if let images = imports.images, images.layout == frame.layout { return images.planes }
        if let imageRefusal, imageRefusal.layout == frame.layout { return nil }
        do throws(MemoryRefusal) {
            let planes = try makeImages(frame, picture)
            imports.images = (frame.layout, planes)
            reason = "the GPU samples the camera's memory"
            return planes
        } catch {
            imageRefusal = (frame.layout, error.reason)
            reason = "the GPU copies from the camera's memory, since as images: \(error.reason)"
            return nil
        }
    }

    private func makeImages(_ frame: Frame, _ picture: Picture) throws(MemoryRefusal) -> PlaneSet {
        var images: [DeviceImage] = []
        for (index, plane) in frame.layout.planes.enumerated() {
            let memory = try ForeignMemory(frame.buffer.exports[plane.memory], device: device)
            let elements = frame.layout.elements(of: index)
            images.append(
                try ForeignImage.make(
                    on: memory, plane, size: picture.arrangement.textureSize(elements: elements),
                    format: picture.arrangement.textureFormat(of: index), device: device))
        }
        return PlaneSet(images: images, isShared: true)
    }
}
