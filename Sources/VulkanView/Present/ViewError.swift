public import LinuxIO
public import VulkanCore

/// The reason why a frame could not become the picture, or the picture could not be drawn.
public enum ViewError: VulkanErrorWrapper, Equatable, Sendable, CustomStringConvertible, MessageConvertible {
    /// A bad frame; the last picture stays, the next frame may be good.
    case frame(FrameError)
    /// A source whose frames cannot go the way that was asked for; the ways and the reasons.
    case noRoute(FrameError)
    /// A failure of the device, the surface or the driver.
    case vulkan(VulkanError)

    /// The error as one sentence.
    public var description: String {
        switch self {
        case .frame(let error), .noRoute(let error): error.description
        case .vulkan(let error): error.description
        }
    }

    /// The sentence for the screen.
    public var message: Message {
        switch self {
        case .frame(let error), .noRoute(let error): error.message
        case .vulkan(let error): error.message
        }
    }

    /// Takes over a frame's error; a device's failure is one, whether it was met while loading a frame or while
    /// drawing.
    init(_ error: FrameError) {
        switch error {
        case .vulkan(let error): self = .vulkan(error)
        case .noRoute: self = .noRoute(error)
        default: self = .frame(error)
        }
    }
}
