/// A giver of pictures: a camera's frames, a file, a generator, an operation's result.
///
/// Pictures of your own enter a graph by a ``PixelInput`` or, as frames, by a ``FrameInput``. A class that holds one of them, or
/// operations of which it gives the last one's port as its own, is a source, too.
public protocol ImageSource: AnyObject, Sendable {
    /// The port where the pictures leave.
    var output: OutputPort { get }
}

/// A taker of pictures: a file, a callback, an operation.
///
/// A subclass of ``PictureConsumer`` is handed its pictures. Any other class with a port asks for them itself: by
/// ``FilterContext/pictures(of:)`` for what is connected to it (``InputPort/current``).
public protocol ImageConsumer: AnyObject, Sendable {
    /// The port where the pictures enter.
    var input: InputPort { get }
}

/// Both: takes pictures and gives others.
public protocol ImageOperation: ImageSource, ImageConsumer {}

infix operator --> : AdditionPrecedence

/// Lets a source feed a consumer's next free input.
///
/// Any thread; a running graph goes on with the next frame. The consumer keeps the source, never the other way round. Where
/// that cannot be, because no input is free or the source needs the consumer's picture, nothing is connected, and the next
/// picture that needs the consumer is refused with the ``FilterError``, once; ``ImageSource/addTarget(_:atTargetIndex:)``
/// throws it at once.
///
/// - Parameters:
///   - source: Gives pictures.
///   - consumer: Takes them.
/// - Returns: The consumer, for the next arrow.
@discardableResult
public func --> <Consumer: ImageConsumer>(source: any ImageSource, consumer: Consumer) -> Consumer {
    do throws(FilterError) {
        try source.addTarget(consumer)
    } catch {
        consumer.input.note(error)
    }
    return consumer
}

extension ImageSource {
    /// Feeds a consumer's input.
    ///
    /// - Parameters:
    ///   - consumer: Takes the pictures; it must not feed this source.
    ///   - index: The number of the input whose source is replaced; nil for the first free one, which there must be.
    /// - Throws: ``FilterError/inputsTaken(operation:count:)``, ``FilterError/noSuchInput(operation:input:count:)`` or
    ///   ``FilterError/feedsItself(operation:)``; everything stays as it was.
    public func addTarget(
        _ consumer: any ImageConsumer, atTargetIndex index: Int? = nil
    ) throws(FilterError) {
        try Topology.change {
            let port = consumer.input
            if Topology.needs(self, port) { return .feedsItself(operation: consumer.title) }
            guard let place = index ?? port.sources.firstIndex(where: { $0 == nil }) else {
                return .inputsTaken(operation: consumer.title, count: port.sources.count)
            }
            guard port.sources.indices.contains(place) else {
                return .noSuchInput(operation: consumer.title, input: place, count: port.sources.count)
            }
            port.sources[place]?.output.forget(consumer, at: place)
            port.sources[place] = self
            output.targets.append(OutputPort.Target(consumer: consumer, index: place))
            return nil
        }
    }

    /// Feeds a consumer no more, nor is its mask; its other sources stay.
    public func removeTarget(_ consumer: any ImageConsumer) {
        Topology.locked {
            for target in output.targets where target.consumer === consumer {
                consumer.input[target.index] = nil
            }
            output.targets.removeAll { $0.consumer == nil || $0.consumer === consumer }
        }
    }

    /// Feeds nobody any more, and is nobody's mask.
    public func removeAllTargets() {
        Topology.locked {
            for target in output.targets { target.consumer?.input[target.index] = nil }
            output.targets.removeAll()
        }
    }

    /// Puts an operation between this source and everything that it feeds, masks included, in one step: no frame sees half
    /// of it.
    ///
    /// - Parameter operation: Has its first input free and feeds nobody yet. What this source feeds of it already, another
    ///   input or the mask, it goes on feeding.
    /// - Throws: ``FilterError/inputsTaken(operation:count:)``, ``FilterError/feedsOthers(operation:)`` or
    ///   ``FilterError/feedsItself(operation:)``; everything stays as it was.
    public func insert(_ operation: any ImageOperation) throws(FilterError) {
        try Topology.change {
            let port = operation.input
            guard let first = port.sources.first, first == nil else {
                return .inputsTaken(operation: operation.title, count: port.sources.count)
            }
            guard operation.output.targets.allSatisfy({ $0.consumer == nil }) else {
                return .feedsOthers(operation: operation.title)
            }
            let own = output.targets.filter { $0.consumer === operation }
            let others = output.targets.filter { $0.consumer !== operation }
            for case let consumer? in others.map(\.consumer) where Topology.needs(operation, consumer.input) {
                return .feedsItself(operation: operation.title)
            }
            if Topology.needs(self, port) { return .feedsItself(operation: operation.title) }
            operation.output.targets = others
            for target in others { target.consumer?.input[target.index] = operation }
            port.sources[0] = self
            output.targets = [OutputPort.Target(consumer: operation, index: 0)] + own
            return nil
        }
    }
}

extension ImageConsumer {
    /// The name in errors: the operation's, or the class's.
    var title: String { (self as? BasicOperation)?.name ?? String(describing: type(of: self)) }
}

extension ImageOperation {
    /// Takes the operation out: what it feeds gets its first source's pictures, in one step.
    ///
    /// Its mask stays with it.
    public func removeFromChain() {
        Topology.locked {
            let source = input.sources.first ?? nil
            for target in output.targets { target.consumer?.input[target.index] = source }
            for index in input.sources.indices { unlink(index) }
            source?.output.targets += output.targets
            output.targets.removeAll()
        }
    }
}

extension ImageConsumer {
    /// Takes another number of sources from now on; those of inputs that go are let go of.
    func resizeInput(to count: Int) {
        Topology.locked {
            while input.sources.count > count {
                input.sources.removeLast()?.output.forget(self, at: input.sources.count)
            }
            while input.sources.count < count { input.sources.append(nil) }
        }
    }

    /// Lets go of all sources; a mask stays.
    public func removeSources() {
        Topology.locked {
            for index in input.sources.indices { unlink(index) }
        }
    }

    /// Lets go of the source of an input; inside the lock.
    func unlink(_ index: Int) {
        input.sources[index]?.output.forget(self, at: index)
        input.sources[index] = nil
    }
}

extension OutputPort {
    /// Drops a target; inside the lock.
    func forget(_ consumer: any ImageConsumer, at index: Int) {
        targets.removeAll { $0.consumer == nil || $0.consumer === consumer && $0.index == index }
    }
}
