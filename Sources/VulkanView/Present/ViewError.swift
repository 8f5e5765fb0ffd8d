public import VulkanCore

/// Why a frame could not become the picture, or the picture could not be drawn.
public enum ViewError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The frame is bad; the last picture stays, the next frame may be good.
    case frame(FrameError)
    /// No frame of this source can go the way that was asked for; the ways and why.
    case noRoute(FrameError)
    /// The device, the surface or the driver failed.
    case vulkan(VulkanError)

    /// One sentence.
    public var description: String {
        switch self {
        case .frame(let error), .noRoute(let error): error.description
        case .vulkan(let error): error.description
        }
    }

    /// A device's failure is one, whether it was met while loading a frame or while drawing.
    init(_ error: FrameError) {
        switch error {
        case .vulkan(let error): self = .vulkan(error)
        case .noRoute: self = .noRoute(error)
        default: self = .frame(error)
        }
    }
}
