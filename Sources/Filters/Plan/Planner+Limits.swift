internal import Frames
internal import LinuxIO
internal import VulkanCore

/// The bounds that a device sets to the joining of operations.
struct KernelBounds {
    /// The number of storage buffers of a kernel.
    var storageBuffers = Int.max
    /// The pictures that are stored although they might join a kernel: they are where kernels may have all buffers that
    /// they want, and are rounded there.
    var stored: Set<ObjectIdentifier> = []

    /// True for a picture that joins no kernel.
    func isStored(_ image: PlanImage) -> Bool { stored.contains(ObjectIdentifier(image)) }

    /// Treats a picture as the one whose place it takes.
    mutating func note(_ copy: PlanImage, inPlaceOf image: PlanImage) {
        if isStored(image) { stored.insert(ObjectIdentifier(copy)) }
    }
}

extension BodyLibrary {
    /// True for a body that reads nothing of its pictures but their luminance.
    func readsOnlyLuminance(_ file: String) throws(FilterError) -> Bool {
        var included: Set<String> = []
        let text = try text(of: file, alreadyIncluded: &included)
        return !text.contains("pixel0") && !text.contains("sample0")
    }
}

extension Planner {
    /// A picture whose own operation reads planes of cameras in fewer buffers, where it had too many.
    mutating func inputsJoined(_ image: PlanImage) -> PlanImage {
        guard case .work(var work) = image.content else { return image }
        let inputs = joined(work.inputs, besides: work.values.count, onlyLuma: work.readsLuminance)
        guard zip(inputs, work.inputs).contains(where: { $0 !== $1 }) else { return image }
        work.inputs = inputs
        let copy = PlanImage(size: image.size, layout: image.layout, content: .work(work))
        copy.uses = image.uses
        made.append(copy)
        bounds.note(copy, inPlaceOf: image)
        return copy
    }

    /// A body that writes numbers and reads planes of cameras in fewer buffers, where it had too many.
    mutating func imagesJoined(_ work: ValuesWork) throws(FilterError) -> ValuesWork {
        guard bounds.storageBuffers < .max else { return work }
        var work = work
        work.images = joined(
            work.images, besides: work.values.count, onlyLuma: try bodies.readsOnlyLuminance(work.file))
        return work
    }

    /// The pictures, with the planes of as many cameras turned into pixels as a kernel of so many buffers needs.
    ///
    /// - Parameters:
    ///   - images: The pictures that a kernel reads itself.
    ///   - others: The buffers of numbers that it reads.
    ///   - onlyLuma: True when it reads nothing but luminance: a camera's is its first plane.
    /// - Returns: The pictures in the same order; nothing is rounded in them.
    mutating func joined(_ images: [PlanImage], besides others: Int, onlyLuma: Bool) -> [PlanImage] {
        var images = images
        // The target takes one, too.
        while images.reduce(others + 1, { $0 + LeafText.Format($1).bufferCount }) > bounds.storageBuffers {
            let most = images.indices.max {
                LeafText.Format(images[$0]).bufferCount < LeafText.Format(images[$1]).bufferCount
            }
            guard let most, LeafText.Format(images[most]).bufferCount > 1 else { break }
            images[most] =
                (onlyLuma ? luma(of: images[most]) : nil) ?? exactConversion(of: images[most])
        }
        return images
    }

    /// A camera's luma alone; nil for a picture without.
    private mutating func luma(of image: PlanImage) -> PlanImage? {
        guard case .source(let slot) = image.content, case .planes(var planes) = slot.traits.samples,
            planes.format.hasLuma
        else { return nil }
        // The first of several planes is the luma, and lies as a grey picture does.
        planes.format = .grey
        let copy = PlanImage(size: image.size, layout: image.layout, content: image.content)
        var traits = slot.traits
        traits.samples = .planes(planes)
        copy.luma = traits
        made.append(copy)
        return copy
    }

    /// A camera's picture as pixels that are not rounded: its colours are codes, whose quotients the compiler may round
    /// otherwise than unpacking does.
    private mutating func exactConversion(of image: PlanImage) -> PlanImage {
        if let known = exactlyConverted[ObjectIdentifier(image)] { return known }
        let copy = image.copied(as: .float, isClamped: false)
        // Stored once, however many kernels read it.
        copy.uses = 2
        exactlyConverted[ObjectIdentifier(image)] = copy
        made.append(copy)
        return copy
    }
}

extension Plan {
    /// The number of storage buffers that a device binds, where a kernel has more; else nil.
    func exceededLimit(of device: VulkanDevice?) -> Int? {
        guard let limit = device?.physical.limits.storageBuffers,
            steps.contains(where: { $0.kernel?.storageCount ?? 0 > limit })
        else { return nil }
        return limit
    }

    /// Checks that a device can run the kernels.
    ///
    /// - Parameter device: The device.
    /// - Throws: ``FilterError/unsupportedSize(_:)`` for a picture that is too large for a buffer of the device's;
    ///   ``FilterError/vulkan(_:)`` of kind `unsupported` for a kernel that needs more than it has.
    func check(_ device: VulkanDevice) throws(FilterError) {
        let limits = device.physical.limits
        for step in steps {
            guard let kernel = step.kernel else { continue }
            let (width, height) = kernel.localSize
            let most =
                width <= limits.groupSize.x && height <= limits.groupSize.y
                ? limits.groupInvocations : min(limits.groupSize.x, limits.groupSize.y)
            guard width * height <= most else {
                throw Plan.lack(
                    device, kernel, "workgroups of \(width)×\(height) invocations, and it has \(most)")
            }
            guard kernel.storageCount <= limits.storageBuffers else {
                throw Plan.lack(
                    device, kernel,
                    "\(kernel.storageCount) buffers at once, and it binds \(limits.storageBuffers)")
            }
            for leaf in kernel.leaves {
                try Plan.check(leaf.image.bufferBytes, of: leaf.image.size, limits, device)
            }
            try Plan.check(byteCount(of: step.writes), of: nil, limits, device)
        }
    }

    private static func check(
        _ count: Int, of size: PixelSize?, _ limits: DeviceLimits, _ device: VulkanDevice
    ) throws(FilterError) {
        guard count > limits.storageBytes else { return }
        let picture: Message = size.map { "a picture of \($0)" } ?? "a result"
        throw .unsupportedSize(
            "\(picture) takes \(count) bytes, and kernels of \(device.name) see \(limits.storageBytes); use a smaller one, or choose another device with --device"
        )
    }

    private static func lack(_ device: VulkanDevice, _ kernel: KernelText, _ need: String) -> FilterError {
        .vulkan(
            VulkanError(
                .unsupported,
                "\(device.name) cannot run \(kernel.name): that needs \(need); choose another with --device"))
    }
}

extension PlanImage {
    /// A picture of the same colours that a kernel makes of this one.
    func copied(as layout: PixelLayout, isClamped: Bool) -> PlanImage {
        PlanImage(
            size: size, layout: layout,
            content: .work(
                PlanWork(
                    kind: .point, file: "Passthrough", function: "passthrough", inputs: [self], values: [],
                    parameters: [], isClamped: isClamped)))
    }

    /// Bytes of the largest buffer that holds it; of a camera's picture those of all planes, which may share one.
    fileprivate var bufferBytes: Int {
        if case .source = LeafText.Format(self) { sampleCount } else { byteCount }
    }
}
