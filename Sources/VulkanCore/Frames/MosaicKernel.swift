internal import CVulkan
internal import Frames

/// The kernel that makes pixels of a mosaic's numbers, for graphics cards: of the same bits as those of `PictureDecoder`.
///
/// Confined to the device's thread. Two pictures in turn, as in ``StagingMemory``.
final class MosaicKernel {
    private let device: VulkanDevice
    private let ring: CommandRing
    private var shader: (layout: PipelineLayout, module: ShaderModule)?
    private var pictures: [MosaicPicture] = []

    /// Prepares the kernel; nil where the processor draws, and where it is the device: its vectors do better.
    init?(device: VulkanDevice, ring: CommandRing, access: PlaneAccess) {
        guard access != .memory, device.physical.limits.hasMosaicKernel else { return nil }
        (self.device, self.ring) = (device, ring)
    }

    /// Describes the kernel's pixels of a frame; nil for a frame that is no mosaic, or too large for kernels.
    func description(of frame: Frame) -> Picture? {
        let (format, size) = (frame.layout.format, frame.layout.size)
        guard let coding = format.coding, case .mosaic = coding.kind,
            size.width <= FrameLayout.longestSide,
            size.height <= device.physical.limits.storageBytes / 8 / max(1, size.width)
        else { return nil }
        return Picture(frame, format: coding.decoded)
    }

    /// Makes memory ready for the pixels: no longer read by the device, and another than that of the current picture.
    ///
    /// - Throws: The driver's error.
    func prepare(_ layout: FrameLayout, besides current: MosaicPicture?) throws(FrameError) -> MosaicPicture {
        try FrameError.wrapping { () throws(VulkanError) in
            let place = pictures.firstIndex { $0 !== current && (pictures.count == 2 || current == nil) }
            if let place {
                let known = pictures[place]
                try ring.wait(for: known.planes.reader)
                if known.format == layout.format, known.size == layout.size { return known }
            }
            let picture = try MosaicPicture(
                layout.format, layout.size, by: pipeline(of: layout.format), on: device)
            if let place { pictures[place] = picture } else { pictures.append(picture) }
            return picture
        }
    }

    private func pipeline(of format: PixelFormat) throws(VulkanError) -> ComputePipeline {
        if let known = pictures.first(where: { $0.format == format }) { return known.pipeline }
        let shader = if let shader { shader } else { try makeShader() }
        self.shader = shader
        var constants: [UInt32] = []
        if let coding = format.coding, case .mosaic(let red) = coding.kind {
            constants = [UInt32(coding.bits), coding.isPacked ? 1 : 0, UInt32(red)]
        }
        return try ComputePipeline(
            device: device, layout: shader.layout, module: shader.module, constants: constants,
            name: "mosaic kernel")
    }

    private func makeShader() throws(VulkanError) -> (layout: PipelineLayout, module: ShaderModule) {
        (
            try PipelineLayout(
                device: device, stage: VK_SHADER_STAGE_COMPUTE_BIT,
                bindings: Array(repeating: (VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1), count: 2),
                constantBytes: UInt32(MemoryLayout<MosaicPicture.Constants>.size), name: "mosaic kernel"),
            try ShaderModule(device: device, words: MosaicKernel.computeShader, name: "mosaic kernel")
        )
    }
}

/// The pixels of a mosaic in memory of the device's own, which a kernel writes when somebody is going to read them.
@safe final class MosaicPicture {
    /// The push constants of MosaicKernel.comp.
    struct Constants {
        var width, height: Int32
        var offset, stride: UInt32
    }

    /// The mosaic's format.
    let format: PixelFormat
    /// The mosaic's size.
    let size: PixelSize
    /// The place of the pixels.
    let planes: PlaneBuffers
    /// The mosaic; nil while there is none to be read.
    var mosaic: PlaneBuffers?
    let pipeline: ComputePipeline
    private let pixels: DeviceBuffer
    private let sets: DescriptorSets
    private let device: VulkanDevice

    init(
        _ format: PixelFormat, _ size: PixelSize, by pipeline: ComputePipeline, on device: VulkanDevice
    ) throws(VulkanError) {
        (self.format, self.size, self.pipeline, self.device) = (format, size, pipeline, device)
        let layout = StagingLayout(format: format.coding?.decoded ?? format, size: size)
        pixels = try DeviceBuffer(
            device: device, count: layout.byteCount,
            usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue,
            name: "pixels of a mosaic")
        sets = try DescriptorSets(device: device, slots: 1, layouts: [pipeline.layout], name: "mosaic kernel")
        let raw = unsafe pixels.raw
        planes = PlaneBuffers(
            planes: layout.places.map { place in
                unsafe PlaneBuffers.Plane(
                    buffer: raw, byteCount: layout.byteCount, offset: place.offset, stride: place.stride)
            }, owner: pixels)
    }

    /// Records the kernel (`vkCmdDispatch`), after which copies and kernels read the pixels.
    ///
    /// Nothing reads what it overwrites: ``MosaicKernel/prepare(_:besides:)`` has waited for that.
    func record(into commands: Commands) {
        guard let mosaic, let plane = mosaic.planes.first else { return }
        for buffer in mosaic.shared { commands.acquire(buffer) }
        commands.keep(mosaic)
        commands.keep(self)
        mosaic.reader = commands.number
        var set = unsafe sets[0, 0]
        unsafe device.write(plane.buffer, to: set, binding: 0, commands.scratch)
        unsafe device.write(pixels.raw, to: set, binding: 1, commands.scratch)
        var constants = Constants(
            width: Int32(size.width), height: Int32(size.height), offset: UInt32(plane.offset),
            stride: UInt32(plane.stride))
        let (buffer, layout) = unsafe (commands.raw, pipeline.layout.raw)
        commands.region("mosaic") {
            unsafe vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.raw)
            unsafe vkCmdBindDescriptorSets(
                buffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nil)
            unsafe vkCmdPushConstants(
                buffer, layout, VK_SHADER_STAGE_COMPUTE_BIT.rawValue, 0,
                UInt32(MemoryLayout<Constants>.size), &constants)
            // SIDE of MosaicKernel.comp.
            unsafe vkCmdDispatch(buffer, UInt32(size.width + 31) / 32, UInt32(size.height + 31) / 32, 1)
            commands.order(.kernelWrite, before: .read)
        }
    }
}
