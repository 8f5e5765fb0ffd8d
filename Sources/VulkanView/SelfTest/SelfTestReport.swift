public import VulkanCore

/// The report of a ``DeviceSelfTest``.
///
/// The names and units here are the format's definition: times in milliseconds, sizes in bytes. What was not looked at is missing or
/// empty; what could not be done has the reason beside it.
public struct SelfTestReport: Codable, Sendable {
    /// The device as its driver describes it.
    public let device: DeviceFacts
    /// The findings on paths: each format by each path.
    public internal(set) var paths: [PathFinding] = []
    /// The findings on memories that others fill.
    public internal(set) var memories: [MemoryFinding] = []
    /// The times of paths and routes, in the built-in order.
    public internal(set) var times: [WayTime] = []
    /// The times of memory types that the processor can map, in the driver's order.
    public internal(set) var memoryTimes: [MemoryTime] = []
    /// The ways of ``times``, the best first: by processor time plus 0.3 times the time from a frame to its fence; one has to be better
    /// by 15 % to come before the one that stands before it in the built-in order.
    public internal(set) var ranking: [String] = []
    /// The verdicts that follow.
    public internal(set) var verdicts: [DeviceVerdict] = []
    /// The paths that draw other bits than the processor, and the first difference in words.
    public internal(set) var barredPaths: [String: String] = [:]
    /// The reason why the test was not done to its end; nil where it was.
    public internal(set) var fault: String?
    /// True where the device was lost in the test, or has not answered in time: the ``fault`` is the driver's, and none that passes.
    public internal(set) var isDeviceLost = false
    /// True when all paths and memories were looked at to the end; times do not count.
    public internal(set) var isComplete = false
    /// The time that the test has taken.
    public internal(set) var duration = 0.0

    init(_ device: DeviceFacts) { self.device = device }

    /// Describes a device whose test has brought nothing.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - fault: The reason.
    ///   - isDeviceLost: True where the device was lost or has not answered.
    public init(_ device: DeviceFacts, fault: String, isDeviceLost: Bool = false) {
        (self.device, self.fault, self.isDeviceLost) = (device, fault, isDeviceLost)
    }
}

/// A finding on a path: a test card of random bytes in one format, compared with the processor's drawing of it.
public struct PathFinding: Codable, Sendable, Hashable {
    /// The format's name.
    public let format: String
    /// The path's name.
    public let path: String
    /// The first pixel that is another one, in words; nil where all are the same.
    public var difference: String?
    /// The reason why the path does not draw it; nil where it does.
    public var refusal: String?
}

/// A finding on a memory that the processor fills and the device reads.
public struct MemoryFinding: Codable, Sendable, Hashable {
    /// The kind of memory, in the order in which they are tried: the one that is most like cameras' comes first.
    public enum Memory: String, Codable, Sendable, CaseIterable {
        /// A dma-buf of pages (`/dev/udmabuf`).
        case udmabuf
        /// Pages of the process's own.
        case anonymousPages
        /// A dma-buf of the kernel's heap (`/dev/dma_heap/system`).
        case systemHeap
        /// Pages of a file in memory.
        case filePages

        /// True for dma-bufs.
        var isShared: Bool { self == .udmabuf || self == .systemHeap }
    }

    /// A reading of the memory, filled after the device has got it.
    public struct Reading: Codable, Sendable, Hashable {
        /// The way: `pages`, `buffer`, or `image` with the bytes of a row, and the place of the second plane where there is one.
        public let way: String
        /// The first byte that is another one than the processor sees, in words; nil where all are the same.
        public var difference: String?
        /// The reason why the device does not take it; nil where it does.
        public var refusal: String?
    }

    /// A hammer's work: fillings, each read at once.
    public struct Hammer: Codable, Sendable, Hashable {
        /// The number of fillings that the device has read rightly.
        public var rounds = 0
        /// The first byte that it has read wrongly, in words; nil where there was none.
        public var difference: String?
        /// True where telling the kernel of the writing (`DMA_BUF_IOCTL_SYNC`) makes all readings right; nil where that was not tried.
        public var isMendedBySync: Bool?
        /// True when all rounds were made.
        public var isComplete = false
    }

    /// The kind of memory.
    public let memory: Memory
    /// The reason why there is no such memory here; nil where there is.
    public var absence: String?
    /// The readings.
    public var readings: [Reading] = []
    /// The hammer's work; nil where there was none.
    public var hammer: Hammer?
}

/// The times of frames by a path and a route, in milliseconds; medians and the values that nine of ten are below.
public struct WayTime: Codable, Sendable, Hashable {
    /// The path's name.
    public let path: String
    /// The route's name.
    public let route: String
    /// The size and the format of the frames.
    public let frames: String
    /// The time from the frame to the fence, at 30 frames a second.
    public var frameToFence: Spread?
    /// The time from the submission to the fence, at 30 frames a second.
    public var submitToFence: Spread?
    /// The time from the submission to the fence, back to back.
    public var submitToFenceInBurst: Spread?
    /// The processor time of the device's thread for a frame, at 30 frames a second; the median.
    public var processor: Double?
    /// The reason why there are no times.
    public var refusal: String?

    /// The way's name in a ranking.
    public var name: String { "\(path) \(route)" }

    /// The cost by which ways are ranked; nil where it is not known.
    var cost: Double? {
        guard let processor, let frameToFence else { return nil }
        return processor + 0.3 * frameToFence.median
    }

    /// A median, and the value that nine of ten are below.
    public struct Spread: Codable, Sendable, Hashable {
        /// The median.
        public let median: Double
        /// The value that nine of ten are below.
        public let p90: Double

        init?(_ values: [Double]) {
            guard !values.isEmpty else { return nil }
            let sorted = values.sorted()
            (median, p90) = (sorted[sorted.count / 2], sorted[sorted.count * 9 / 10])
        }
    }
}

/// The times of a memory type, in milliseconds.
public struct MemoryTime: Codable, Sendable, Hashable {
    /// The type's number in the device's ``VulkanCore/DeviceFacts/memoryTypes``.
    public let type: Int
    /// The time to copy 1 MiB there, one copy for another.
    public var copyInto: Double?
    /// The time to decode a JPEG of 640×480 there.
    public var decodeInto: Double?
    /// The time to copy 1 MiB from there that the device has written.
    public var readBack: Double?
    /// The reason why there are no times.
    public var refusal: String?
}
