internal import Capture
internal import Faults
internal import Frames
internal import LinuxIO

/// The text of the title bar: the camera first, then the facts that a user must know about it.
struct WindowTitle: Equatable {
    /// The state of the picture when it does not simply run.
    enum State: Equatable {
        case live
        case starting
        case frozen
        /// A camera was unplugged; the next source stands in for it, or will at once.
        case standingIn(for: String)
        case ended
        case lost(Message)

        var message: Message? {
            switch self {
            case .live: nil
            case .starting: Message("starting", comment: "In the title: the first picture is waited for")
            case .frozen: Message("frozen", comment: "In the title: the user has the picture stand still")
            case .standingIn(let camera): Fault.standsIn.message([.camera: camera])
            case .ended: Message("ended", comment: "In the title: the source has no more pictures")
            case .lost(let reason): reason
            }
        }

        /// The state in a word, beside the camera's name; nil for a picture that runs.
        var word: Message? {
            switch self {
            case .live: nil
            case .starting, .frozen, .ended: message
            case .standingIn:
                Message("unplugged", comment: "In the header, behind a camera's name: it was pulled out")
            case .lost:
                Message("no pictures", comment: "In the header, behind a camera's name: it delivers none")
            }
        }
    }

    /// The facts of the information line.
    struct Information: Equatable {
        var format: String
        var size: PixelSize
        /// The number of frames shown per second.
        var rate: Double
        /// The milliseconds from the frame's stamp to its presentation; nil before the first.
        var latency: Double?
        /// The milliseconds from the frame's stamp to its light on the screen; nil where the compositor does not tell
        /// it.
        var age: Double?

        var text: String { lines.joined(separator: ", ") }

        /// The picture's form and pace, and its age, where that is known.
        var lines: [String] {
            let pace = Message(
                "{rate} fps", ["rate": WindowTitle.decimal(rate)], comment: "Frames per second, in the title")
            var parts = [[format, "\(size.width)×\(size.height)", pace.localized].joined(separator: ", ")]
            if let age {
                parts.append(
                    Message(
                        "{age} ms old on screen", ["age": WindowTitle.decimal(age)],
                        comment: "In the title: milliseconds from a picture's taking to its light"
                    ).localized)
            } else if let latency {
                parts.append(
                    Message(
                        "{time} ms", ["time": WindowTitle.decimal(latency)],
                        comment: "In the title: milliseconds from a picture's taking to its showing"
                    ).localized)
            }
            return parts
        }
    }

    var camera: String
    var state = State.live
    /// A sentence that passes, such as why the other camera could not be shown.
    var notice: Message?
    /// The number of seconds that have been recorded; nil while nothing is.
    var recording: Int?
    /// True while the recording is paused.
    var isRecordingPaused = false
    /// The state of the shutter: the seconds to a photograph, or the number of those of a series; nil for neither.
    var shutter: Message?
    /// The filters that the picture goes through; nil without any.
    var filters: String?
    /// The faults of pictures beside the camera's that filters take.
    var faults: [Message] = []
    var information: Information?

    var text: String {
        let time = recording.map { isRecordingPaused ? "‖ \(paused($0))" : "● \(Self.time($0))" }
        let words = [shutter, notice, state.message].map { $0?.localized }
        let details = ([time] + words + [filters] + faults.map(\.localized) + [information?.text])
            .compactMap(\.self)
        let head = details.isEmpty ? camera : "\(camera) (\(details.joined(separator: "; ")))"
        return "\(head) – Viewfinder"
    }

    private func paused(_ seconds: Int) -> String {
        Message(
            "{time} paused", ["time": Self.time(seconds)],
            comment: "In the title: the time of a recording that is paused"
        ).localized
    }

    /// Writes a time in minutes and seconds.
    static func time(_ seconds: Int) -> String {
        "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// Writes a number with one digit after the point.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
