internal import Frames

/// Masks, backgrounds, forced sizes and turns, which every operation has: they are put around what it computes.
extension PlanBuilder {
    /// An operation's whole result.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - inputs: The pictures that the operation takes.
    ///   - mask: Its mask; nil for none.
    /// - Returns: The result.
    /// - Throws: The operation's error, or a forced size that is out of bounds.
    func result(
        of operation: BasicOperation, _ inputs: [PlanImage], mask: PlanImage?
    ) throws(FilterError) -> PlanImage {
        try turned(upright(of: operation, inputs, mask: mask), by: operation.overriddenOutputRotation)
    }

    /// A picture turned by quarters.
    func turned(_ image: PlanImage, by rotation: Rotation) throws(FilterError) -> PlanImage {
        guard rotation != .none else { return image }
        let size = image.size
        return try area(
            "Turned", [image],
            size: rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size,
            layout: image.layout, isClamped: image.isClamped, constants: ["QUARTERS": rotation.rawValue / 90])
    }

    private func upright(
        of operation: BasicOperation, _ inputs: [PlanImage], mask: PlanImage?
    ) throws(FilterError) -> PlanImage {
        let size = operation.forcedSize
        var inputs = inputs
        if let size, !inputs.isEmpty, !type(of: operation).choosesSize {
            inputs[0] = try scaled(inputs[0], to: size)
        }
        var image = try operation.describe(to: self, inputs)
        if let size { image = try scaled(image, to: size) }
        guard let mask else { return try overBackground(image, operation, isMasked: false) }
        if let first = inputs.first, operation.drawsUnmodifiedImageOutsideOfMask {
            return try overBackground(try mixed(image, first, by: mask), operation, isMasked: false)
        }
        let cut = try point("Mask", [image, mask], layout: image.layout, isClamped: image.isClamped)
        return try overBackground(cut, operation, isMasked: true)
    }

    /// A picture in another size: means where it becomes smaller, bilinear where it becomes larger.
    func scaled(_ image: PlanImage, to size: PixelSize) throws(FilterError) -> PlanImage {
        if image.size == size { return image }
        func steps(_ from: Int, _ to: Int) -> Int { to > 0 ? max(1, from / to + (from % to > 0 ? 1 : 0)) : 1 }
        return try area(
            "ForcedSize", [image], size: size, layout: image.layout, isClamped: image.isClamped,
            constants: [
                "STEPS_ACROSS": steps(image.size.width, size.width),
                "STEPS_DOWN": steps(image.size.height, size.height),
            ])
    }

    /// One picture where a mask is bright, another elsewhere.
    private func mixed(
        _ inside: PlanImage, _ outside: PlanImage, by mask: PlanImage
    ) throws(FilterError) -> PlanImage {
        if inside === outside { return inside }
        let isJoined = inside.joins(outside)
        let image = try point(
            "Masked", [inside, outside, mask], layout: inside.layout, isClamped: inside.isClamped)
        // A kernel that computes one from the other has both at hand: nobody else need store it.
        if isJoined {
            outside.uses -= 1
            outside.isReadTwice = true
        }
        return image
    }

    private func overBackground(
        _ image: PlanImage, _ operation: BasicOperation, isMasked: Bool
    ) throws(FilterError) -> PlanImage {
        let (color, isDrawn) = operation.background
        guard isDrawn ? isMasked : color.wrappedValue.alpha != 0 else { return image }
        return try point(
            "OverBackground", [image], [.live("backgroundColor", color)], layout: image.layout,
            isClamped: image.isClamped)
    }
}

extension PlanImage {
    /// True when its numbers stay within 0…1.
    fileprivate var isClamped: Bool { layout.isClamped }

    /// True when the kernel that computes this picture for its only reader computes another one, too.
    ///
    /// - Parameter other: A picture that it is made of, perhaps.
    /// - Returns: Whether it does, as far as can be said before kernels are written.
    fileprivate func joins(_ other: PlanImage) -> Bool {
        guard case .work(let work) = content, work.kind == .point, uses == 0 else { return false }
        return work.inputs.contains { $0.contains(other) }
    }

    private func contains(_ other: PlanImage) -> Bool {
        if self === other { return uses == 1 }
        guard case .work(let work) = content, work.kind == .point, uses == 1 else { return false }
        return work.inputs.contains { $0.contains(other) }
    }
}
