internal import CVulkan
internal import Frames
internal import VulkanCore

/// Converts and places a picture that lies in buffers, in the compute stage.
///
/// Confined to the device's thread. The pipelines are made when first needed, the buffers bound when they are others.
@safe final class Kernel {
    /// The properties that a pipeline is made for.
    struct Key: Hashable {
        let traits: PictureTraits
        let isBlueFirst: Bool
        let isWhole: Bool

        /// The specialization constants of Kernel.comp.
        var constants: [UInt32] { traits.constants + [isBlueFirst ? 1 : 0, isWhole ? 1 : 0] }
    }

    /// Three planes and the window's pixels.
    private static let bufferCount = 4
    /// Pixels of a workgroup: invocations times pixels of each, as in Kernel.comp.
    private static let pixelsPerGroup = PixelSize(width: 8 * 8, height: 8)

    private let device: VulkanDevice
    private let layout: PipelineLayout
    private let module: ShaderModule
    private let sets: DescriptorSets
    /// What each set holds; not kept alive by it.
    private var held: [Held]
    private struct Held {
        weak var planes: PlaneBuffers?
        weak var canvas: Canvas<DeviceBuffer>?
    }

    private var pipelines: [Key: ComputePipeline] = [:]
    /// The pipeline of the last scene.
    private var current: (scene: Scene, key: Key, pipeline: ComputePipeline)?

    init(device: VulkanDevice, ring: CommandRing) throws(VulkanError) {
        self.device = device
        layout = try PipelineLayout(
            device: device, stage: VK_SHADER_STAGE_COMPUTE_BIT,
            bindings: Array(repeating: (VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1), count: Kernel.bufferCount),
            constantBytes: PictureConstants.byteCount)
        module = try ShaderModule(device: device, words: Kernel.computeShader)
        sets = try unsafe DescriptorSets(
            device: device, ring: ring, layout: layout.setLayout, type: VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            count: Kernel.bufferCount)
        held = Array(repeating: Held(), count: ring.slotCount)
    }

    /// Records the kernel (`vkCmdDispatch`).
    ///
    /// - Parameters:
    ///   - planes: The picture's buffers.
    ///   - scene: What they hold, and where it goes.
    ///   - canvas: Gets the pixels.
    ///   - isBlueFirst: The order of their bytes.
    ///   - commands: The recording.
    /// - Throws: What the driver says to a new pipeline.
    func record(
        _ planes: PlaneBuffers, _ scene: Scene, into canvas: Canvas<DeviceBuffer>, isBlueFirst: Bool,
        _ commands: Commands
    ) throws(VulkanError) {
        let isWhole = scene.isWhole && planes.planes.allSatisfy { $0.offset % 4 == 0 && $0.stride % 4 == 0 }
        let pipeline = try pipeline(for: scene, isBlueFirst: isBlueFirst, isWhole: isWhole)
        let buffer = unsafe commands.raw
        unsafe vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.raw)
        bind(planes, canvas, commands)
        var constants = scene.constants
        constants.place(planes)
        unsafe vkCmdPushConstants(
            buffer, layout.raw, VK_SHADER_STAGE_COMPUTE_BIT.rawValue, 0, PictureConstants.byteCount,
            &constants)
        let size = scene.placement.rectangle.size
        unsafe vkCmdDispatch(
            buffer, Kernel.groups(size.width, Kernel.pixelsPerGroup.width),
            Kernel.groups(size.height, Kernel.pixelsPerGroup.height), 1)
    }

    private static func groups(_ pixels: Int, _ perGroup: Int) -> UInt32 {
        UInt32((pixels + perGroup - 1) / perGroup)
    }

    private func pipeline(
        for scene: Scene, isBlueFirst: Bool, isWhole: Bool
    ) throws(VulkanError) -> ComputePipeline {
        if let current, current.scene === scene, current.key.isBlueFirst == isBlueFirst,
            current.key.isWhole == isWhole
        {
            return current.pipeline
        }
        let key = Key(traits: scene.traits, isBlueFirst: isBlueFirst, isWhole: isWhole)
        let pipeline: ComputePipeline
        if let made = pipelines[key] {
            pipeline = made
        } else {
            pipeline = try ComputePipeline(
                device: device, layout: layout, module: module, constants: key.constants)
            pipelines[key] = pipeline
        }
        current = (scene, key, pipeline)
        return pipeline
    }

    private func bind(_ planes: PlaneBuffers, _ canvas: Canvas<DeviceBuffer>, _ commands: Commands) {
        let slot = sets.slot(of: commands)
        var set = unsafe sets[slot]
        if held[slot].planes !== planes || held[slot].canvas !== canvas {
            unsafe write(planes, canvas, to: set, commands.scratch)
            held[slot] = Held(planes: planes, canvas: canvas)
        }
        unsafe vkCmdBindDescriptorSets(
            commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, layout.raw, 0, 1, &set, 0, nil)
    }

    private func write(
        _ planes: PlaneBuffers, _ canvas: Canvas<DeviceBuffer>, to set: VkDescriptorSet?, _ scratch: Scratch
    ) {
        for index in 0..<Kernel.bufferCount {
            // Places that the arrangement does not use hold the last plane again: none may be empty.
            let plane = planes.planes[min(index, planes.planes.count - 1)]
            let buffer =
                unsafe index == Kernel.bufferCount - 1 ? canvas.buffer.raw : plane.buffer
            let info = unsafe VkDescriptorBufferInfo(buffer: buffer, offset: 0, range: VK_WHOLE_SIZE)
            var write = unsafe VkWriteDescriptorSet()
            unsafe write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET
            unsafe write.dstSet = set
            unsafe write.dstBinding = UInt32(index)
            unsafe write.descriptorCount = 1
            unsafe write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
            unsafe write.pBufferInfo = UnsafePointer(scratch.store(info))
            unsafe vkUpdateDescriptorSets(device.raw, 1, &write, 0, nil)
        }
    }
}
