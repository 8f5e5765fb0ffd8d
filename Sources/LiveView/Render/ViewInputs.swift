internal import Capture
internal import Frames

/// A channel's source, and its outputs for this view.
struct ViewInput {
    let channel: LiveViewChannel
    var number: UInt64 = 0
    var source: (any FrameSource)?
    var slot: FrameOutput?
    var queue: FrameOutput?

    var session: CaptureSession? { source as? CaptureSession }
    var pictures: FrameFanOut? { source as? FrameFanOut }

    /// The output that the source has for this view.
    var link: ViewLink? { source.flatMap { source in (queue ?? slot).map { (source, $0) } } }
    var orders: RenderOrders.Input {
        RenderOrders.Input(channel: channel, number: number, slot: slot, queue: queue)
    }
}

/// An output that a source has for this view.
typealias ViewLink = (source: any FrameSource, output: FrameOutput)

/// The inputs, and the outputs that sources have of them.
struct ViewInputs {
    var all: [ViewInput]
    /// False while sources do not have the inputs' outputs yet.
    var isLinked = true
    /// True while a thread gives outputs to sources.
    var isLinking = false
    /// True once the view has ended: nobody takes frames any more.
    var isClosed = false
    private var links: [ViewLink] = []

    init(_ first: LiveViewChannel) { all = [ViewInput(channel: first)] }

    /// The outputs that sources are to get and to lose next; nil when they have them, or another thread is at it.
    mutating func nextLinks() -> (new: [ViewLink], gone: [ViewLink])? {
        guard !isLinked, !isLinking else { return nil }
        (isLinked, isLinking) = (true, true)
        let before = links
        links = isClosed ? [] : all.compactMap(\.link)
        func isMissing(_ link: ViewLink, in links: [ViewLink]) -> Bool {
            !links.contains { $0.source === link.source && $0.output === link.output }
        }
        var gone = before.filter { isMissing($0, in: links) }
        // An output that its session was given by another comes along while every frame counts.
        for input in all where !isClosed && input.queue != nil {
            guard let source = input.source, let slot = input.slot, isMissing((source, slot), in: gone)
            else { continue }
            gone.append((source, slot))
        }
        return (links.filter { isMissing($0, in: before) }, gone)
    }
}

extension FrameOutput {
    /// Takes the frame that waits in another output, unless frames have come here already.
    ///
    /// - Parameters:
    ///   - other: The other output.
    ///   - count: The number of frames that came here until now.
    /// - Returns: True when it took one.
    @discardableResult
    func takeOver(_ other: FrameOutput?, after count: UInt64 = 0) -> Bool {
        guard statistics.published == count, let frame = other?.take() else { return false }
        publish(frame)
        return true
    }
}
