public import Decoders
public import Filters
public import VulkanCore
public import VulkanView

/// The wishes for a ``LiveView``; without any, everything is chosen by itself.
public struct LiveViewOptions: Sendable {
    /// The first placement of the picture.
    public var placement = ViewOptions()
    /// The first filters, in order.
    public var operations: [any ImageOperation] = []
    /// The Vulkan device: a part of its name, or its number; nil for the best one.
    public var device: String?
    /// The only way for frames to the device; nil for the best that works.
    public var importRoute: ImportRoute?
    /// The path by which pictures are drawn; nil for the fastest.
    public var path: DrawPath?
    /// The drivers that Vulkan loads; nil for all that are installed.
    public var drivers: DriverSelection?
    /// The file of what is known about graphics devices, to which is added what is found out about this one after the first picture;
    /// nil to know nothing, and then no more is read in place than on every device of the kind.
    public var deviceRecords: DeviceRecordFile?
    /// The distances that are black and white in pictures of them.
    public var depths = DepthRange()
    /// The number of frames after which ``LiveViewEvent/finished`` is told; nil for never.
    public var frameLimit: UInt64?
    /// The moment at which the frame of a camera is taken that is faster than the display.
    public var latch = Latch.late

    /// Makes wishes for nothing.
    public init() {}
}
