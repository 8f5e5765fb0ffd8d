import Filters
import Frames
import VulkanCore
import VulkanView

/// A view without a window and the filters before it, as a render loop has them.
final class FilteredView {
    let stage: FilterStage
    private let view: OffscreenView

    init(device: VulkanDevice, path: DrawPath? = nil) throws {
        view = try OffscreenView(device: device, path: path)
        stage = FilterStage(device: device, ring: view.ring)
    }

    var newest: NewestPicture { view.newest }

    var options: ViewOptions {
        get { view.options }
        set { view.options = newValue }
    }

    func load(_ frame: Frame) throws { try view.load(frame, for: stage.use) }

    func render(size: PixelSize, keepingBits: Bool = false) throws -> OffscreenPicture {
        view.newest.prepare(for: stage.use)
        return try view.render(size: size, keepingBits: keepingBits, recording: stage.record)
    }
}
