/// A giver of pictures: a camera's frames, a file, a generator, an operation's result.
///
/// Only types of this package can be one, because nobody else can make an ``OutputPort``. Pictures of your own enter a graph by a
/// ``PixelInput`` or, as frames, by a ``FrameInput``.
public protocol ImageSource: AnyObject, Sendable {
    /// The port where the pictures leave.
    var output: OutputPort { get }
}

/// A taker of pictures: a file, a callback, an operation.
public protocol ImageConsumer: AnyObject, Sendable {
    /// The port where the pictures enter.
    var input: InputPort { get }
}

/// Both: takes pictures and gives others.
public protocol ImageOperation: ImageSource, ImageConsumer {}

infix operator --> : AdditionPrecedence

/// Lets a source feed a consumer's next free input.
///
/// Any thread; a running graph goes on with the next frame. The consumer keeps the source, never the other way round.
///
/// - Parameters:
///   - source: Gives pictures.
///   - consumer: Takes them; it must have a free input and must not feed the source.
/// - Returns: The consumer, for the next arrow.
@discardableResult
public func --> <Consumer: ImageConsumer>(source: any ImageSource, consumer: Consumer) -> Consumer {
    source.addTarget(consumer)
    return consumer
}

extension ImageSource {
    /// Feeds a consumer's input.
    ///
    /// - Parameters:
    ///   - consumer: Takes the pictures; it must not feed this source.
    ///   - index: The number of the input whose source is replaced; nil for the first free one, which there must be.
    public func addTarget(_ consumer: any ImageConsumer, atTargetIndex index: Int? = nil) {
        precondition(!isFed(by: consumer), "a graph must not feed itself; use an operation with feedback")
        Topology.locked {
            let port = consumer.input
            let place = index ?? port.sources.firstIndex { $0 == nil } ?? port.sources.count
            precondition(
                port.sources.indices.contains(place), "all \(port.sources.count) inputs have a source")
            port.sources[place]?.output.forget(consumer, at: place)
            port.sources[place] = self
            output.targets.append(OutputPort.Target(consumer: consumer, index: place))
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
    public func insert(_ operation: any ImageOperation) {
        let needed = Topology.snapshot(of: [operation]).connections
        precondition(
            !output.consumers.contains { $0 !== operation && needed[ObjectIdentifier($0.input)] != nil },
            "a graph must not feed itself; use an operation with feedback")
        Topology.locked {
            let own = output.targets.filter { $0.consumer === operation }
            operation.output.targets = output.targets.filter { $0.consumer !== operation }
            for target in operation.output.targets { target.consumer?.input[target.index] = operation }
            operation.input.sources[0] = self
            output.targets = [OutputPort.Target(consumer: operation, index: 0)] + own
        }
    }

    /// True when the source needs what a consumer makes.
    func isFed(by consumer: any ImageConsumer) -> Bool {
        Topology.snapshot(of: [self]).connections.keys.contains(ObjectIdentifier(consumer.input))
    }
}

extension ImageOperation {
    /// Takes the operation out: what it feeds gets its first source's pictures, in one step.
    ///
    /// Its mask stays with it.
    public func removeFromChain() {
        Topology.locked {
            let source = input.sources.first ?? nil
            for target in output.targets { target.consumer?.input[target.index] = source }
            for index in input.sources.indices {
                input.sources[index]?.output.forget(self, at: index)
                input.sources[index] = nil
            }
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
            for index in input.sources.indices {
                input.sources[index]?.output.forget(self, at: index)
                input.sources[index] = nil
            }
        }
    }
}

extension OutputPort {
    /// Drops a target; inside the lock.
    func forget(_ consumer: any ImageConsumer, at index: Int) {
        targets.removeAll { $0.consumer == nil || $0.consumer === consumer && $0.index == index }
    }
}
