internal import Frames
internal import Processor
internal import VulkanCore

/// The processor's own work where it is the device: there its vectors beat kernels by far.
extension PlanBuilder {
    typealias ProcessorBody = @Sendable (_ source: ProcessorPicture, _ target: ProcessorPicture) -> Void

    /// A picture that the processor computes.
    ///
    /// - Parameters:
    ///   - name: For reports.
    ///   - input: The picture; of a camera's the planes of its colours.
    ///   - run: Works on planes of bytes.
    /// - Returns: The picture; nil where the device is not the processor, or where it does not see the input.
    func processed(_ name: String, _ input: PlanImage, _ run: @escaping ProcessorBody) -> PlanImage? {
        guard isCPU, usesProcessor else { return nil }
        if let colors = colors(of: input), let result = processed(name, colors, run) {
            return try? point("Passthrough", [result])
        }
        if var traits = input.processorTraits, traits.holdsColors, let layout = ProcessorLayout(traits) {
            if case .planes(var planes) = traits.samples {
                planes.isAligned = true
                traits.samples = .planes(planes)
            }
            return made(name, input, traits, layout, run)
        }
        guard input.layout == .rgba8 else { return nil }
        return made(name, input, nil, ProcessorLayout(pixels: input.size), run)
    }

    /// The colours of a camera's luma and chroma, a plane each; nil of all other pictures.
    ///
    /// Where colours are clipped, blurred luma and chroma are not those of the blurred colours; and each is rounded by itself,
    /// which takes up to three codes off the colours.
    private func colors(of input: PlanImage) -> PlanImage? {
        guard let traits = input.processorTraits, !traits.holdsColors, ProcessorLayout(traits) != nil,
            case .planes(let planes) = traits.samples
        else { return nil }
        let colors = SourceSlot.Traits(
            samples: .planes(.ofColors(isGrey: planes.format.model == .grey, height: traits.size.height)),
            size: input.size)
        guard let layout = ProcessorLayout(colors) else { return nil }
        let picture = VectorPicture(traits)
        return made("Colors", input, colors, layout) { source, target in
            picture.writeColors(of: source, to: target)
        }
    }

    /// A grey picture that the processor makes of a camera's planes; nil where ``processed(_:_:_:)`` would be, and of pixels.
    func processorGrey(_ name: String, _ input: PlanImage, _ run: @escaping ProcessorBody) -> PlanImage? {
        guard isCPU, usesProcessor, var traits = input.processorTraits, ProcessorLayout(traits) != nil else {
            return nil
        }
        traits.samples = .planes(.ofColors(isGrey: true, height: traits.size.height))
        guard let layout = ProcessorLayout(traits) else { return nil }
        return made(name, input, traits, layout, run)
    }

    /// A camera's edges as a grey picture, by the processor; nil where it is not the device or sees no plane of luma.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - strength: The factor of a slope's length, asked for each frame.
    ///   - isInverted: Whether edges are dark on white.
    /// - Returns: The edges.
    func processorEdges(
        _ image: PlanImage, strength: @escaping @Sendable () -> Float, isInverted: Bool
    ) -> PlanImage? {
        guard let traits = image.processorTraits, case .planes(let planes) = traits.samples,
            planes.format.hasSeparateLuma
        else { return nil }
        // Black and white may be the codes 16 and 235.
        let range = Float(planes.weights.red.x) / 8192
        let isLimited = planes.weights.red.x != 8192
        return processorGrey("Edges", image) { source, target in
            guard let luma = source.planes.first, let grey = target.planes.first else { return }
            let strength = strength()
            ProcessorEdges(
                scale: (strength.isFinite ? strength : 0) * range, isInverted: isInverted,
                isLimited: isLimited
            ).apply(luma, to: grey)
        }
    }

    /// The mean of a square of 2·radius + 1 pixels a side, by the processor; nil where it is not the device.
    func processorMean(_ image: PlanImage, radius: Int) -> PlanImage? {
        guard radius > 0, radius <= ProcessorMean.radiusLimit else { return nil }
        return processed("Mean", image) { source, target in
            for (from, to) in zip(source.planes, target.planes) {
                ProcessorMean(radius: radius).apply(from, to: to)
            }
        }
    }

    private func made(
        _ name: String, _ input: PlanImage, _ traits: SourceSlot.Traits?, _ layout: ProcessorLayout,
        _ run: @escaping ProcessorBody
    ) -> PlanImage {
        input.uses += 1
        let work = ProcessorWork(
            input: input, traits: traits, layout: layout, name: name, operation: operationName, run: run)
        return PlanImage(size: input.size, layout: .rgba8, content: .processor(work))
    }
}

extension SourceSlot.PlaneTraits {
    /// Planes of red, green and blue, or one of grey, that the processor makes.
    fileprivate static func ofColors(isGrey: Bool, height: Int) -> Self {
        let color = ColorDescription.assumed(for: .bgra, height: height)
        return Self(
            format: isGrey ? .grey : .i444,
            weights: ColorWeights(ColorTransform(color, isGrey ? .grey : .bgra)),
            isAligned: true)
    }
}

extension SourceSlot.Traits {
    /// True when each sample is the code of red, green, blue or grey, not a part of several.
    fileprivate var holdsColors: Bool {
        guard case .planes(let planes) = samples else { return false }
        return planes.weights.red.x == 8192 && (planes.weights.green.x == 0 || planes.format.model == .grey)
    }
}
