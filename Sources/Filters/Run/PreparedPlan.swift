internal import VulkanCore

extension FilterRunner {
    /// A source whose picture is wanted; whoever wants it keeps it.
    struct Wanted {
        weak var source: (any ImageSource)?

        init(_ source: any ImageSource) { self.source = source }
    }

    /// Buffers that turn: what is written in a frame is read in a later one.
    struct MemoryRing {
        var shape: Plan.MemoryShape
        var buffers: [PieceBuffer]
        var firstFrame: Int
    }

    /// A plan with its buffers and pipelines.
    final class Prepared {
        var plan: Plan
        var pipelines: [ComputePipeline?] = []
        /// The processor's chains, ready to run, by step.
        var chains: [ProcessorChainRun?] = []
        var pieces: [PieceBuffer] = []
        var tables: [MappedBuffer] = []
        /// For each of the plan's computed lists a buffer of each slot.
        var computedBuffers: [[MappedBuffer]] = []
        /// The slot of the recording that is being made.
        var slot = 0
        let block: MappedBuffer
        var reportBuffers: [MappedBuffer] = []
        let outputs: [Wanted]

        init(plan: Plan, block: MappedBuffer, outputs: [any ImageSource]) {
            self.plan = plan
            self.block = block
            self.outputs = outputs.map(Wanted.init)
        }
    }
}
