internal import CVulkan
internal import VulkanCore

/// The textures of a cell's picture, their binding and the pipeline that draws them.
///
/// Confined to the device's thread.
final class QuadCell: CellPaint {
    /// The textures for pictures that come in buffers.
    let textures: PlaneTextures
    let binding: QuadBinding
    /// The pipeline of the last scene.
    var last: (scene: Scene, format: VkFormat, pipeline: QuadPipeline)?
    /// The picture's textures in the recording under way; nil when there are none.
    var planes: PlaneSet?

    init(device: VulkanDevice, ring: CommandRing, quad: Quad) throws(VulkanError) {
        textures = PlaneTextures(device: device, ring: ring)
        binding = try quad.makeBinding(ring: ring)
    }
}
