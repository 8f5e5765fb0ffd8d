internal import FoundationEssentials

extension JSONEncoder {
    /// An encoder of JSON that people read, too.
    static var readable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
