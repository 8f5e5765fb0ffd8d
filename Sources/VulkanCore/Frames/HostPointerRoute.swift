internal import Frames

/// The route that reads the pages that a source has filled, lent to the graphics device.
final class HostPointerRoute: FrameRoute {
    let name = ImportRoute.hostptr.rawValue
    let reason = "the GPU reads the source's pages"
    private let device: VulkanDevice
    private let isForced: Bool
    private var rows: TexelRows
    private var rule: ImportRule

    /// Prepares the route.
    ///
    /// - Parameters:
    ///   - device: The device that reads the pages.
    ///   - rows: The check of rows that are read as they lie.
    ///   - isForced: True when it is taken even where a copy is known to be faster.
    init(device: VulkanDevice, rows: TexelRows, isForced: Bool) {
        self.device = device
        self.isForced = isForced
        self.rows = rows
        rule = ImportRule(device: device, isForced: isForced)
    }

    func refusal(of frame: Frame) -> String? {
        let origin = frame.buffer.origin
        return rule.refusal(of: origin, HostPointerRoute.kind(origin))
    }

    func proof(of frame: Frame) -> String? {
        let origin = frame.buffer.origin
        return ImportRule.proof(of: origin.writer, HostPointerRoute.kind(origin), on: device)
    }

    func distrust(_ frame: Frame, _ samples: CurrentPicture.Samples, _ words: String) {
        rule.note(frame.buffer.origin, HostPointerRoute.kind(frame.buffer.origin), words)
    }

    /// The kind of a source's pages: what one driver does to its buffers says nothing of another's.
    static func kind(_ origin: MemoryOrigin) -> ImportKnowledge.Kind {
        origin.writer.driver.map { .driverPages($0) } ?? .pages
    }

    func load(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer {
        if !isForced, let slow = device.physical.slowHostMemory { return .refused(slow) }
        if let refusal = rows.refusal(of: frame.layout, picture) { return .refused(refusal) }
        let imports = BufferImports.of(frame.buffer, on: device)
        if let pages = imports.pages { return .imported(picture, .buffers(pages.planes(for: frame.layout))) }
        do throws(MemoryRefusal) {
            let pages = try ImportedMemories(pagesOf: frame.buffer, on: device)
            imports.pages = pages
            return .imported(picture, .buffers(pages.planes(for: frame.layout)))
        } catch {
            return .refused(error.reason)
        }
    }
}
