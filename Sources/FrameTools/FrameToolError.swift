public import Decoders
public import Frames

/// A picture that cannot be made of another one.
public enum FrameToolError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The frame's layout, or the part that was asked for, cannot be.
    case source(FrameLayoutError)
    /// The frame's picture cannot be decoded.
    case undecodable(CodecError)
    /// The layout that was asked for cannot be.
    case target(FrameLayoutError)
    /// The memory for the picture is, at least in part, that of the frame.
    case overlap
    /// No picture is made in this format.
    case format(PixelFormat)
    /// A limit for sizes, pixels, multiples or rates is not above zero; with the limit's name.
    case limit(String)
    /// All frames that there may be at a time are held.
    case noBuffer(limit: Int)
    /// libyuv did not do its work; with the function's name.
    case library(String)

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .source(let error): "this frame cannot be used: \(error)"
        case .undecodable(let error): "this frame cannot be used: \(error)"
        case .target(let error): "this picture cannot be made: \(error)"
        case .overlap: "this picture would be written over the one that it is made of: give other memory"
        case .format(let format):
            "no picture is made in \(format.name): ask for one of "
                + FrameConverter.formats.map(\.name).joined(separator: ", ")
        case .limit(let name): "the \(name) is not above zero: give one that is, or none"
        case .noBuffer(let limit):
            "all \(limit) converted frames are held: let go of some, or make the converter with a larger limit"
        case .library(let function): "libyuv's \(function) failed: there may be too little memory; try again"
        }
    }
}
