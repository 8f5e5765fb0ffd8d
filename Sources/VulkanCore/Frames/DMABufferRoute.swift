internal import Frames
internal import LinuxIO

/// The route that reads a source's memory where the driver has filled it, by the dma-bufs that the driver has exported.
///
/// A drawing that samples textures gets an image per plane on the memory, or a copy by the GPU where the driver does
/// not take the rows as they lie. A GPU sees what a camera has written by itself: the kernel maps the memory for it, and
/// the camera is done when the frame comes. What the camera's driver has written with the processor, as those of USB cameras do,
/// may lie in the processor's caches; only devices that are known to look into these take it (``ImportRule``). A driver that draws
/// on the processor reads through a mapping, for which the caches are brought up to date.
final class DMABufferRoute: FrameRoute {
    let name = ImportRoute.dmabuf.rawValue
    private(set) var reason = "the GPU reads the source's memory"
    private let device: VulkanDevice
    private let takesImages: Bool
    private var rows: TexelRows
    private var rule: ImportRule
    /// The last layout that the driver does not take as images, or has read wrongly, and the reason.
    private var imageRefusal: (layout: FrameLayout, reason: String)?

    /// Prepares the route.
    ///
    /// - Parameters:
    ///   - device: The device that reads the memory.
    ///   - takesImages: True for drawings that sample textures.
    ///   - rows: The check of rows that are read as they lie.
    ///   - isForced: True when it is taken even where the device is not known to see what the processor has written.
    init(device: VulkanDevice, takesImages: Bool, rows: TexelRows, isForced: Bool = false) {
        self.device = device
        // A card samples such images across the bus, with each drawing of the same frame again.
        let isFar = device.physical.kind == .discrete
        self.takesImages = takesImages && !isFar
        if takesImages, isFar {
            reason = "the card copies the source's memory into its own, once for all drawings"
        }
        self.rows = rows
        rule = ImportRule(device: device, isForced: isForced)
    }

    func refusal(of frame: Frame) -> String? {
        let (buffer, origin) = (frame.buffer, frame.buffer.origin)
        return buffer.exports.isEmpty ? nil : rule.refusal(of: origin, DMABufferRoute.kind(origin))
    }

    func proof(of frame: Frame) -> String? {
        let origin = frame.buffer.origin
        return ImportRule.proof(of: origin.writer, DMABufferRoute.kind(origin), on: device)
    }

    func distrust(_ frame: Frame, _ samples: CurrentPicture.Samples, _ words: String) {
        if case .images = samples {
            ImportRule.refuse(DMABufferRoute.kind(frame.buffer.origin, isImage: true), words, on: device)
            refuseImages(frame.layout, words)
        } else {
            rule.note(frame.buffer.origin, DMABufferRoute.kind(frame.buffer.origin), words)
        }
    }

    /// The kind of a source's dma-bufs.
    static func kind(_ origin: MemoryOrigin, isImage: Bool = false) -> ImportKnowledge.Kind {
        .shared(driver: origin.writer.driver, isImage: isImage)
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
        if let imageRefusal, imageRefusal.layout == frame.layout { return nil }
        if let images = imports.images, images.layout == frame.layout { return images.planes }
        do throws(MemoryRefusal) {
            let planes = try makeImages(frame, picture)
            imports.images = (frame.layout, planes)
            reason = "the GPU samples the source's memory"
            return planes
        } catch {
            refuseImages(frame.layout, error.reason)
            return nil
        }
    }

    private func refuseImages(_ layout: FrameLayout, _ words: String) {
        imageRefusal = (layout, words)
        reason = "the GPU copies from the source's memory, since as images: \(words)"
    }

    private func makeImages(_ frame: Frame, _ picture: Picture) throws(MemoryRefusal) -> PlaneSet {
        let kind = DMABufferRoute.kind(frame.buffer.origin, isImage: true)
        if let words = device.importTrust.knowledge.refusal(of: kind) { throw MemoryRefusal(words) }
        var images: [DeviceImage] = []
        for (plane, format) in zip(frame.layout.planes, picture.format.planes) {
            let memory = try ForeignMemory(frame.buffer.exports[plane.memory], device: device)
            images.append(
                try ForeignImage.make(
                    on: memory, plane, size: format.textureSize(of: frame.layout.size),
                    format: format.textureFormat, device: device))
        }
        return PlaneSet(images: images, isShared: true)
    }
}
