internal import Frames

/// A wish for the meaning of a picture's numbers as colours; what is nil is left to what the source tells.
struct ColorWish: Hashable, Sendable {
    var matrix: ColorDescription.Matrix?
    var range: ColorDescription.Range?

    /// The matrices by the names that colours have on the command line.
    private static let matrices = ColorDescription.Matrix.allCases.map { matrix in
        (String(ColorDescription(matrix: matrix, range: .full).name.prefix { $0 != "-" }), matrix)
    }
}

extension ColorWish {
    /// Reads `709-limited`, `709` or `limited`.
    init?(named text: String) {
        self.init()
        for part in text.split(separator: "-", omittingEmptySubsequences: false) {
            if let found = Self.matrices.first(where: { $0.0 == part }), matrix == nil, range == nil {
                matrix = found.1
            } else if let found = ColorDescription.Range(rawValue: String(part)), range == nil {
                range = found
            } else {
                return nil
            }
        }
    }

    /// The wish as it is read again; nil for none.
    var name: String? {
        let word = Self.matrices.first { $0.1 == matrix }?.0
        let words = [word, range?.rawValue].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: "-")
    }
}
