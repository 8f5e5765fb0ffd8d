internal import FoundationEssentials
internal import Glibc
public import LinuxIO
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
        /// The kernel's release.
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
            kernel = SystemFacts.kernelRelease
            self.program = program
        }
    }

    /// The key.
    public let key: Key
    /// The driver's name for the device, for people.
    public let name: String
    /// True once the silent part of the self-test was done; false for what only frames have shown.
    public var isTested: Bool
    /// The verdicts on memory that others fill.
    public var verdicts: [DeviceVerdict]
    /// The paths that draw other bits than the processor, with the first difference.
    public var barredPaths: [String: String]

    /// Writes down a report.
    public init(_ key: Key, _ report: SelfTestReport) {
        (self.key, name) = (key, report.device.name)
        isTested = true
        verdicts = report.verdicts
        barredPaths = report.barredPaths
        guard let fault = report.fault else { return }
        // A device that fails in it is trusted with nothing.
        verdicts = [DeviceVerdict.Memory.buffers, .images, .pages].map {
            DeviceVerdict($0, isTrusted: false, words: fault)
        }
    }

    init(_ key: Key, name: String) {
        (self.key, self.name) = (key, name)
        (isTested, verdicts, barredPaths) = (false, [], [:])
    }
}

/// The reason why a file of devices cannot be used: one sentence.
public struct DeviceRecordError: Error, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
}

/// The file of what is known about graphics devices: `viewfinder/devices.json` in the folder for what can be made again.
///
/// It is read without a lock, and another one takes its place when there is something new; of two programs that write at once the
/// later one's is kept. One that cannot be understood is left alone.
public struct DeviceRecordFile: Sendable {
    private static let version = 1
    private static let mostBytes = 1 << 18
    /// The most devices that are kept, the newest.
    private static let mostRecords = 64

    private struct Content: Codable {
        var version: Int
        var devices: [DeviceRecord]
    }

    /// The file's path; nil where nothing is read or kept.
    public let path: String?
    private let program: String

    /// Takes the user's file.
    ///
    /// - Parameters:
    ///   - program: The program's name and version; what others have found out is not used.
    ///   - environment: The user's folders.
    public init(program: String, environment: UserEnvironment = UserEnvironment()) {
        self.init(path: environment.cacheFolder.map { "\($0)/viewfinder/devices.json" }, program: program)
    }

    /// Takes any file, which need not be there.
    public init(path: String?, program: String) { (self.path, self.program) = (path, program) }

    /// Makes the key of a device for this program.
    public func key(of device: PhysicalDevice) -> DeviceRecord.Key {
        DeviceRecord.Key(device, program: program)
    }

    /// Finds what is known about a device.
    ///
    /// - Returns: The knowledge; nil where there is none.
    /// - Throws: The reason why the file cannot be understood.
    public func record(of device: PhysicalDevice) throws(DeviceRecordError) -> DeviceRecord? {
        let key = key(of: device)
        return try content()?.devices.last { $0.key == key }
    }

    /// Keeps what is known about a device; what is known about others stays.
    ///
    /// - Throws: The reason why it cannot be kept.
    public func keep(_ record: DeviceRecord) throws(DeviceRecordError) {
        guard let path else { return }
        var devices = try content()?.devices ?? []
        devices.removeAll { $0.key == record.key }
        devices.append(record)
        let content = Content(version: Self.version, devices: devices.suffix(Self.mostRecords))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let text = try encoder.encode(content) + Data("\n".utf8)
            Self.makeFolders(of: path)
            try FileDraft.write([UInt8](text), to: path)
        } catch {
            let reason = (error as? SystemError)?.reason ?? "\(error)"
            throw DeviceRecordError(description: "\(path) cannot be written: \(reason)")
        }
    }

    private func content() throws(DeviceRecordError) -> Content? {
        guard let path, let text = SystemFile.text(path, limit: Self.mostBytes + 1) else { return nil }
        func damaged(_ reason: String) -> DeviceRecordError {
            DeviceRecordError(description: "\(path) is not used: \(reason); it can be removed")
        }
        guard text.utf8.count <= Self.mostBytes else { throw damaged("it is too large") }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(text.utf8)) else {
            throw damaged("it cannot be understood")
        }
        guard content.version == Self.version else { throw damaged("it belongs to another version") }
        return content
    }

    /// Makes the two folders in which the file lies; where they cannot be made, the file cannot.
    private static func makeFolders(of path: String) {
        let names = path.split(separator: "/").dropLast()
        for count in [names.count - 1, names.count] where count > 0 {
            // The folder for what can be made again is the user's own (XDG Base Directory Specification).
            unsafe _ = mkdir("/" + names.prefix(count).joined(separator: "/"), 0o700)
        }
    }
}
