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

    /// Finds a camera under the id that it has now, since udev gives it its names a moment after its node.
    ///
    /// - Parameters:
    ///   - camera: The camera as it was found before.
    ///   - cameras: The cameras as they are found now.
    /// - Returns: Its entry; nil where its id is as it was, and where it is there no more.
    static func renamed(_ camera: CameraIdentity, among cameras: [CameraIdentity]) -> SourceEntry? {
        guard !cameras.contains(where: { $0.id == camera.id }) else { return nil }
        let place = cameras.firstIndex {
            $0.path == camera.path && $0.busInfo == camera.busInfo && $0.name == camera.name
        }
        return place.map { entries(for: cameras)[$0] }
    }
}

/// The source on the screen.
struct ShownSource {
    var entry: SourceEntry
    var mode: CaptureMode
    /// The reason why it delivers no more frames; nil while it does.
    var loss: WindowTitle.State?
}
