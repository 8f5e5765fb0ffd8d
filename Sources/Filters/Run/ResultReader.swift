internal import CVulkan
internal import Frames
internal import VulkanCore

/// Makes frames of computed pictures: brings them into ordinary memory, in the submissions that compute them.
///
/// Confined to the device's thread.
@safe final class ResultReader {
    /// The memory for the pixels of a submission.
    private struct Slot {
        var buffer: MappedBuffer
        var format: PixelFormat
        var size: PixelSize
        var aspect = Rational(1)
        var moment: FrameMoment
        /// The submission, until its pixels are handed over, and the recording that it was.
        var number: UInt64?
        var recording: UInt64 = 0
    }

    private let device: VulkanDevice
    private let ring: CommandRing
    private var slots: [Slot?]
    /// The memory of frames, as many as an encoder may hold.
    private let pool = FrameBufferPool(limit: 32)

    init(device: VulkanDevice, ring: CommandRing) {
        self.device = device
        self.ring = ring
        slots = Array(repeating: nil, count: ring.slotCount)
    }

    /// Records a picture's copy.
    ///
    /// - Parameters:
    ///   - source: Holds the picture, rows without padding.
    ///   - format: The format of its pixels.
    ///   - size: The picture's width and height in pixels.
    ///   - aspect: A pixel's width divided by its height.
    ///   - moment: The moment of the frame that it was computed of.
    ///   - commands: The recording.
    /// - Throws: The driver's refusal of memory.
    func record(
        _ source: VkBuffer, _ format: PixelFormat, _ size: PixelSize, aspect: Rational,
        at moment: FrameMoment,
        into commands: Commands
    ) throws(VulkanError) {
        let place = Int(commands.number) % ring.slotCount
        let count = FrameLayout(format: format, size: size).byteCount()
        var slot: Slot
        if let known = slots[place], unsafe known.buffer.bytes.count == count {
            slot = known
        } else {
            slot = Slot(
                buffer: try MappedBuffer(device: device, readingBack: count, name: "filter result"),
                format: format, size: size, moment: moment)
        }
        (slot.format, slot.size, slot.moment, slot.number) = (format, size, moment, commands.number)
        slot.aspect = aspect
        slot.recording = commands.recording
        slots[place] = slot
        var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(count))
        unsafe vkCmdCopyBuffer(commands.raw, source, slot.buffer.raw, 1, &region)
        commands.order(.copyWrite, before: .hostRead)
        commands.keep(slot.buffer)
    }

    /// Hands over what has been recorded, oldest first; waits for it.
    ///
    /// - Parameter take: Gets each picture as a frame, or its number alone where consumers hold too many.
    /// - Throws: The driver's error.
    func deliver(_ take: (consuming Frame?, UInt32) -> Void) throws(VulkanError) {
        let order = slots.indices.sorted { (slots[$0]?.number ?? 0) < (slots[$1]?.number ?? 0) }
        for place in order {
            guard let slot = slots[place], let number = slot.number else { continue }
            slots[place]?.number = nil
            // A recording that was given up will never be done.
            guard ring.wasSubmitted(slot.recording) else { continue }
            try ring.wait(for: number)
            try slot.buffer.invalidate()
            let frame = unsafe pool.frame(
                FrameLayout(format: slot.format, size: slot.size), sampleAspect: slot.aspect, at: slot.moment
            ) { target in
                unsafe target.copyMemory(from: UnsafeRawBufferPointer(slot.buffer.bytes))
            }
            take(consume frame, slot.moment.sequence)
        }
    }
}
