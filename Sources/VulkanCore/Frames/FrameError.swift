public import Frames
public import LinuxIO

/// The reason why a frame cannot be shown.
///
/// The picture before it stays.
public enum FrameError: VulkanErrorWrapper, Equatable, Sendable, CustomStringConvertible, MessageConvertible {
    /// Damaged compressed bytes; the decoder's words.
    case undecodable(String)
    /// A buffer that ends before the picture does; the plane's number, bytes needed and bytes found.
    case incomplete(plane: Int, needed: Int, found: Int)
    /// An empty picture, or one with more pixels on a side than the device's textures.
    case unsupportedSize(PixelSize, limit: Int)
    /// A picture of more bytes than the device's kernels see at once.
    case tooManyBytes(PixelSize, limit: Int)
    /// A frame that no route brings to the device; the routes and their reasons.
    case noRoute(String)
    /// A failure of the device.
    case vulkan(VulkanError)

    /// The size of a picture that is larger than what the device reads in this way, while another way may read it; nil for other errors.
    public var tooLarge: PixelSize? {
        switch self {
        case .unsupportedSize(let size, let limit):
            !size.isEmpty && limit < FrameLayout.longestSide ? size : nil
        case .tooManyBytes(let size, _): size
        case .undecodable, .incomplete, .noRoute, .vulkan: nil
        }
    }

    /// The error as one sentence.
    public var description: String {
        if case .vulkan(let error) = self { error.description } else { message.description }
    }

    /// The sentence for the screen.
    public var message: Message {
        switch self {
        case .undecodable(let reason): "a picture cannot be decoded: \(reason)"
        case .incomplete(let plane, let needed, let found):
            "the frame is incomplete: plane \(plane) has \(found) of \(needed) bytes"
        case .unsupportedSize(let size, let limit):
            "the graphics device cannot show a picture of \(size); its limit is \(limit) pixels a side; choose a smaller size"
        case .tooManyBytes(let size, let limit):
            "the graphics device cannot read a picture of \(size); its limit is \(limit) bytes; choose a smaller size"
        case .noRoute(let reasons): "the frames cannot go the way that was asked for (\(reasons))"
        case .vulkan(let error): error.message
        }
    }
}
