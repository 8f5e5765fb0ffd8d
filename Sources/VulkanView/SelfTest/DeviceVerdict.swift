internal import VulkanCore

/// A verdict on a kind of memory that others fill: whether a device that reads it in place sees what they have written.
public struct DeviceVerdict: Codable, Sendable, Hashable {
    /// The kind of memory.
    public enum Memory: String, Codable, Sendable {
        /// Dma-bufs, as buffers.
        case buffers
        /// Dma-bufs, as images in rows: their rows are where they should be.
        case images
        /// The processor's pages.
        case pages
        /// The device's own memory.
        case own
    }

    /// The kind of memory.
    public let memory: Memory
    /// The kernel driver that fills it; nil for the processor of whichever driver or program.
    public let writer: String?
    /// True where the device sees what was written.
    public let isTrusted: Bool
    /// The difference, where it does not.
    public let words: String
    /// True where frames of a source have shown it, which no test of other memory takes back.
    public let isByFrames: Bool

    init(
        _ memory: Memory, isTrusted: Bool, words: String = "", writer: String? = nil, isByFrames: Bool = false
    ) {
        (self.memory, self.writer, self.isTrusted, self.words) = (memory, writer, isTrusted, words)
        self.isByFrames = isByFrames
    }

    /// Reads a verdict; what tests never look at is the word of frames.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        memory = try values.decode(Memory.self, forKey: .memory)
        writer = try values.decodeIfPresent(String.self, forKey: .writer)
        isTrusted = try values.decode(Bool.self, forKey: .isTrusted)
        words = try values.decodeIfPresent(String.self, forKey: .words) ?? ""
        isByFrames =
            try values.decodeIfPresent(Bool.self, forKey: .isByFrames) ?? (writer != nil || memory == .own)
    }

    /// The kind as a device knows it.
    private var kind: ImportKnowledge.Kind {
        switch memory {
        case .buffers: .shared(driver: writer)
        case .images: .shared(driver: writer, isImage: true)
        case .pages: writer.map { .driverPages($0) } ?? .pages
        case .own: .own
        }
    }

    /// True for verdicts on the same kind of memory.
    func isOnSame(as other: DeviceVerdict) -> Bool { (memory, writer) == (other.memory, other.writer) }

    /// Writes down what frames have shown.
    static func all(of knowledge: ImportKnowledge) -> [DeviceVerdict] {
        knowledge.verdicts.map { kind, verdict in
            let (memory, writer): (Memory, String?) =
                switch kind {
                case .shared(let driver, let isImage): (isImage ? .images : .buffers, driver)
                case .pages: (.pages, nil)
                case .driverPages(let driver): (.pages, driver)
                case .own: (.own, nil)
                }
            return switch verdict {
            case .proven: DeviceVerdict(memory, isTrusted: true, writer: writer, isByFrames: true)
            case .refused(let words):
                DeviceVerdict(memory, isTrusted: false, words: words, writer: writer, isByFrames: true)
            }
        }.sorted { ($0.memory.rawValue, $0.writer ?? "") < ($1.memory.rawValue, $1.writer ?? "") }
    }

    /// Gives the knowledge that verdicts are.
    ///
    /// - Parameters:
    ///   - verdicts: The verdicts.
    ///   - place: The place where they stand, in words for reports.
    /// - Returns: The knowledge.
    static func knowledge(_ verdicts: [DeviceVerdict], from place: String) -> ImportKnowledge {
        let pairs = verdicts.map { verdict in
            (
                verdict.kind,
                verdict.isTrusted
                    ? ImportKnowledge.Verdict.proven
                    : .refused(verdict.words + (place.isEmpty ? "" : " (\(place))"))
            )
        }
        return ImportKnowledge(Dictionary(pairs) { first, _ in first }, from: place)
    }

    /// The verdict on a kind of which other bytes were read.
    private static func refused(_ memory: Memory, _ words: String) -> DeviceVerdict {
        DeviceVerdict(memory, isTrusted: false, words: "the self-test has read other bytes: \(words)")
    }

    /// Works out what the findings on memories mean: one difference is enough against a kind, and only all rounds of a hammer are
    /// enough for it.
    static func all(in findings: [MemoryFinding]) -> [DeviceVerdict] {
        func differences(_ isMeant: (MemoryFinding, MemoryFinding.Reading) -> Bool) -> String? {
            for finding in findings {
                for reading in finding.readings where isMeant(finding, reading) {
                    if let words = reading.difference {
                        return "\(finding.memory.rawValue), \(reading.way): \(words)"
                    }
                }
            }
            return nil
        }
        func verdict(_ memory: Memory, isShared: Bool) -> DeviceVerdict? {
            let meant = findings.filter { $0.memory.isShared == isShared }
            let hammered = meant.compactMap { finding in
                finding.hammer?.difference.map { "\(finding.memory.rawValue), hammer: \($0)" }
            }.first
            let read = differences { $0.memory.isShared == isShared && !$1.isImage }
            if let words = hammered ?? read { return .refused(memory, words) }
            let isProven = meant.contains { $0.hammer?.isComplete == true }
            return isProven ? DeviceVerdict(memory, isTrusted: true) : nil
        }
        let images = findings.flatMap(\.readings).filter(\.isImage)
        let image: DeviceVerdict? =
            if let words = differences({ $1.isImage }) {
                .refused(.images, words)
            } else if images.contains(where: { $0.refusal == nil }) {
                DeviceVerdict(.images, isTrusted: true)
            } else { nil }
        return [verdict(.buffers, isShared: true), image, verdict(.pages, isShared: false)].compactMap(\.self)
    }
}

extension MemoryFinding.Reading {
    /// True for a reading as images.
    var isImage: Bool { way.hasPrefix("image") }
}
