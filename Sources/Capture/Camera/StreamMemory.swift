internal import CV4L2
internal import Frames
internal import LinuxIO

/// The owner of the memory of a stream's buffers.
enum BufferKind {
    /// The driver's, mapped (`V4L2_MEMORY_MMAP`).
    case mapped
    /// The consumer's, filled by the driver (`V4L2_MEMORY_USERPTR`).
    case user

    var memory: UInt32 { self == .mapped ? V4L2_MEMORY_MMAP.rawValue : V4L2_MEMORY_USERPTR.rawValue }
}

/// The buffers of a stream, allocated where its consumer reads them best: the driver's memory shared as dma-bufs, else the
/// consumer's own, else the driver's and nothing more.
struct StreamMemory {
    let kind: BufferKind
    let buffers: [FrameBuffer]
    /// True when the driver has them already.
    let isQueued: Bool

    /// Tells whether there are buffers, and a picture fits into each.
    func holds(_ layout: FrameLayout) -> Bool {
        !buffers.isEmpty
            && buffers.allSatisfy { buffer in
                unsafe buffer.memories.indices.allSatisfy {
                    unsafe buffer.memories[$0].count >= layout.byteCount(of: $0)
                }
            }
    }

    /// The reasons why better memory could not be had; nil while it still could.
    private struct Refusals {
        var export: String?
        var provision: String?

        static func both(_ words: String) -> Refusals { Refusals(export: words, provision: words) }
    }
}

// MARK: Ways to have memory

extension StreamMemory {
    /// Allocates buffers (`VIDIOC_REQBUFS`).
    ///
    /// - Parameters:
    ///   - device: The device, with its format set.
    ///   - format: The format that the driver set.
    ///   - consumer: The consumer's answer about its memory.
    /// - Throws: The error of a call; `EBUSY` while another program streams.
    init(
        of device: VideoDevice, format: VideoFormat, for consumer: FrameMemoryAnswer
    ) throws(SystemError) {
        var provider: (any FrameMemoryProvider)?
        var refusals = Refusals.both("the consumer reads plain memory")
        switch consumer {
        case .provider(let offered):
            provider = offered
            refusals = Refusals(export: offered.exportRefusal, provision: offered.provisionRefusal)
        case .late: refusals = Refusals(export: nil, provision: "the graphics device was not ready in time")
        case .none: break
        }
        if device.isConverting { refusals = Refusals.both("libv4l2 converts the camera's pictures") }
        if format.isDecoded { refusals = Refusals.both("the processor decodes the camera's pictures") }
        if refusals.export == nil {
            let shared = try StreamMemory(shared: device, format, provider, &refusals)
            if let shared { self = shared; return }
        }
        if refusals.provision == nil, let provider {
            let user = StreamMemory(user: device, format, provider, &refusals)
            if let user { self = user; return }
        }
        let driver = try DriverMemory(of: device, memoryCount: format.memories.count, isRead: true)
        let origin = MemoryOrigin(
            exportRefusal: refusals.export, provisionRefusal: refusals.provision, writer: device.writer)
        self.init(kind: .mapped, buffers: driver.buffers(origin), isQueued: false)
    }

    /// Takes the driver's memory as dma-bufs; nil when it exports none, or the consumer does not take them.
    private init?(
        shared device: VideoDevice, _ format: VideoFormat, _ provider: (any FrameMemoryProvider)?,
        _ refusals: inout Refusals
    ) throws(SystemError) {
        var driver = try DriverMemory(of: device, memoryCount: format.memories.count)
        do throws(SystemError) {
            try driver.export()
        } catch {
            refusals.export =
                "the camera's driver does not export its memory (\(error.call): \(error.reason))"
            return nil
        }
        let buffers = driver.buffers(
            MemoryOrigin(
                exportRefusal: nil, provisionRefusal: "the driver's memory is shared", writer: device.writer))
        do throws(MemoryRefusal) {
            for buffer in buffers { try provider?.adopt(buffer) }
        } catch {
            refusals.export = error.reason
            return nil
        }
        self.init(kind: .mapped, buffers: buffers, isQueued: false)
    }

    /// Takes memory of the consumer's; nil when it has none, or the driver does not take it.
    ///
    /// Drivers look at the memory when a buffer is queued, so all are.
    private init?(
        user device: VideoDevice, _ format: VideoFormat, _ provider: any FrameMemoryProvider,
        _ refusals: inout Refusals
    ) {
        let origin = MemoryOrigin(
            exportRefusal: "the driver fills the consumer's memory", provisionRefusal: nil,
            writer: device.writer)
        do throws(SystemError) {
            var answer = try device.requestBuffers(BufferRotation.defaultCount, .user)
            var request = BufferRequest(device, memoryCount: format.memories.count, kind: .user)
            var buffers: [FrameBuffer] = []
            for index in 0..<answer.mostUsed {
                let counts = format.memories.map(\.byteCount)
                do throws(MemoryRefusal) {
                    buffers.append(try provider.makeBuffer(index: index, byteCounts: counts, origin: origin))
                } catch {
                    refusals.provision = error.reason
                    answer = try device.requestBuffers(0, .user)
                    return nil
                }
            }
            for buffer in buffers { try request.queue(buffer) }
            self.init(kind: .user, buffers: buffers, isQueued: true)
        } catch {
            refusals.provision =
                "the camera's driver does not fill memory of others (\(error.call): \(error.reason))"
            _ = try? device.requestBuffers(0, .user)
            return nil
        }
    }
}

/// The driver's own memory for a stream, mapped.
private struct DriverMemory {
    private let device: VideoDevice
    private let mappings: [[MappedMemory]]
    private var exports: [[SharedMemory]]

    init(of device: VideoDevice, memoryCount: Int, isRead: Bool = false) throws(SystemError) {
        self.device = device
        let answer = try device.requestBuffers(BufferRotation.defaultCount, .mapped, isRead: isRead)
        var request = BufferRequest(device, memoryCount: memoryCount)
        var mappings: [[MappedMemory]] = []
        for index in 0..<answer.mostUsed {
            try request.call(.queryBuffer, index: index)
            var memories: [MappedMemory] = []
            for number in 0..<request.memoryCount {
                memories.append(try MappedMemory(request.memory(number), of: device))
            }
            mappings.append(memories)
        }
        self.mappings = mappings
        exports = Array(repeating: [], count: mappings.count)
    }

    /// Gets a dma-buf for each memory (`VIDIOC_EXPBUF`).
    mutating func export() throws(SystemError) {
        for (index, memories) in mappings.enumerated() {
            for number in memories.indices {
                exports[index].append(try device.export(index, memory: number))
            }
        }
    }

    func buffers(_ origin: MemoryOrigin) -> [FrameBuffer] {
        mappings.indices.map { index in
            let memories = unsafe mappings[index].map { unsafe $0.bytes }
            return unsafe FrameBuffer(
                index: index, memories: memories, exports: exports[index], origin: origin,
                owner: mappings[index])
        }
    }
}

extension v4l2_requestbuffers {
    /// The number of buffers to use of those that a driver says it has made: no driver makes more without being asked.
    fileprivate var mostUsed: Int { min(Int(count), Int(VIDEO_MAX_FRAME)) }
}
