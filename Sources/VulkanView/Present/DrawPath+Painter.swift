internal import VulkanCore

extension DrawPath {
    /// The way in which the path's painter reads samples.
    var access: PlaneAccess {
        switch self {
        case .fragment: .textures
        case .compute: .buffers
        case .host: .memory
        }
    }

    /// Makes what draws.
    func makePainter(device: VulkanDevice, ring: CommandRing) throws(VulkanError) -> any PicturePainter {
        switch self {
        case .fragment: try QuadPainter(device: device, ring: ring)
        case .compute: try KernelPainter(device: device, ring: ring)
        case .host: ProcessorPainter(device: device, ring: ring)
        }
    }
}
