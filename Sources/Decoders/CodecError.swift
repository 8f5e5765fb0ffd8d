public import Frames

/// A picture that cannot be decoded or encoded.
public enum CodecError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The library could not be set up.
    case outOfMemory
    /// The bytes are no JPEG, or so damaged that nothing can be shown; with the library's words.
    case corrupt(String)
    /// The picture's data ends early.
    case truncated
    /// The picture is a JPEG of a kind that cameras do not make; with the kind.
    case unsupported(String)
    /// The picture's rows are not where its layout says.
    case layout(FrameLayoutError)
    /// The memory given does not fit the picture.
    case planesDoNotFit
    /// All decoded frames that there may be at a time are held.
    case noBuffer(limit: Int)

    /// The error in one sentence without a full stop.
    public var description: String {
        switch self {
        case .outOfMemory: "there is no memory for the JPEG library"
        case .corrupt(let reason): "the JPEG picture is damaged (\(reason))"
        case .truncated: "the JPEG picture ends early"
        case .unsupported(let kind): "the JPEG picture is of a kind that is not supported (\(kind))"
        case .layout(let error): "\(error)"
        case .planesDoNotFit: "the memory for the picture does not fit its size"
        case .noBuffer(let limit):
            "all \(limit) decoded frames are held: let go of some, or make the decoder with a larger limit"
        }
    }
}
