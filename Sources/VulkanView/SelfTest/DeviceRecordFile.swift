internal import FoundationEssentials
internal import Glibc
public import LinuxIO
internal import Synchronization
public import VulkanCore

/// The reason why a file of devices cannot be used: one sentence.
public struct DeviceRecordError: Error, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// True for a file that another version of the program has written, which is no damage.
    public var isOfOtherVersion = false
}

/// The file of what is known about graphics devices, and of compositors' answers to FIFO: `viewfinder/devices.json` in the folder for what can
/// be made again.
///
/// It is read without a lock, and another one takes its place when there is something new; of two programs that write at once the
/// later one's is kept. One that cannot be understood, or that has another number of version, is left alone; a record that cannot be
/// understood counts as none. Who changes the meaning of a record changes the number.
public struct DeviceRecordFile: Sendable {
    private static let version = 1
    private static let mostBytes = 1 << 18
    /// The most devices, and the most compositors, that are kept, the newest.
    private static let mostRecords = 64
    /// Held from reading until writing: a self-test and a view's thread may have something to keep at the same time.
    private static let writing = Mutex(())

    private struct Content: Codable {
        var version = DeviceRecordFile.version
        var devices: [Entry<DeviceRecord>] = []
        /// Nil in files of earlier programs.
        var presentations: [Entry<PresentationVerdict>]?
    }

    /// The part of a file that all versions have.
    private struct Version: Decodable {
        var version: Int
    }

    private struct Entry<Record: Codable>: Codable {
        /// The record; nil for one that cannot be understood.
        var record: Record?

        init(_ record: Record) { self.record = record }

        init(from decoder: any Decoder) throws { record = try? Record(from: decoder) }

        func encode(to encoder: any Encoder) throws { try record?.encode(to: encoder) }
    }

    /// The file's path; nil where nothing is read or kept.
    public let path: String?
    /// True where nothing is found out and nothing written: what is known is used.
    public let isReadOnly: Bool
    private let program: String

    /// Takes the user's file.
    ///
    /// - Parameters:
    ///   - program: The program's name and version; what others have found out is not used.
    ///   - isReadOnly: True where nothing is to be found out and nothing written.
    ///   - environment: The user's folders.
    public init(
        program: String, isReadOnly: Bool = false, environment: UserEnvironment = UserEnvironment()
    ) {
        self.init(
            path: environment.cacheFolder.map { "\($0)/viewfinder/devices.json" }, program: program,
            isReadOnly: isReadOnly)
    }

    /// Takes any file, which need not be there.
    public init(path: String?, program: String, isReadOnly: Bool = false) {
        (self.path, self.program, self.isReadOnly) = (path, program, isReadOnly)
    }

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
        return try content().devices.last { $0.record?.key == key }?.record
    }

    /// Finds the verdict on FIFO.
    ///
    /// - Parameters:
    ///   - compositor: The compositor's kind and version.
    ///   - driver: The driver.
    /// - Returns: The verdict; nil where there is none, or the file cannot be used.
    public func mayUseFifo(on compositor: String, by driver: DriverIdentity) -> Bool? {
        let wanted = PresentationVerdict(on: compositor, by: driver, mayUseFifo: false)
        return (try? content())?.presentations?.last { $0.record?.isOn(wanted) == true }?.record?.mayUseFifo
    }

    /// Finds what is known about a device, or makes a record without knowledge.
    ///
    /// - Throws: The reason why the file cannot be understood.
    public func recordToChange(of device: PhysicalDevice) throws(DeviceRecordError) -> DeviceRecord {
        try record(of: device) ?? DeviceRecord(key(of: device), name: device.name)
    }

    /// Keeps what is known about a device; what is known about others stays.
    ///
    /// - Throws: The reason why it cannot be kept.
    public func keep(_ record: DeviceRecord) throws(DeviceRecordError) {
        try change { content in
            content.devices.removeAll { $0.record.map { $0.key == record.key } ?? true }
            content.devices = content.devices.suffix(Self.mostRecords - 1) + [Entry(record)]
        }
    }

    /// Keeps a verdict on FIFO; a verdict against it stays.
    ///
    /// - Throws: The reason why it cannot be kept.
    public func keep(_ verdict: PresentationVerdict) throws(DeviceRecordError) {
        try change { content in
            var all = (content.presentations ?? []).compactMap(\.record)
            let isAgainst = all.contains { $0.isOn(verdict) && !$0.mayUseFifo }
            guard !isAgainst else { return }
            all.removeAll { $0.isOn(verdict) }
            content.presentations = (all.suffix(Self.mostRecords - 1) + [verdict]).map { Entry($0) }
        }
    }

    private func change(_ edit: (inout Content) -> Void) throws(DeviceRecordError) {
        guard let path, !isReadOnly else { return }
        try Self.writing.withLock { _ throws(DeviceRecordError) in
            var content = try content()
            edit(&content)
            do {
                var text = try Self.text(of: content)
                // What drivers say may be long, and a file that is too large would never be read again.
                while text.count > Self.mostBytes, content.devices.count > 1 {
                    content.devices.removeFirst()
                    text = try Self.text(of: content)
                }
                guard text.count <= Self.mostBytes else {
                    throw DeviceRecordError(description: "\(path) is not written: it would be too large")
                }
                Self.makeFolders(of: path)
                try FileDraft.write([UInt8](text), to: path)
            } catch let error as DeviceRecordError {
                throw error
            } catch {
                let reason = (error as? SystemError)?.reason ?? "\(error)"
                throw DeviceRecordError(description: "\(path) cannot be written: \(reason)")
            }
        }
    }

    private static func text(of content: Content) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(content) + Data("\n".utf8)
    }

    private func content() throws(DeviceRecordError) -> Content {
        guard let path, let text = SystemFile.text(path, limit: Self.mostBytes + 1) else { return Content() }
        func unusable(_ reason: String, isOfOtherVersion: Bool = false) -> DeviceRecordError {
            DeviceRecordError(
                description: "\(path) is not used: \(reason); it can be removed",
                isOfOtherVersion: isOfOtherVersion)
        }
        guard text.utf8.count <= Self.mostBytes else { throw unusable("it is too large") }
        let data = Data(text.utf8)
        guard let version = try? JSONDecoder().decode(Version.self, from: data).version else {
            throw unusable("it cannot be understood")
        }
        guard version == Self.version else {
            throw unusable("another version of the program has written it", isOfOtherVersion: true)
        }
        guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
            throw unusable("it cannot be understood")
        }
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
