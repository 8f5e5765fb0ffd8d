internal import Capture
internal import Frames

/// A source as users know it.
struct SourceEntry: Equatable {
    let source: Source
    var name: String
    /// The camera's stable id; nil for a source that is no camera.
    var id: String?

    /// Lists cameras in switch order; where several have the same name, their bus tells them apart.
    static func entries(for cameras: [CameraIdentity]) -> [SourceEntry] {
        cameras.map { camera in
            let isAlone = cameras.count { $0.name == camera.name } == 1
            return SourceEntry(
                source: .camera(.identity(camera.id)),
                name: isAlone ? camera.name : "\(camera.name) [\(camera.busInfo)]", id: camera.id)
        }
    }
}

/// The source on the screen.
struct ShownSource {
    var entry: SourceEntry
    var mode: CaptureMode
    /// The reason why it delivers no more frames; nil while it does.
    var loss: WindowTitle.State?
}
