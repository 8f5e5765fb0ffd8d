internal import Capture
internal import LinuxIO

/// A source as users know it.
struct SourceEntry: Equatable {
    let source: Source
    var name: String
    /// The camera's stable id; nil for a source that is no camera.
    var id: String?

    /// The name as a person reads it: what is no camera's and no file's is translated.
    var title: Message {
        guard case .testCard = source else { return Message(verbatim: name) }
        return Message(name, comment: "A source of pictures that is no camera, in the title and the list")
    }
}

/// The source on the screen.
struct ShownSource {
    var entry: SourceEntry
    var mode: CaptureMode
    /// The modes that it offers; none for a source that has one.
    var offers: [ModeOffer] = []
    /// The reason why it delivers no more frames; nil while it does.
    var loss: WindowTitle.State?
}
