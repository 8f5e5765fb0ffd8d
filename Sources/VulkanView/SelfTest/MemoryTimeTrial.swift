internal import CVulkan
internal import Decoders
internal import Frames
internal import LinuxIO
internal import VulkanCore

/// A trial of the memory types that the processor can map: what copies and decodings into them, and copies out of them take.
struct MemoryTimeTrial {
    private static let byteCount = 1 << 20
    private static let picture = FrameLayout(format: .i422, size: PixelSize(width: 640, height: 480))

    private let device: VulkanDevice
    private let jpeg = Self.jpeg()

    init(_ device: VulkanDevice) { self.device = device }

    /// Measures all types, as long as there is time.
    ///
    /// - Parameter isOver: True when there is no more time.
    /// - Returns: The times.
    /// - Throws: The device's failure.
    func run(until isOver: () -> Bool) throws(VulkanError) -> [MemoryTime] {
        let source = [UInt8](repeating: 7, count: Self.byteCount)
        var times: [MemoryTime] = []
        for (number, type) in device.physical.facts.memoryTypes.enumerated() where type.isVisible {
            guard !isOver() else { break }
            var time = MemoryTime(type: number)
            do throws(VulkanError) {
                let memory = try TypedMemory(device: device, type: number, count: Self.byteCount)
                time.copyInto = Self.time { unsafe memory.bytes.copyBytes(from: source) }
                time.decodeInto = jpeg.flatMap { Self.decoding($0, into: memory) }
                time.readBack = try readBack(memory, isCoherent: type.isCoherent)
            } catch {
                guard error.kind != .deviceLost else { throw error }
                time.refusal = "\(error)"
            }
            times.append(time)
        }
        return times
    }

    /// Lets the device write the memory, and copies it from there.
    private func readBack(_ memory: TypedMemory, isCoherent: Bool) throws(VulkanError) -> Double {
        let ring = try CommandRing(device: device, name: "times of memory")
        let commands = try ring.begin()
        commands.keep(memory)
        unsafe vkCmdFillBuffer(commands.raw, memory.raw, 0, VkDeviceSize(Self.byteCount), 0x0505_0505)
        commands.order(.fill, before: .hostRead)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        if !isCoherent { try memory.invalidate() }
        var copy = [UInt8](repeating: 0, count: Self.byteCount)
        let start = MonotonicClock.now()
        unsafe copy.withUnsafeMutableBytes { copy in
            unsafe copy.copyMemory(from: UnsafeRawBufferPointer(memory.bytes))
        }
        return Double(MonotonicClock.now() - start) / 1e6
    }

    /// The median of three runs, in milliseconds.
    private static func time(_ work: () -> Void) -> Double {
        let runs = (0..<3).map { _ in
            let start = MonotonicClock.now()
            work()
            return Double(MonotonicClock.now() - start) / 1e6
        }
        return runs.sorted()[1]
    }

    private static func jpeg() -> [UInt8]? {
        let planes = (0..<picture.byteCount()).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 4) }
        guard let limit = try? JPEGEncoder.byteCountLimit(of: picture), let encoder = try? JPEGEncoder()
        else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe planes.withUnsafeBytes { planes in
            unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe try? encoder.encode(planes, layout: picture, into: bytes)
            }
        }
        return count.map { Array(bytes[..<$0]) }
    }

    private static func decoding(_ jpeg: [UInt8], into memory: TypedMemory) -> Double? {
        guard let decoder = try? JPEGDecoder() else { return nil }
        var hasFailed = false
        let time = time {
            unsafe jpeg.withUnsafeBytes { jpeg in
                do { unsafe try decoder.decode(jpeg, into: memory.bytes, at: picture.planes) } catch {
                    hasFailed = true
                }
            }
        }
        return hasFailed ? nil : time
    }
}
