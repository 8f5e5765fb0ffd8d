internal import Frames
internal import ProcessorVectors
internal import VulkanCore

/// A chain with the memory that running it needs; made with the plan, not for each frame.
@safe final class ProcessorChainRun {
    let chain: ProcessorChain
    private let sources: UnsafeMutablePointer<ProcessorImage>
    private let calls: UnsafeMutablePointer<ProcessorCall>
    private let parameters: UnsafeMutablePointer<Float>
    private let isCurve: Bool
    private let curves: UnsafeMutablePointer<UInt8>
    private var program: ProcessorProgram

    init(_ chain: ProcessorChain) {
        self.chain = chain
        isCurve = chain.isCurve
        unsafe curves = .allocate(capacity: PROCESSOR_CURVES_SIZE)
        unsafe curves.initialize(repeating: 0, count: PROCESSOR_CURVES_SIZE)
        unsafe sources = .allocate(capacity: max(1, chain.sources.count))
        unsafe sources.initialize(repeating: ProcessorImage(), count: max(1, chain.sources.count))
        unsafe calls = .allocate(capacity: max(1, chain.calls.count))
        unsafe calls.initialize(repeating: ProcessorCall(), count: max(1, chain.calls.count))
        let count = chain.calls.reduce(1) { $0 + $1.parameters.reduce(0) { $0 + $1.componentCount } }
        unsafe parameters = .allocate(capacity: count)
        unsafe parameters.initialize(repeating: 0, count: count)
        for (index, source) in chain.sources.enumerated() {
            unsafe sources[index] = ProcessorImage(reading: source.image)
            unsafe sources[index].isAround = source.isAround
        }
        var target = ProcessorImage()
        target.samples = ProcessorSamples(chain.layout)
        target.strides.0 = chain.size.width * chain.layout.byteCount
        unsafe program = unsafe ProcessorProgram(
            width: Int32(chain.size.width), height: Int32(chain.size.height),
            sourceCount: Int32(chain.sources.count), sources: sources,
            callCount: Int32(chain.calls.count), calls: calls, isExchanging: chain.isExchanging,
            result: chain.number(chain.result), target: target)
        var next = unsafe parameters
        for (index, call) in chain.calls.enumerated() {
            unsafe calls[index] = ProcessorCall(call, of: chain, parameters: next)
            for parameter in call.parameters { unsafe next += parameter.componentCount }
        }
    }

    deinit {
        unsafe curves.deallocate()
        unsafe sources.deallocate()
        unsafe calls.deallocate()
        unsafe parameters.deallocate()
    }

    /// Says where a source's planes lie in this frame.
    func setSource(_ index: Int, _ plane: Int, at address: UnsafeRawPointer, stride: Int) {
        // Nobody writes to a source's planes.
        let base = unsafe UnsafeMutableRawPointer(mutating: address).assumingMemoryBound(to: UInt8.self)
        switch plane {
        case 0: unsafe (sources[index].planes.0, sources[index].strides.0) = unsafe (base, stride)
        case 1: unsafe (sources[index].planes.1, sources[index].strides.1) = unsafe (base, stride)
        default: unsafe (sources[index].planes.2, sources[index].strides.2) = unsafe (base, stride)
        }
    }

    /// Says where a call's list of numbers lies in this frame.
    func setNumbers(_ call: Int, _ list: Int, at address: UnsafeRawPointer, count: Int) {
        let numbers = unsafe ProcessorNumbers(
            numbers: address.assumingMemoryBound(to: UInt32.self), count: Int32(count))
        if list == 0 {
            unsafe calls[call].numbers.0 = numbers
        } else {
            unsafe calls[call].numbers.1 = numbers
        }
    }

    /// Computes the picture.
    ///
    /// - Parameters:
    ///   - address: The place to write it to.
    ///   - write: Writes a parameter's numbers.
    func run(
        into address: UnsafeMutableRawPointer, _ write: (PlanParameter, UnsafeMutablePointer<Float>) -> Void
    ) {
        var next = unsafe parameters
        for call in chain.calls {
            for parameter in call.parameters {
                unsafe write(parameter, next)
                unsafe next += parameter.componentCount
            }
        }
        unsafe program.target.planes.0 = unsafe address.assumingMemoryBound(to: UInt8.self)
        let work = unsafe Work(program: program, curves: isCurve ? curves : nil)
        work.prepare()
        RowSpread.spread(chain.size.height) { rows in work.run(rows) }
    }

    /// The program, which the threads share.
    @safe private struct Work: @unchecked Sendable {  // Constant while the rows are computed.
        let program: ProcessorProgram
        /// Tables that do what the program would; nil where none do.
        let curves: UnsafeMutablePointer<UInt8>?

        func prepare() {
            guard let curves = unsafe curves else { return }
            unsafe withUnsafePointer(to: program) { unsafe processor_make_curves($0, curves) }
        }

        func run(_ rows: Range<Int>) {
            let (first, end) = (Int32(rows.lowerBound), Int32(rows.upperBound))
            unsafe withUnsafePointer(to: program) { program in
                if let curves = unsafe curves {
                    unsafe processor_run_curves(program, curves, first, end)
                } else {
                    unsafe processor_run(program, first, end)
                }
            }
        }
    }
}

extension ProcessorCall {
    fileprivate init(_ call: ProcessorChain.Call, of chain: ProcessorChain, parameters: UnsafePointer<Float>)
    {
        unsafe self.init()
        unsafe body = unsafe call.body.function
        let inputs = call.inputs.map { chain.number($0) }
        if inputs.count > 0 { unsafe self.inputs.0 = inputs[0] }
        if inputs.count > 1 { unsafe self.inputs.1 = inputs[1] }
        if inputs.count > 2 { unsafe self.inputs.2 = inputs[2] }
        if inputs.count > 3 { unsafe self.inputs.3 = inputs[3] }
        unsafe output = chain.number(.temporary(call.output))
        unsafe self.parameters = unsafe parameters
        unsafe withUnsafeMutableBytes(of: &constants) { bytes in
            let limit = unsafe bytes.bindMemory(to: Int32.self)
            for (index, value) in call.constants.prefix(limit.count).enumerated() {
                unsafe limit[index] = Int32(clamping: value)
            }
        }
        unsafe looksAround = call.body.looksAround
        unsafe isClamped = call.isClamped
    }
}

extension ProcessorSamples {
    fileprivate init(_ layout: PixelLayout) {
        switch layout {
        case .rgba8: self = PROCESSOR_RGBA8
        case .half: self = PROCESSOR_HALF
        case .float: self = PROCESSOR_FLOAT
        }
    }
}

extension ProcessorImage {
    /// The layout of a picture, as far as it stays from frame to frame.
    fileprivate init(reading image: PlanImage) {
        switch LeafText.Format(image) {
        case .stored(let layout):
            self.init()
            turn = (1, 0, 0, 0, 1, 0)
            samples = ProcessorSamples(layout)
        case .source(let traits): self.init(traits)
        }
    }
}
