internal import CVulkan
internal import Frames
internal import VulkanCore

/// The kernel that converts and places a picture that lies in buffers, in the compute stage.
///
/// Confined to the device's thread. The pipelines are made when first needed, the buffers bound when they are others.
@safe final class Kernel {
    /// The properties that a pipeline is made for.
    struct Key: Hashable {
        /// The specialization constants of Kernel.comp.
        let constants: [UInt32]
        let isBlueFirst: Bool
        let isWhole: Bool

        init(_ traits: PictureTraits, isBlueFirst: Bool, isWhole: Bool) {
            constants = traits.constants + [isBlueFirst ? 1 : 0, isWhole ? 1 : 0]
            (self.isBlueFirst, self.isWhole) = (isBlueFirst, isWhole)
        }
    }

    /// Three planes, the window's pixels and the curves of colours.
    static let bufferCount = 5
    /// Pixels of a workgroup: invocations times pixels of each, as in Kernel.comp.
    private static let pixelsPerGroup = PixelSize(width: 8 * 8, height: 8)

    private let device: VulkanDevice
    private let layout: PipelineLayout
    private let module: ShaderModule
    private let curves: CurveBuffers
    /// The pipelines so far.
    private(set) var pipelines: [Key: ComputePipeline] = [:]

    init(device: VulkanDevice) throws(VulkanError) {
        self.device = device
        curves = CurveBuffers(device: device)
        layout = try PipelineLayout(
            device: device, stage: VK_SHADER_STAGE_COMPUTE_BIT,
            bindings: Array(repeating: (VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1), count: Kernel.bufferCount),
            constantBytes: PictureConstants.byteCount, name: "view kernel")
        module = try ShaderModule(device: device, words: Kernel.computeShader, name: "view kernel")
    }

    /// Makes the things of a cell.
    func makeCell(ring: CommandRing) throws(VulkanError) -> KernelCell {
        try KernelCell(device: device, ring: ring, layout: layout)
    }

    /// Records the kernel (`vkCmdDispatch`).
    ///
    /// - Parameters:
    ///   - planes: The picture's buffers.
    ///   - scene: The picture that they hold, and its place.
    ///   - cell: The cell that shows it.
    ///   - canvas: The buffer that gets the pixels.
    ///   - isBlueFirst: True when blue is the first byte of a pixel.
    ///   - commands: The recording.
    /// - Throws: The driver's error for a new pipeline.
    func record(
        _ planes: PlaneBuffers, _ scene: Scene, of cell: KernelCell, into canvas: Canvas<DeviceBuffer>,
        isBlueFirst: Bool, _ commands: Commands
    ) throws(VulkanError) {
        let isWhole = scene.isWhole && planes.planes.allSatisfy { $0.offset % 4 == 0 && $0.stride % 4 == 0 }
        let pipeline = try pipeline(for: scene, of: cell, isBlueFirst: isBlueFirst, isWhole: isWhole)
        let buffer = unsafe commands.raw
        unsafe vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.raw)
        cell.bind(planes, canvas, try curves.buffer(of: scene.traits.screen), commands)
        var constants = scene.constants
        constants.place(planes)
        unsafe vkCmdPushConstants(
            buffer, layout.raw, VK_SHADER_STAGE_COMPUTE_BIT.rawValue, 0, PictureConstants.byteCount,
            &constants)
        let size = scene.rectangle.size
        unsafe vkCmdDispatch(
            buffer, Kernel.groups(size.width, Kernel.pixelsPerGroup.width),
            Kernel.groups(size.height, Kernel.pixelsPerGroup.height), 1)
    }

    private static func groups(_ pixels: Int, _ perGroup: Int) -> UInt32 {
        UInt32((pixels + perGroup - 1) / perGroup)
    }

    private func pipeline(
        for scene: Scene, of cell: KernelCell, isBlueFirst: Bool, isWhole: Bool
    ) throws(VulkanError) -> ComputePipeline {
        if let last = cell.last, last.scene === scene, last.key.isBlueFirst == isBlueFirst,
            last.key.isWhole == isWhole
        {
            return last.pipeline
        }
        let key = Key(scene.traits, isBlueFirst: isBlueFirst, isWhole: isWhole)
        let pipeline: ComputePipeline
        if let made = pipelines[key] {
            pipeline = made
        } else {
            pipeline = try ComputePipeline(
                device: device, layout: layout, module: module, constants: key.constants,
                name: "view kernel")
            pipelines[key] = pipeline
        }
        cell.last = (scene, key, pipeline)
        return pipeline
    }
}
