internal import Filters
internal import FrameTools
internal import Frames
internal import Logging
internal import Overlay
internal import VulkanCore
internal import VulkanView

/// A graph of filters over one small picture, on a device of its own: the view waits for nothing of it.
///
/// Confined to the thread that makes it.
final class ThumbnailMaker {
    /// The size of the picture, in the shape of an element's thumbnail.
    static let size = PixelSize(width: 192, height: 108)

    private let context: FilterContext
    private let input: PixelInput
    /// The filters with their defaults, each from its first turn on.
    private var operations: [String: BasicOperation] = [:]

    /// Opens the device.
    ///
    /// - Parameters:
    ///   - identity: The view's device (``VulkanCore/PhysicalDevice/identity``), which is awake already; nil where it is not known.
    ///   - wish: A part of the name of the device that is taken else, or its number; nil for the first in order.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    /// - Throws: The reason why there is none.
    init(on identity: String?, orSelecting wish: String?, logger: Logger) throws(FilterError) {
        let opened: VulkanDevice
        do throws(VulkanError) {
            let instance = try VulkanInstance(logger: logger)
            let same = identity == nil ? nil : try instance.devices().first { $0.identity == identity }
            opened =
                if let same {
                    try VulkanDevice(same, of: instance, logger: logger)
                } else {
                    try VulkanDevice(instance: instance, selecting: wish, logger: logger)
                }
        } catch {
            throw .vulkan(error)
        }
        input = PixelInput(device: opened)
        context = try FilterContext(device: opened)
    }

    /// Takes the picture that filters change from now on: red, green, blue and alpha, of the size of a thumbnail.
    func take(_ picture: [UInt8]) throws(FilterError) {
        try input.setPicture(
            picture, width: Self.size.width, height: Self.size.height, stride: 4 * Self.size.width)
    }

    /// Takes the picture that filters change from now on.
    func take(_ picture: Frame) throws(FilterError) {
        try input.setPicture(picture)
    }

    /// Computes the picture through a filter.
    ///
    /// - Parameter name: The filter's name.
    /// - Returns: The thumbnail; nil where there is no such filter, or its picture is too large.
    /// - Throws: The reason why the filter cannot be run.
    func thumbnail(_ name: String) throws(FilterError) -> Thumbnail? {
        guard let operation = try operation(name) else { return nil }
        return Thumbnail(try context.picture(of: operation))
    }

    private func operation(_ name: String) throws(FilterError) -> BasicOperation? {
        if let known = operations[name] { return known }
        guard let made = FilterChain.choice(named: name)?.make() else { return nil }
        try input.addTarget(made)
        operations[name] = made
        return made
    }

    /// Makes the small picture of a frame: its middle in a thumbnail's shape, turned and mirrored as the view shows it.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - view: The view's placement.
    ///   - converter: Makes it.
    /// - Returns: The picture, as red, green, blue and alpha.
    /// - Throws: The reason why there is none.
    static func small(
        _ frame: Frame, as view: ViewOptions, by converter: FrameConverter
    ) throws(FrameToolError) -> Frame {
        let own = view.frameRotation.map { $0 + frame.rotation.opposite } ?? .none
        let turned = frame.turned(by: own + view.rotation, mirrored: view.isMirrored)
        let crop = middle(
            of: turned.layout.size, aspect: turned.sampleAspect.value, isTurned: turned.rotation.swapsSides)
        return try converter.convert(turned, to: .rgba, crop: crop, size: size, isUpright: true)
    }

    /// Makes the small picture of one that is upright: its middle in a thumbnail's shape, each pixel the mean of those that it stands for.
    ///
    /// - Parameter picture: The picture, at least one pixel of it.
    /// - Returns: The small one, as red, green, blue and alpha.
    static func small(_ picture: OffscreenPicture) -> [UInt8] {
        let part = middle(of: picture.size, aspect: 1, isTurned: false)
        return picture.means(of: part, in: size).flatMap { [$0.red, $0.green, $0.blue, 255] }
    }

    /// Finds the middle of a picture that has a thumbnail's shape once the picture is upright.
    ///
    /// - Parameters:
    ///   - picture: The picture's size.
    ///   - aspect: A pixel's width divided by its height.
    ///   - isTurned: True where the picture is turned by a quarter.
    /// - Returns: The part.
    static func middle(of picture: PixelSize, aspect: Double, isTurned: Bool) -> PixelRegion {
        let shape = Double(size.width) / Double(size.height)
        let ratio = (isTurned ? 1 / shape : shape) / aspect
        var (width, height) = (Double(picture.width), Double(picture.height))
        guard ratio.isFinite, ratio > 0 else { return PixelRegion(picture) }
        if width > height * ratio { width = height * ratio } else { height = width / ratio }
        let part = PixelSize(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
        return PixelRegion(
            x: (picture.width - part.width) / 2, y: (picture.height - part.height) / 2, width: part.width,
            height: part.height)
    }
}

extension PixelInput {
    /// Takes a frame of red, green, blue and alpha.
    func setPicture(_ frame: Frame) throws(FilterError) {
        let bytes = unsafe frame.withPlane(0) { unsafe Array($0) }
        let layout = frame.layout
        try setPicture(
            bytes, width: layout.size.width, height: layout.size.height, stride: layout.planes[0].stride,
            timestamp: frame.timestamp)
    }
}

extension Thumbnail {
    /// A picture that filters have made, on black where it is not opaque; nil for one that is too large.
    convenience init?(_ picture: PixelData) {
        let sides = 1...4096
        guard sides.contains(picture.width), sides.contains(picture.height) else { return nil }
        var pixels: [UInt32] = []
        pixels.reserveCapacity(picture.width * picture.height)
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let place = row * picture.stride + 4 * column
                let opacity = UInt32(picture.bytes[place + 3])
                func part(_ channel: Int) -> UInt32 {
                    (UInt32(picture.bytes[place + channel]) * opacity + 127) / 255
                }
                pixels.append(0xff00_0000 | part(0) << 16 | part(1) << 8 | part(2))
            }
        }
        self.init(width: picture.width, height: picture.height, pixels: pixels)
    }
}
