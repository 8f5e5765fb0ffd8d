internal import Frames
internal import VulkanCore
internal import VulkanView

/// The part of views in windows and without that channels work with.
protocol ChannelView: AnyObject {
    var device: VulkanDevice { get }
    var ring: CommandRing { get }
    var own: ViewCell { get }
    func makeCell() throws(ViewError) -> ViewCell
    func load(_ frame: Frame, for use: PictureUse) throws(ViewError)
    func photograph(
        recording record: (NewestPicture, Commands) throws(VulkanError) -> CurrentPicture?
    ) throws(ViewError) -> OffscreenPicture?
}

extension View: ChannelView {}
extension OffscreenView: ChannelView {}
