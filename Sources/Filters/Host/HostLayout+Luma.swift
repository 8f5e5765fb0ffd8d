internal import Frames
internal import VulkanCore

extension HostLayout {
    /// The luma of a camera's picture alone; nil where there is none.
    init?(lumaOf traits: SourceSlot.Traits) {
        guard case .planes(let kind) = traits.samples, kind.arrangement.hasLuma else { return nil }
        let isPacked = kind.arrangement == .yuyv || kind.arrangement == .uyvy
        let step = isPacked ? 2 : 1
        let plane = Plane(
            offset: 0, stride: (traits.size.width * step + 63) / 64 * 64, width: traits.size.width * step,
            height: traits.size.height, step: step, columnShift: 0, rowShift: 0)
        self.init(planes: [plane], byteCount: plane.stride * plane.height)
    }
}
