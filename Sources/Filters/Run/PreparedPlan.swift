internal import Frames
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

    /// A recording whose callbacks have not been called.
    struct Reported {
        /// The submission that it is, or will be.
        let number: UInt64
        /// The recording's own number.
        let recording: UInt64
        let prepared: Prepared
        let slot: Int
        /// The times of the pictures that callbacks get.
        let timestamps: [Timestamp?]
    }

    /// A plan with its buffers and pipelines.
    final class Prepared {
        var plan: Plan
        var pipelines: [ComputePipeline?] = []
        /// The descriptors of the kernels, numbered by step as `setNumbers` say; nil where they are named while recording.
        var sets: DescriptorSets?
        /// The number of each step's kernel among the kernels.
        var setNumbers: [Int] = []
        /// The processor's chains, ready to run, by step.
        var chains: [ProcessorChainRun?] = []
        var pieces: [PieceBuffer] = []
        var tables: [MappedBuffer] = []
        /// For each of the plan's computed lists a buffer of each slot.
        var computedBuffers: [[MappedBuffer]] = []
        /// The slot of the recording that is being made.
        var slot = 0
        let block: MappedBuffer
        /// For each of the plan's reports a buffer of each slot.
        var reportBuffers: [[MappedBuffer]] = []
        /// A copy of each output's picture, for a processor that reads it and is not the device; none before the first.
        var readBacks: [MappedBuffer] = []
        let outputs: [Wanted]

        init(plan: Plan, block: MappedBuffer, outputs: [any ImageSource]) {
            self.plan = plan
            self.block = block
            self.outputs = outputs.map(Wanted.init)
        }
    }
}
