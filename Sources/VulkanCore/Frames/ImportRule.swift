internal import Frames
internal import Logging

/// The rule for memory that others fill and a device reads in place.
///
/// Confined to the device's thread, but for what is static.
struct ImportRule {
    /// The device that reads.
    let device: VulkanDevice
    /// True when the route is taken whatever is known beforehand; frames that were read wrongly end it all the same.
    let isForced: Bool
    /// The stream of which frames were read wrongly, and the difference in words.
    var found: (origin: MemoryOrigin, words: String)?

    /// Gives the reason against a stream; nil where there is none.
    func refusal(of origin: MemoryOrigin, _ kind: ImportKnowledge.Kind) -> String? {
        if let found, found.origin === origin { return found.words }
        if isForced { return nil }
        return ImportRule.refusal(of: origin.writer, kind, on: device)
    }

    /// Notes that frames of a stream were read wrongly, for it and for all others like it.
    mutating func note(_ origin: MemoryOrigin, _ kind: ImportKnowledge.Kind, _ words: String) {
        found = (origin, words)
        ImportRule.refuse(kind, words, on: device)
    }

    /// Notes that a kind of memory was read wrongly, and tells it.
    static func refuse(_ kind: ImportKnowledge.Kind, _ words: String, on device: VulkanDevice) {
        device.importTrust.refuse(kind, words)
        device.logger.notice("\(kind): not read in place any more, since \(words)")
    }

    /// Gives the reason against memory of others; nil where there is none.
    ///
    /// No call cleans the caches of whoever writes dma-bufs with the processor, and not every driver makes lent pages coherent that says so.
    ///
    /// - Parameters:
    ///   - writer: The one that fills the memory.
    ///   - kind: The kind of memory.
    ///   - device: The device that reads it.
    /// - Returns: The reason.
    static func refusal(
        of writer: MemoryOrigin.Writer, _ kind: ImportKnowledge.Kind, on device: VulkanDevice
    ) -> String? {
        refusal(
            of: writer, kind, snoops: device.physical.snooping != nil, knowledge: device.importTrust.knowledge
        )
    }

    /// Gives the reason; worked out of facts alone.
    static func refusal(
        of writer: MemoryOrigin.Writer, _ kind: ImportKnowledge.Kind, snoops: Bool, knowledge: ImportKnowledge
    ) -> String? {
        if let words = knowledge.refusal(of: kind, byProcessor: writer.isProcessor) { return words }
        // The device's own memory, which a camera's driver fills, is the processor's, too.
        guard kind != .own, case .processor(let driver) = writer, !snoops,
            knowledge.proof(of: kind, byProcessor: true) == nil
        else { return nil }
        let writer = driver ?? "the source"
        return "\(writer) fills it with the processor, and this device is not known to look into its caches"
    }
}

extension MemoryOrigin.Writer {
    /// True for the processor.
    fileprivate var isProcessor: Bool { if case .processor = self { true } else { false } }
}

extension ImportRule {
    /// Gives the words for memory that is read in place because a test has proven it; nil where it would be in any case.
    static func proof(
        of writer: MemoryOrigin.Writer, _ kind: ImportKnowledge.Kind, on device: VulkanDevice
    ) -> String? {
        guard device.physical.snooping == nil else { return nil }
        return device.importTrust.knowledge.proof(of: kind, byProcessor: writer.isProcessor)
    }
}
