public import Frames

/// Why a frame cannot be shown.
///
/// The picture before it stays.
public enum FrameError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The compressed bytes are damaged; the decoder's words.
    case undecodable(String)
    /// The buffer ends before the picture does; the plane's number, bytes needed and bytes there.
    case incomplete(plane: Int, needed: Int, found: Int)
    /// The picture is empty or has more pixels on a side than the device's textures.
    case unsupportedSize(PixelSize, limit: Int)
    /// No way that may be taken brings it to the device; the ways and why.
    case noRoute(String)
    /// The device failed.
    case vulkan(VulkanError)

    /// One sentence.
    public var description: String {
        switch self {
        case .undecodable(let reason): "the camera sent a damaged picture: \(reason)"
        case .incomplete(let plane, let needed, let found):
            "the frame is incomplete: plane \(plane) has \(found) of \(needed) bytes"
        case .unsupportedSize(let size, let limit):
            "the graphics device cannot show a picture of \(size); its limit is \(limit) pixels a side"
        case .noRoute(let reasons): "the frames cannot go the way that was asked for (\(reasons))"
        case .vulkan(let error): error.description
        }
    }
}
