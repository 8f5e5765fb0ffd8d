extension ColorDescription {
    /// Reads `709-limited`, `601-full`, `2020-limited` or `240-full`: matrix and range, and of the last two the primaries, of the last one
    /// the transfer.
    public init?(named text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let range = Range(rawValue: String(parts[1])) else { return nil }
        switch parts[0] {
        case "601": self.init(matrix: .bt601, range: range)
        case "709": self.init(matrix: .bt709, range: range)
        case "2020": self.init(matrix: .bt2020, range: range, primaries: .bt2020)
        case "240": self.init(matrix: .smpte240m, range: range, primaries: .smpte240m, transfer: .smpte240m)
        default: return nil
        }
    }

    /// The matrix and the range as users write them, for example `709-limited`.
    public var name: String {
        switch matrix {
        case .bt601: "601-\(range)"
        case .bt709: "709-\(range)"
        case .bt2020: "2020-\(range)"
        case .smpte240m: "240-\(range)"
        }
    }
}
