/// SPIR-V as Swift source.
enum SwiftWords {
    /// Writes an extension of `type` with one static array of words.
    ///
    /// A SPIR-V module is a whole number of 32-bit words in the machine's byte order.
    static func text(type: String, stage: ShaderStage, bytes: [UInt8]) -> String {
        let words = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start -> UInt32 in
            bytes[start..<start + 4].reversed().reduce(0) { word, byte in word << 8 | UInt32(byte) }
        }
        var text = "extension \(type) {\n"
        text += "    static let \(stage.property): [UInt32] = [\n"
        for start in stride(from: 0, to: words.count, by: 8) {
            let line = words[start..<min(start + 8, words.count)]
            text += "        " + line.map { "0x" + String($0, radix: 16) }.joined(separator: ", ") + ",\n"
        }
        return text + "    ]\n}\n"
    }
}
