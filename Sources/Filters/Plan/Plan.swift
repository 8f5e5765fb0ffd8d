internal import Frames
internal import Processor
internal import VulkanCore

/// A graph as a list of kernels, in the order in which they run.
struct Plan {
    /// The place of something while the plan runs.
    enum Place: Hashable {
        /// A buffer that several kernels use one after another.
        case pool(Int)
        /// A source's plane.
        case source(ObjectIdentifier, Int)
        /// A memory that is kept from frame to frame: written now (0) or frames ago.
        case memory(PlanMemory, frames: Int)
        /// Numbers that never change.
        case table(Int)
        /// Numbers that the processor computes for each frame.
        case computed(Int)
    }

    /// A step's work, and who does it.
    enum Work {
        /// The device.
        case kernel(KernelText)
        /// The processor, which makes a picture.
        case picture(ProcessorWork)
        /// The processor, which counts.
        case values(ProcessorValues)
        /// The processor, with bodies in a row.
        case chain(ProcessorChain)
        /// The processor, which computes numbers of others.
        case table(ProcessorTable)
    }

    /// A kernel or what the processor does, and its buffers.
    struct Step {
        let work: Work
        /// The kernel of the device; nil where the processor works.
        var kernel: KernelText? { if case .kernel(let kernel) = work { kernel } else { nil } }
        /// True when the processor works.
        var isByProcessor: Bool { kernel == nil }
        /// For reports.
        var name: String {
            switch work {
            case .kernel(let kernel): kernel.name
            case .picture(let work): "\(work.name) by the processor"
            case .values(let work): "\(work.name) by the processor"
            case .chain(let chain): "\(chain.name) by the processor"
            case .table(let table): "\(table.name) by the processor"
            }
        }
        /// The operations that it belongs to, in the order in which they work; none for what only prepares a picture.
        var operations: [String] {
            switch work {
            case .kernel(let kernel): kernel.operations
            case .picture(let work): [work.operation].filter { !$0.isEmpty }
            case .values(let work): [work.operation].filter { !$0.isEmpty }
            case .chain(let chain): chain.operations
            case .table(let table): [table.operation].filter { !$0.isEmpty }
            }
        }
        /// Bytes that it reads.
        var readCount: Int {
            switch work {
            case .kernel(let kernel): kernel.leaves.reduce(0) { $0 + $1.image.sampleCount }
            case .picture(let work): work.layout.byteCount
            case .values(let work): work.layout.byteCount
            case .chain(let chain): chain.sources.reduce(0) { $0 + $1.image.sampleCount }
            case .table: 0
            }
        }
        /// The buffers in the order of their bindings, without the block and the target.
        let reads: [Place]
        let writes: Place
        /// True when the target is filled with zeros first.
        let isCleared: Bool
        /// The offset of the kernel's block in the frame's, in bytes.
        let blockOffset: Int
    }

    /// The shape of a memory, which must be equal for it to go on in another plan.
    struct MemoryShape: Equatable {
        let byteCount: Int
        /// A picture's; nil for numbers.
        var size: PixelSize?

        init(byteCount: Int) { self.byteCount = byteCount }

        init(_ image: PlanImage) {
            byteCount = image.byteCount
            size = image.size
        }
    }

    /// A buffer of the pool.
    struct Piece {
        var byteCount: Int
    }

    var steps: [Step] = []
    var pieces: [Piece] = []
    var tables: [[UInt32]] = []
    var computedLists: [(count: Int, compute: ProcessorCompute)] = []
    var sources: [SourceSlot] = []
    /// The memories: their shapes, and for how many frames each is kept.
    var memories: [PlanMemory: (shape: MemoryShape, frames: Int)] = [:]
    /// The pictures that were asked for.
    var outputs: [Output] = []
    var reports: [(place: Place, count: Int, deliver: @Sendable ([UInt32]) -> Void)] = []
    /// The pictures that callbacks get, and the words of 32 bits that each has.
    var pictureReports: [(output: Output, count: Int, deliver: @Sendable (PixelData) -> Void)] = []
    var blockBytes = 0
    var dependencies: [(parameter: AnyParameter, revision: Int)] = []
    var sourceRevisions: [Int] = []
    /// The changes of each part of the graph when the plan was made.
    var changes: [(count: ChangeCount, value: Int)] = []

    /// A picture that was asked for.
    struct Output {
        let place: Place
        let size: PixelSize
        let layout: PixelLayout
        /// The sources that it is made of.
        let slots: [SourceSlot]

        /// The same picture elsewhere.
        func at(_ place: Place) -> Output {
            Output(place: place, size: size, layout: layout, slots: slots)
        }

        /// The time at which the newest of their frames was taken; nil for stills alone.
        var timestamp: Timestamp? {
            var newest: Timestamp?
            for slot in slots {
                guard let timestamp = slot.timestamp else { continue }
                if timestamp.nanoseconds >= newest?.nanoseconds ?? .min { newest = timestamp }
            }
            return newest
        }
    }

    /// True when it can still be recorded: the sources' pictures are of the kind that it was made for.
    var isUsable: Bool {
        for index in sources.indices where sources[index].revision != sourceRevisions[index] { return false }
        return true
    }

    /// True when nothing has changed that the plan depends on.
    var isCurrent: Bool {
        guard isUsable else { return false }
        for (count, value) in changes where count.value != value { return false }
        for dependency in dependencies where dependency.parameter.revision != dependency.revision {
            return false
        }
        return true
    }

    /// Bytes that the kernels read and write for one frame, each buffer counted once for each kernel.
    var traffic: Int {
        steps.reduce(0) { sum, step in
            sum + step.readCount + byteCount(of: step.writes)
        }
    }

    /// Bytes of what a place holds, as far as the plan knows.
    func byteCount(of place: Place) -> Int {
        switch place {
        case .pool(let index): pieces[index].byteCount
        case .memory(let memory, _): memories[memory]?.shape.byteCount ?? 0
        case .source, .table, .computed: 0
        }
    }
}

extension PlanImage {
    /// Bytes of the stored picture.
    var byteCount: Int { size.width * size.height * layout.byteCount }

    /// Bytes that reading all of it moves: of a camera's picture those of its planes.
    var sampleCount: Int {
        guard case .source(let traits) = LeafText.Format(self), case .planes(let planes) = traits.samples
        else { return byteCount }
        return planes.format.planes.reduce(0) { sum, plane in
            let elements = plane.size(of: size)
            return sum + elements.width * elements.height * plane.bytes
        }
    }
}

extension [String] {
    /// Adds an operation's name, unless it is the last one, of which another part has been named before.
    mutating func noteOperation(_ name: String) {
        if !name.isEmpty, last != name { append(name) }
    }
}
