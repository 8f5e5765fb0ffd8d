public import VulkanCore

/// Why a frame could not become the picture, or the picture could not be drawn.
public enum ViewError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The frame is bad; the last picture stays, the next frame may be good.
    case frame(FrameError)
    /// The device, the surface or the driver failed.
    case vulkan(VulkanError)

    /// One sentence.
    public var description: String {
        switch self {
        case .frame(let error): error.description
        case .vulkan(let error): error.description
        }
    }

    /// A device's failure is one, whether it was met while loading a frame or while drawing.
    init(_ error: FrameError) {
        if case .vulkan(let error) = error { self = .vulkan(error) } else { self = .frame(error) }
    }
}
