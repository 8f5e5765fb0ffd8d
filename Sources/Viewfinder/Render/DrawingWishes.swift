internal import VulkanCore
internal import VulkanView

/// The command line's words on how pictures are drawn.
struct DrawingWishes: Sendable {
    /// The first placement.
    var placement: ViewOptions
    /// `--device`.
    var device: String?
    /// `--import`.
    var importRoute: ImportRoute?
    /// `--path`.
    var path: DrawPath?
    /// The drivers that Vulkan loads.
    var drivers: DriverSelection
    /// The number of frames after which the program ends; nil for never.
    var frameLimit: UInt64?
    /// `--latch`.
    var latch: Latch
}
