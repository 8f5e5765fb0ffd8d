public import Frames

/// The settings that every operation has besides its parameters: where its result is seen, on what, its size and its turn.
final class Surroundings: @unchecked Sendable {
    // Guarded by Topology, but for the colour, which has a lock of its own.
    var showsUnmodified = true
    var size: PixelSize?
    var rotation = Rotation.none
    let color = Parameter(wrappedValue: Color.transparent, in: 0...1)

    /// Sets the colour of an operation's background; plans depend on whether there is one, not on which.
    func setColor(_ color: Color, of port: InputPort) {
        Topology.locked {
            let wasSeen = self.color.wrappedValue.alpha != 0
            self.color.wrappedValue = color
            if wasSeen != (color.alpha != 0) { port.changes.increment() }
        }
    }
}

extension BasicOperation {
    /// Limits the operation to where a picture is bright.
    ///
    /// At each place the mask counts as much as the luminance of its colour times its alpha (as in W3C CSS Masking): white lets
    /// the result through, black and transparent do not, and greys mix. It is scaled to the result's size. What is seen
    /// outside of it says ``drawsUnmodifiedImageOutsideOfMask``; nil, the default, for no mask.
    ///
    /// The operation keeps the source, not the other way round. Setting it from any thread shows in the next picture. A source
    /// that needs the operation's result is not taken, and the next picture that needs the operation is refused with
    /// ``FilterError/feedsItself(operation:)``, once; ``setMask(_:)`` throws it at once. What operations keep from frame to
    /// frame, and the numbers that they report, are those of the whole picture.
    public var mask: (any ImageSource)? {
        get { Topology.locked { input.mask } }
        set {
            do throws(FilterError) {
                try setMask(newValue)
            } catch {
                input.note(error)
            }
        }
    }

    /// Sets the ``mask``, or none.
    ///
    /// - Parameter source: Gives the mask; it must not need the operation's result.
    /// - Throws: ``FilterError/feedsItself(operation:)``; the mask stays as it was.
    public func setMask(_ source: (any ImageSource)?) throws(FilterError) {
        try Topology.change {
            if let source, Topology.needs(source, input) { return .feedsItself(operation: name) }
            input.mask?.output.forget(self, at: InputPort.maskIndex)
            input.mask = source
            source?.output.targets.append(OutputPort.Target(consumer: self, index: InputPort.maskIndex))
            return nil
        }
    }

    /// True when the first input's picture is seen outside of the ``mask``, scaled to the result's size; else, and for
    /// operations without inputs, there is nothing, on the ``backgroundColor``.
    ///
    /// The default is true.
    public var drawsUnmodifiedImageOutsideOfMask: Bool {
        get { Topology.locked { surroundings.showsUnmodified } }
        set { input.set(\.showsUnmodified, of: surroundings, to: newValue) }
    }

    /// The size of the result, 1 to 32768 pixels a side; nil, the default, for the operation's own.
    ///
    /// The first picture is brought to it before the operation works on it, so that a forced smaller size makes it cheaper and
    /// lengths in pixels are those of the result. Operations that choose their result's size themselves, as ``Crop`` and
    /// ``LanczosResampling`` do, work as ever, and their result is scaled; generators draw in that size. Smaller pictures
    /// are means of what they cover, larger ones bilinear; the shape follows the size. Setting it from any thread shows in
    /// the next picture.
    public var overriddenOutputSize: PixelSize? {
        get { Topology.locked { surroundings.size } }
        set { input.set(\.size, of: surroundings, to: newValue) }
    }

    /// The turn of the result; the default is none.
    ///
    /// It comes last, after mask and background: places, lengths and the mask are those of the picture before the turn, and
    /// what the operation keeps from frame to frame is not turned. An ``overriddenOutputSize`` is that of the turned
    /// result. Setting it from any thread shows in the next picture.
    public var overriddenOutputRotation: Rotation {
        get { Topology.locked { surroundings.rotation } }
        set { input.set(\.rotation, of: surroundings, to: newValue) }
    }

    /// The size in which the operation has to work, before its result is turned; nil for its own.
    var forcedSize: PixelSize? {
        let (size, rotation) = Topology.locked { (surroundings.size, surroundings.rotation) }
        return size.map { rotation.swapsSides ? PixelSize(width: $0.height, height: $0.width) : $0 }
    }
}
