/// The frames of an output, one after the other, for `for await`.
///
/// Ends when the output is finished, or the sessions that fill it have stopped, failed or come to their sources' ends, once it is empty; and
/// when the task is cancelled. Several loops over one output share its frames.
public struct FrameSequence: AsyncSequence, Sendable {
    private let output: FrameOutput

    init(_ output: FrameOutput) { self.output = output }

    /// Waits for frames.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let output: FrameOutput

        /// Waits for the next frame.
        ///
        /// - Parameter actor: The actor that waits.
        /// - Returns: The frame; nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Frame? {
            while !Task.isCancelled {
                // Read first: a frame that came before the end is still to be taken.
                let isOver = output.isOver
                if let frame = output.take() { return frame }
                if isOver { return nil }
                await output.arrival()
            }
            return nil
        }
    }

    /// Begins with the frame that waits longest.
    public func makeAsyncIterator() -> Iterator { Iterator(output: output) }
}

extension FrameOutput {
    /// The frames, one after the other.
    public var frames: FrameSequence { FrameSequence(self) }
}
