internal import Frames

extension ColorDescription.Matrix {
    /// The name on the command line: `601`, `709`, `2020` or `240`.
    var name: String { String(ColorDescription(matrix: self, range: .full).name.prefix { $0 != "-" }) }

    /// Finds a matrix by its name.
    init?(named text: some StringProtocol) {
        guard let found = Self.allCases.first(where: { $0.name == text }) else { return nil }
        self = found
    }
}

/// The text in the file of settings: `709-limited`, `709`, `limited`, `full-primaries=bt2020-transfer=pq`.
extension ColorWish {
    private static let (primariesWord, transferWord) = ("primaries=", "transfer=")

    /// Reads a text; nil where a part of it is unknown, or there twice.
    init?(named text: String) {
        self.init()
        for part in text.split(separator: "-", omittingEmptySubsequences: false).map(String.init) {
            var next = ColorWish()
            next.matrix = ColorDescription.Matrix(named: part)
            next.range = ColorDescription.Range(rawValue: part)
            next.primaries = part.rest(after: Self.primariesWord).flatMap(ColorDescription.Primaries.init)
            next.transfer = part.rest(after: Self.transferWord).flatMap(ColorDescription.Transfer.init)
            // A fact that is there already would stay the same.
            guard next != ColorWish(), or(next) != self else { return nil }
            self = or(next)
        }
    }

    /// The wish as it is read again; nil for none.
    var name: String? {
        let words = [
            matrix?.name, range?.rawValue, primaries.map { Self.primariesWord + $0.rawValue },
            transfer.map { Self.transferWord + $0.rawValue },
        ].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    /// The wish with the next range: limited, full, the source's own.
    var withNextRange: ColorWish {
        var wish = self
        wish.range = range == nil ? .limited : range == .limited ? .full : nil
        return wish
    }
}
