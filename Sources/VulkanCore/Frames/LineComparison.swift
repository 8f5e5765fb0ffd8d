internal import CVulkan
internal import Frames
internal import Glibc

/// A comparison of some rows of frames as a device reads them with the same rows as the processor sees them.
///
/// The device copies the rows through the import that drawings use, into memory of its own, in submissions of their own that are
/// waited for. Nothing is allocated after the first comparison of frames of one layout. Confined to the device's thread.
final class LineComparison {
    /// A row that is compared.
    struct Row: Equatable {
        let plane: Int
        let row: Int
    }

    /// The largest number of rows of a plane.
    private static let mostRows = 64
    /// The largest number of bytes of a plane, but for eight rows that are always compared.
    private static let mostBytes = 128 << 10

    private let device: VulkanDevice
    private let ring: CommandRing
    private var target: MappedBuffer?
    private var rows: [(row: Row, place: Int, byteCount: Int)] = []
    private var bufferCopies: [VkBufferCopy] = []
    private var imageCopies: [VkBufferImageCopy] = []
    /// The state of a generator of numbers without pattern (SplitMix64), the same in each run.
    private var state: UInt64 = 1

    init(device: VulkanDevice) throws(VulkanError) {
        self.device = device
        ring = try CommandRing(device: device, name: "first frames")
    }

    /// Compares rows, other ones each time.
    ///
    /// - Parameters:
    ///   - frame: The frame, with all its rows inside of its memories.
    ///   - samples: Its buffers or images, not yet acquired.
    /// - Returns: The first row that is not the same; nil when all are.
    /// - Throws: The driver's error.
    func difference(_ frame: Frame, _ samples: CurrentPicture.Samples) throws(VulkanError) -> Row? {
        let target = try prepare(frame.layout)
        let commands = try ring.begin()
        commands.keep(frame)
        switch samples {
        case .buffers(let buffers):
            commands.keep(buffers)
            record(buffers, to: target, commands)
        case .images(let planes):
            commands.keep(planes)
            record(planes, frame.layout, to: target, commands)
        case .memory, .copied: return nil
        }
        commands.order(.copyWrite, before: .hostRead)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        try target.invalidate()
        let isDifferent = rows.firstIndex { row in
            unsafe frame.withPlane(row.row.plane) { bytes in
                guard let seen = bytes.baseAddress, let read = unsafe target.bytes.baseAddress else {
                    return false
                }
                let start = row.row.row * frame.layout.planes[row.row.plane].stride
                return unsafe memcmp(seen + start, read + row.place, row.byteCount) != 0
            }
        }
        return isDifferent.map { rows[$0].row }
    }

    /// Chooses rows, one of each of the bands that divide a plane, and has memory for them.
    private func prepare(_ layout: FrameLayout) throws(VulkanError) -> MappedBuffer {
        rows.removeAll(keepingCapacity: true)
        var place = 0
        for plane in layout.planes.indices {
            let (rowBytes, height) = (layout.rowBytes(of: plane), layout.elements(of: plane).height)
            let count = min(height, max(8, min(Self.mostRows, Self.mostBytes / rowBytes)))
            for band in 0..<count {
                let (start, end) = (band * height / count, (band + 1) * height / count)
                let row = start + Int(random() % UInt64(end - start))
                rows.append((Row(plane: plane, row: row), place, rowBytes))
                // A copy out of an image begins at a whole texel.
                place += (rowBytes + 15) / 16 * 16
            }
        }
        if let target, unsafe target.bytes.count >= place { return target }
        let target = try MappedBuffer(
            device: device, readingBack: place, name: "first frames' lines")
        self.target = target
        return target
    }

    private func record(_ buffers: PlaneBuffers, to target: MappedBuffer, _ commands: Commands) {
        for buffer in buffers.shared { commands.acquire(buffer) }
        for (index, plane) in buffers.planes.enumerated() {
            bufferCopies.removeAll(keepingCapacity: true)
            for row in rows where row.row.plane == index {
                bufferCopies.append(
                    VkBufferCopy(
                        srcOffset: VkDeviceSize(plane.offset + row.row.row * plane.stride),
                        dstOffset: VkDeviceSize(row.place), size: VkDeviceSize(row.byteCount)))
            }
            unsafe vkCmdCopyBuffer(
                commands.raw, plane.buffer, target.raw, UInt32(bufferCopies.count), bufferCopies)
        }
        for buffer in buffers.shared { commands.release(buffer) }
    }

    private func record(
        _ planes: PlaneSet, _ layout: FrameLayout, to target: MappedBuffer, _ commands: Commands
    ) {
        commands.acquire(planes, as: .copySource)
        for (index, image) in planes.images.enumerated() {
            imageCopies.removeAll(keepingCapacity: true)
            for row in rows where row.row.plane == index {
                var copy = image.wholeCopy
                copy.bufferOffset = VkDeviceSize(row.place)
                copy.imageOffset.y = Int32(row.row.row)
                copy.imageExtent.height = 1
                imageCopies.append(copy)
            }
            unsafe vkCmdCopyImageToBuffer(
                commands.raw, image.raw, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target.raw,
                UInt32(imageCopies.count), imageCopies)
        }
        commands.release(planes, from: .copySource)
    }

    private func random() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}
