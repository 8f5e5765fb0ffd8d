package import Frames
internal import ProcessorVectors

/// Bodies in a row with the memory that running them needs; made once, not for each frame.
@safe package final class VectorProgram {
    /// The pictures that a program may read, and those that lie in the first cache at a time, with the ones that it reads.
    package static let (sourceLimit, registerLimit) = (
        Int(PROCESSOR_SOURCE_LIMIT), Int(PROCESSOR_REGISTER_LIMIT)
    )
    /// The bodies that a program may have.
    package static let callLimit = Int(PROCESSOR_CALL_LIMIT)

    /// A body's call.
    package struct Call {
        let body: VectorBody
        let inputs: [Int]
        let output: Int
        let parameterCount: Int
        let constants: [Int]
        let isClamped: Bool

        /// Makes a call.
        ///
        /// - Parameters:
        ///   - body: The body.
        ///   - inputs: The registers that it reads; the first ones are the sources.
        ///   - output: The register that it writes.
        ///   - parameterCount: The number of floats of its parameters.
        ///   - constants: The values of its `#define`s.
        ///   - isClamped: True when the result is kept within 0…1.
        package init(
            _ body: VectorBody, inputs: [Int], output: Int, parameterCount: Int, constants: [Int],
            isClamped: Bool
        ) {
            (self.body, self.inputs, self.output, self.parameterCount) = (
                body, inputs, output, parameterCount
            )
            (self.constants, self.isClamped) = (constants, isClamped)
        }

        /// The body's way with channels while alpha is 1.
        fileprivate var curve: ProcessorCurve {
            guard body.curve == PROCESSOR_CURVE_UNLESS_LUMINANCE else { return body.curve }
            return constants.last == 1 ? PROCESSOR_NO_CURVE : PROCESSOR_CURVE
        }
    }

    private let sources: UnsafeMutablePointer<ProcessorImage>
    private let calls: UnsafeMutablePointer<ProcessorCall>
    private let parameters: UnsafeMutablePointer<Float>
    private let curves: UnsafeMutablePointer<UInt8>
    private let isCurve: Bool
    private var program = unsafe ProcessorProgram()

    /// Makes a program.
    ///
    /// - Parameters:
    ///   - size: The size of its pictures.
    ///   - pixels: The layout of the result.
    ///   - sources: The pictures that it reads, and whether bodies look around in them.
    ///   - calls: The bodies, the first one first.
    ///   - result: The register that is written.
    ///   - isOfOpaqueBytes: True when the only source has codes of a byte and no alpha: curves may do the work then.
    package init(
        size: PixelSize, pixels: VectorPicture.Pixels, sources: [(picture: VectorPicture, isAround: Bool)],
        calls: [Call], result: Int, isOfOpaqueBytes: Bool
    ) {
        unsafe self.sources = .allocate(capacity: max(1, sources.count))
        unsafe self.sources.initialize(repeating: ProcessorImage(), count: max(1, sources.count))
        unsafe self.calls = .allocate(capacity: max(1, calls.count))
        unsafe self.calls.initialize(repeating: ProcessorCall(), count: max(1, calls.count))
        let count = calls.reduce(1) { $0 + $1.parameterCount }
        unsafe parameters = .allocate(capacity: count)
        unsafe parameters.initialize(repeating: 0, count: count)
        unsafe curves = .allocate(capacity: PROCESSOR_CURVES_SIZE)
        unsafe curves.initialize(repeating: 0, count: PROCESSOR_CURVES_SIZE)
        isCurve =
            isOfOpaqueBytes && calls.count >= Int(processor_least_curves())
            && calls.allSatisfy { $0.curve != PROCESSOR_NO_CURVE }
        for (index, source) in sources.enumerated() {
            unsafe self.sources[index] = source.picture.image
            unsafe self.sources[index].isAround = source.isAround
        }
        var next = unsafe parameters
        for (index, call) in calls.enumerated() {
            unsafe self.calls[index] = ProcessorCall(call, parameters: next)
            unsafe next += call.parameterCount
        }
        var target = VectorPicture(pixels).image
        target.strides.0 = size.width * pixels.byteCount
        // Red and blue may change places.
        let isExchanging = calls.count { $0.curve == PROCESSOR_EXCHANGING_CURVE } % 2 == 1
        unsafe program = unsafe ProcessorProgram(
            width: Int32(size.width), height: Int32(size.height), sourceCount: Int32(sources.count),
            sources: self.sources, callCount: Int32(calls.count), calls: self.calls,
            isExchanging: isExchanging, result: Int32(result), target: target)
    }

    deinit {
        unsafe curves.deallocate()
        unsafe sources.deallocate()
        unsafe calls.deallocate()
        unsafe parameters.deallocate()
    }

    /// Says where a source's planes lie in this frame.
    package func setSource(_ index: Int, _ plane: Int, at address: UnsafeRawPointer, stride: Int) {
        unsafe sources[index].setPlane(plane, at: address, stride: stride)
    }

    /// Says where a call's list of numbers lies in this frame.
    package func setNumbers(_ call: Int, _ list: Int, at address: UnsafeRawPointer, count: Int) {
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
    ///   - write: Writes all calls' parameters, one after the other.
    package func run(
        into address: UnsafeMutableRawPointer, _ write: (UnsafeMutablePointer<Float>) -> Void
    ) {
        unsafe write(parameters)
        unsafe program.target.planes.0 = unsafe address.assumingMemoryBound(to: UInt8.self)
        let work = unsafe Work(program: program, curves: isCurve ? curves : nil)
        work.prepare()
        RowSpread.spread(Int(unsafe program.height)) { rows in work.run(rows) }
    }

    /// The program, which the threads share.
    @safe private struct Work: @unchecked Sendable {  // Constant while the rows are computed.
        let program: ProcessorProgram
        /// Tables that do the same as the program; nil where none do.
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
    fileprivate init(_ call: VectorProgram.Call, parameters: UnsafePointer<Float>) {
        unsafe self.init()
        unsafe body = unsafe call.body.function
        unsafe withUnsafeMutableBytes(of: &inputs) { bytes in
            let limit = unsafe bytes.bindMemory(to: Int32.self)
            for (index, value) in call.inputs.prefix(limit.count).enumerated() {
                unsafe limit[index] = Int32(value)
            }
        }
        unsafe output = Int32(call.output)
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
