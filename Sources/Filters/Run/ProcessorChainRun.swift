internal import Processor
internal import VulkanCore

/// A chain with the memory that running it needs; made with the plan, not for each frame.
final class ProcessorChainRun {
    let chain: ProcessorChain
    let program: VectorProgram

    init(_ chain: ProcessorChain) {
        self.chain = chain
        program = VectorProgram(
            size: chain.size, pixels: VectorPicture.Pixels(chain.layout),
            sources: chain.sources.map { (VectorPicture(reading: $0.image), $0.isAround) },
            calls: chain.calls.map { call in
                VectorProgram.Call(
                    call.body, inputs: call.inputs.map(chain.number),
                    output: chain.number(.temporary(call.output)),
                    parameterCount: call.parameters.reduce(0) { $0 + $1.componentCount },
                    constants: call.constants, isClamped: call.isClamped)
            }, result: chain.number(chain.result), isOfOpaqueBytes: chain.isOfOpaqueBytes)
    }

    /// Computes the picture.
    ///
    /// - Parameters:
    ///   - address: The place to write it to.
    ///   - write: Writes a parameter's numbers.
    func run(
        into address: UnsafeMutableRawPointer, _ write: (PlanParameter, UnsafeMutablePointer<Float>) -> Void
    ) {
        unsafe program.run(into: address) { first in
            var next = unsafe first
            for call in chain.calls {
                for parameter in call.parameters {
                    unsafe write(parameter, next)
                    unsafe next += parameter.componentCount
                }
            }
        }
    }
}

extension VectorPicture.Pixels {
    fileprivate init(_ layout: PixelLayout) {
        switch layout {
        // No chain reads or writes 16 bits.
        case .rgba8, .rgba16: self = .bytes
        case .half: self = .halves
        case .float: self = .floats
        }
    }
}

extension VectorPicture {
    /// The layout of a picture, as far as it stays from frame to frame.
    fileprivate init(reading image: PlanImage) {
        switch LeafText.Format(image) {
        case .stored(let layout): self.init(Pixels(layout))
        case .source(let traits): self.init(traits)
        }
    }
}
