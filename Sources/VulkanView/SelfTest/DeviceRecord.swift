internal import LinuxIO
public import VulkanCore

/// The knowledge of a device under one driver and kernel, as one program has found it out.
public struct DeviceRecord: Codable, Sendable, Hashable {
    /// The device, the driver and all else on which the knowledge depends.
    public struct Key: Codable, Sendable, Hashable {
        /// The device's identity (`deviceUUID`), 32 hexadecimal digits.
        public let device: String
        /// The identity of the driver's build (`driverUUID`), likewise.
        public let driver: String
        /// The driver's version as it counts.
        public let driverVersion: UInt32
        /// The driver's name for the device, which tells devices apart whose driver gives all of them one identity.
        public let name: String
        /// The kernel's release and version: some distributions build others under one release.
        public let kernel: String
        /// The program's name and version.
        public let program: String

        /// Makes the key of a device under this kernel.
        ///
        /// - Parameters:
        ///   - device: The device.
        ///   - program: The program's name and version.
        public init(_ device: PhysicalDevice, program: String) {
            self.device = device.driver.deviceUUID
            driver = device.driver.driverUUID
            driverVersion = device.driver.version
            name = device.name
            kernel = "\(SystemFacts.kernelRelease) \(SystemFacts.kernelVersion)"
            self.program = program
        }
    }

    /// The key.
    public let key: Key
    /// The driver's name for the device, for people.
    public let name: String
    /// True once the silent part of the self-test was done to its end; false for what only a part of it, or frames, have shown.
    public private(set) var isTested = false
    /// The number of self-tests, one after the other, that were begun and have not ended, or in which the device was lost.
    public internal(set) var unended = 0
    /// The number of self-tests, one after the other, that had no time for everything; the next one gets twice the time of the one before.
    public private(set) var shortened = 0
    /// The verdicts on memory that others fill.
    public internal(set) var verdicts: [DeviceVerdict] = []
    /// The paths that draw other bits than the processor, with the first difference.
    public internal(set) var barredPaths: [String: String] = [:]

    /// The number of self-tests without an end after which none is begun by itself: one that takes the program with it would do so at
    /// each start.
    static let mostUnended = 2
    /// The most of them that are counted.
    static let mostNoted = 100
    /// The most doublings of a self-test's time.
    private static let mostShortened = 4

    /// Knows nothing yet.
    init(_ key: Key, name: String) { (self.key, self.name) = (key, name) }

    /// Reads a record.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        key = try values.decode(Key.self, forKey: .key)
        name = try values.decode(String.self, forKey: .name)
        isTested = try values.decode(Bool.self, forKey: .isTested)
        // A damaged file may have any number.
        unended = min(max(try values.decodeIfPresent(Int.self, forKey: .unended) ?? 0, 0), Self.mostNoted)
        shortened = min(
            max(try values.decodeIfPresent(Int.self, forKey: .shortened) ?? 0, 0), Self.mostShortened)
        verdicts = try values.decode([DeviceVerdict].self, forKey: .verdicts)
        barredPaths = try values.decode([String: String].self, forKey: .barredPaths)
    }

    /// True where a self-test may be begun by itself.
    var mayBeTested: Bool { !isTested && unended < Self.mostUnended }

    /// The number of times that the next self-test may take longer than the first.
    public var timeFactor: Int { 1 << shortened }

    /// Takes what a self-test has found out.
    ///
    /// What frames have shown stays, since the test looks at other memory. A test that was not complete takes nothing back, and is repeated.
    /// After one that has lost the device nothing that the processor fills is read in place, until another one has gone well (dma-bufs that
    /// a camera fills by itself are, as buffers); what passes, such as a lack of memory, says nothing about the device.
    ///
    /// - Parameter report: The report.
    public mutating func take(_ report: SelfTestReport) {
        let found =
            report.isDeviceLost
            ? Self.distrust("the device failed in its self-test: \(report.fault ?? "")") : report.verdicts
        let (seen, old) = (verdicts.filter(\.isByFrames), verdicts.filter { !$0.isByFrames })
        verdicts = seen
        for verdict in report.isComplete ? found : found + old
        where !verdicts.contains(where: verdict.isOnSame) { verdicts.append(verdict) }
        barredPaths =
            report.isComplete ? report.barredPaths : barredPaths.merging(report.barredPaths) { $1 }
        isTested = report.isComplete && report.fault == nil
        unended = report.isDeviceLost ? max(1, unended) : 0
        if report.fault == nil { shortened = isTested ? 0 : min(shortened + 1, Self.mostShortened) }
    }

    /// Notes that a self-test is about to begin, which counts as one without an end until it has one.
    mutating func noteBegin() { unended = min(unended + 1, Self.mostNoted) }

    /// Takes back the note of a self-test that was stopped before its end, which says nothing about the device.
    mutating func takeNoteBack() { unended = max(unended - 1, 0) }

    /// Takes what frames have shown.
    public mutating func add(_ seen: [DeviceVerdict]) {
        verdicts.removeAll { old in seen.contains(where: old.isOnSame) }
        verdicts += seen
    }

    /// The verdicts against all memory that the processor fills.
    static func distrust(_ words: String) -> [DeviceVerdict] {
        [DeviceVerdict.Memory.buffers, .images, .pages].map {
            DeviceVerdict($0, isTrusted: false, words: words)
        }
    }
}
