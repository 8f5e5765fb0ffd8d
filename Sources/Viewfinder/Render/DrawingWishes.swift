internal import VulkanCore
internal import VulkanView

/// The command line's words on how pictures are drawn.
struct DrawingWishes: Sendable {
    /// The first placement.
    var placement: ViewOptions
    /// The device of `--device`.
    var device: String?
    /// The route of `--import`.
    var importRoute: ImportRoute?
    /// The path of `--path`.
    var path: DrawPath?
    /// The drivers that Vulkan loads.
    var drivers: DriverSelection
    /// The number of frames after which the program ends; nil for never.
    var frameLimit: UInt64?
    /// The latch of `--latch`.
    var latch: Latch
}
