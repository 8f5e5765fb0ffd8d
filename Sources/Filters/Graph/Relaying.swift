/// The ways of an operation's picture besides the operations that read it: to a function, or to nobody.
final class Relaying: @unchecked Sendable {
    // Guarded by Topology.
    var newImage: (@Sendable (PixelData) -> Void)?
    var isPrevented = false
}

extension BasicOperation {
    /// Gets each picture that the operation computes, in ordinary memory; nil, the default, for nobody.
    ///
    /// It is called on the context's thread when the frame is done, before consumers get theirs, and only when the operation is
    /// computed: because a consumer needs it, or would if it were not for ``preventRelay``. Before a view (``FilterStage``) it is
    /// called on the thread that renders, a few frames later, and not while ``preventRelay`` holds the picture: there it must not
    /// block, or the view stands still as long, and a window that is closed waits for it. Bringing the
    /// picture into ordinary memory takes time; who wants it on the device connects a ``DevicePictureOutput``. Setting it from any
    /// thread shows in the next picture.
    public var newImageCallback: (@Sendable (PixelData) -> Void)? {
        get { Topology.locked { relaying.newImage } }
        set {
            Topology.locked {
                if (relaying.newImage == nil) != (newValue == nil) { input.changes.increment() }
                relaying.newImage = newValue
            }
        }
    }

    /// True when the operation's picture does not go on to what it feeds; the default is false.
    ///
    /// ``FilterContext/run(_:)`` then computes the operation and calls its ``newImageCallback``, and consumers that need its
    /// picture get none: they keep what they had. A ``FilterStage`` goes on showing its last picture. Asking for the picture
    /// of an operation behind it throws ``FilterError/relayPrevented(operation:)``; its own may be asked for. Setting it from any
    /// thread shows in the next picture.
    public var preventRelay: Bool {
        get { Topology.locked { relaying.isPrevented } }
        set { input.set(\.isPrevented, of: relaying, to: newValue) }
    }
}

extension OperationGroup {
    /// Gets each picture that the group computes; as ``BasicOperation/newImageCallback``.
    public final var newImageCallback: (@Sendable (PixelData) -> Void)? {
        get { last.newImageCallback }
        set { last.newImageCallback = newValue }
    }

    /// True when the group's picture does not go on to what it feeds; as ``BasicOperation/preventRelay``.
    public final var preventRelay: Bool {
        get { last.preventRelay }
        set { last.preventRelay = newValue }
    }
}

extension Topology {
    /// The operations that keep a source's picture from coming, because they pass nothing on.
    ///
    /// - Parameter source: A source that feeds a consumer.
    /// - Returns: Those of them that can be computed themselves; none when the picture can come.
    static func preventing(_ source: any ImageSource) -> [BasicOperation] {
        locked {
            var known: [ObjectIdentifier: [BasicOperation]] = [:]
            return preventing(source, &known)
        }
    }

    private static func preventing(
        _ source: any ImageSource, _ known: inout [ObjectIdentifier: [BasicOperation]]
    ) -> [BasicOperation] {
        guard let producer = source.output.producer, let port = producer.planInput else { return [] }
        if let found = known[ObjectIdentifier(port)] { return found }
        var found: [BasicOperation] = []
        for case let input? in port.sources + [port.mask] {
            for operation in preventing(input, &known) where !found.contains(where: { $0 === operation }) {
                found.append(operation)
            }
        }
        if found.isEmpty, let operation = producer as? BasicOperation, operation.relaying.isPrevented {
            found = [operation]
        }
        known[ObjectIdentifier(port)] = found
        return found
    }
}
