internal import Frames
internal import Processor
internal import VulkanCore

/// Point operations in a row that the processor computes where it is the device.
///
/// They are the bodies of the kernels, compiled for the processor's vectors; a picture goes through all of them in parts
/// that stay in the first cache.
struct ProcessorChain {
    /// The place where a body finds a picture.
    enum Register {
        case source(Int)
        case temporary(Int)
    }

    /// A body's call.
    struct Call {
        let body: VectorBody
        let inputs: [Register]
        let output: Int
        let parameters: [PlanParameter]
        let values: [PlanValues]
        /// As the body's entry has them.
        let constants: [Int]
        let isClamped: Bool
    }

    let size: PixelSize
    let layout: PixelLayout
    /// A picture that the chain reads.
    struct Source {
        let image: PlanImage
        /// True when a body looks around in it; else it is read at the same place.
        let isAround: Bool
    }

    private(set) var sources: [Source] = []
    /// The operations that it belongs to, in the order in which they work.
    private(set) var operations: [String] = []
    private(set) var calls: [Call] = []
    private(set) var result = Register.source(0)
    private var temporaryCount = 0
    private var freeTemporaries: [Int] = []
    /// The registers of pictures that are read twice in the chain; they stay there.
    private var known: [ObjectIdentifier: Register] = [:]

    /// For reports.
    var name: String {
        calls.isEmpty ? "passthrough" : calls.reversed().map(\.body.name).joined(separator: "+")
    }

    /// Gathers the operations that make a picture.
    ///
    /// Fails when the processor has no body for the last one or does not see what it reads.
    ///
    /// - Parameters:
    ///   - root: The picture.
    ///   - isFused: Whether operations before the last one belong to it.
    init?(_ root: PlanImage, isFused: Bool) {
        size = root.size
        layout = root.layout
        guard layout != .rgba16, case .work(let work) = root.content,
            let result = call(work, isFused: isFused)
        else {
            return nil
        }
        self.result = result
    }

    private mutating func call(_ work: PlanWork, isFused: Bool) -> Register? {
        guard let body = VectorBody.body(for: work), calls.count < VectorProgram.callLimit else {
            return nil
        }
        var inputs: [Register] = []
        for image in work.inputs {
            let input =
                body.looksAround
                ? surroundings(image, ofLuminance: work.readsLuminance)
                : register(image, isFused: isFused)
            guard let input else { return nil }
            inputs.append(input)
        }
        for (image, input) in zip(work.inputs, inputs) where !image.isReadTwice {
            if case .temporary(let number) = input { freeTemporaries.append(number) }
        }
        let output = freeTemporaries.popLast() ?? temporaryCount
        temporaryCount = max(temporaryCount, output + 1)
        guard temporaryCount <= VectorProgram.registerLimit - VectorProgram.sourceLimit else {
            return nil
        }
        // Nothing to be done.
        if work.file == "Passthrough", case .source = inputs[0] {
            freeTemporaries.append(output)
            return inputs[0]
        }
        operations.noteOperation(work.operation)
        calls.append(
            Call(
                body: body, inputs: inputs, output: output, parameters: work.parameters,
                values: work.values,
                constants: body.constants.map { work.constants[$0] ?? 0 }, isClamped: work.isClamped))
        return .temporary(output)
    }

    private mutating func register(_ image: PlanImage, isFused: Bool) -> Register? {
        if let found = known[ObjectIdentifier(image)] { return found }
        if isFused, image.uses == 1, image.size == size, case .work(let work) = image.content {
            let before = self
            if let result = call(work, isFused: true) {
                if image.isReadTwice { known[ObjectIdentifier(image)] = result }
                return result
            }
            self = before
        }
        guard image.isSeenByProcessor else { return nil }
        return source(Source(image: image, isAround: false))
    }

    /// A picture in which a body looks around: pixels, or the luma of a camera's picture, upright.
    private mutating func surroundings(_ image: PlanImage, ofLuminance: Bool) -> Register? {
        guard image.isSeenByProcessor else { return nil }
        switch LeafText.Format(image) {
        case .stored(let layout): guard layout == .rgba8 else { return nil }
        case .source(let traits):
            guard !traits.isTurned else { return nil }
            if case .planes(let planes) = traits.samples {
                guard ofLuminance, planes.format.hasSeparateLuma else { return nil }
            }
        }
        return source(Source(image: image, isAround: true))
    }

    private mutating func source(_ new: Source) -> Register? {
        let known = sources.firstIndex { $0.image === new.image && $0.isAround == new.isAround }
        if let known { return .source(known) }
        // Its vectors work in 8 bits, or in floats.
        guard new.image.layout != .rgba16, new.image.size == size, sources.count < VectorProgram.sourceLimit
        else { return nil }
        sources.append(new)
        return .source(sources.count - 1)
    }

    /// True when all that it reads are codes of a byte without alpha, and so is what it writes: tables of all codes may do the same.
    var isOfOpaqueBytes: Bool {
        layout == .rgba8 && sources.count == 1 && LeafText.Format(sources[0].image).planes != nil
    }

    /// The number of a register in the program: sources come first.
    func number(_ register: Register) -> Int {
        switch register {
        case .source(let number): number
        case .temporary(let number): sources.count + number
        }
    }
}

extension PlanImage {
    /// True when the processor, where it is the device, sees the picture when it is stored.
    fileprivate var isSeenByProcessor: Bool {
        if case .source(let slot) = content { return slot.isSeenByProcessor }
        return true
    }
}

extension VectorBody {
    /// The body that does the same as a kernel's.
    fileprivate static func body(for work: PlanWork) -> VectorBody? {
        guard work.floats.isEmpty, work.own == nil else { return nil }
        let parameters = work.parameters.map { "\($0.shaderType) \($0.name);" }.joined()
        let body = all[
            Key(function: work.function, parameters: parameters, constants: Set(work.constants.keys))]
        guard let body, body.looksAround == (work.kind == .area), body.inputCount == work.inputs.count,
            body.valuesCount == work.values.count
        else {
            return nil
        }
        return body
    }
}
