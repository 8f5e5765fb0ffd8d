internal import CVulkan
internal import VulkanCore

/// The buffers of a cell's picture, bound for the kernel, and the pipeline that draws them.
///
/// Confined to the device's thread. The buffers are bound when they are others than the last time.
@safe final class KernelCell: CellPaint {
    /// The pipeline of the last scene.
    var last: (scene: Scene, key: Kernel.Key, pipeline: ComputePipeline)?
    private let device: VulkanDevice
    private let layout: PipelineLayout
    private let sets: DescriptorSets
    /// The contents of each set; not kept alive by it.
    private var held: [Held]

    private struct Held {
        weak var planes: PlaneBuffers?
        weak var canvas: Canvas<DeviceBuffer>?
        weak var curves: MappedBuffer?
    }

    init(device: VulkanDevice, ring: CommandRing, layout: PipelineLayout) throws(VulkanError) {
        self.device = device
        self.layout = layout
        sets = try DescriptorSets(
            device: device, slots: ring.slotCount, layouts: [layout], name: "view kernel")
        held = Array(repeating: Held(), count: ring.slotCount)
    }

    /// Binds a picture's buffers, the canvas and the curves for a recording (`vkCmdBindDescriptorSets`).
    func bind(
        _ planes: PlaneBuffers, _ canvas: Canvas<DeviceBuffer>, _ curves: MappedBuffer, _ commands: Commands
    ) {
        let slot = sets.slot(of: commands)
        var set = unsafe sets[0, slot]
        let last = held[slot]
        if last.planes !== planes || last.canvas !== canvas || last.curves !== curves {
            // Places that the arrangement does not use hold the last plane again: none may be empty.
            for binding in 0..<Kernel.bufferCount {
                let plane = planes.planes[min(binding, planes.planes.count - 1)]
                let buffer = unsafe binding < 3 ? plane.buffer : binding == 3 ? canvas.buffer.raw : curves.raw
                unsafe device.write(buffer, to: set, binding: binding, commands.scratch)
            }
            held[slot] = Held(planes: planes, canvas: canvas, curves: curves)
        }
        commands.keep(curves)
        unsafe vkCmdBindDescriptorSets(
            commands.raw, VK_PIPELINE_BIND_POINT_COMPUTE, layout.raw, 0, 1, &set, 0, nil)
    }
}
