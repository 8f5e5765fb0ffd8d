internal import Capture

/// A source as users know it.
struct SourceEntry: Equatable {
    let source: Source
    var name: String
    /// The camera's stable id; nil for a source that is no camera.
    var id: String?
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
