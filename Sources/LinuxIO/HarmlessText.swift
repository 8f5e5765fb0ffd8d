extension Unicode.Scalar {
    /// True for what changes more than the place where it stands: control characters, ends of lines, and the marks that turn the
    /// direction of the text around them (Unicode Standard Annex 9).
    public var isSteering: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The text without steering characters, as all words of devices, files and other processes are taken.
    ///
    /// In a terminal such a character would move the cursor or change the title, in a log it would make two messages of one, and in
    /// a title it would exchange words.
    public var withoutControls: String {
        unicodeScalars.contains(where: \.isSteering)
            ? String(UnicodeScalarView(unicodeScalars.filter { !$0.isSteering })) : self
    }

    /// The text with `�` for each steering character, as a person's own words are repeated.
    ///
    /// - Parameter keepsLines: True where the text may have several lines.
    /// - Returns: The text, with as many characters.
    public func showingControls(keepsLines: Bool = false) -> String {
        guard unicodeScalars.contains(where: \.isSteering) else { return self }
        return String(
            UnicodeScalarView(
                unicodeScalars.map { $0.isSteering && !(keepsLines && $0 == "\n") ? "\u{FFFD}" : $0 }))
    }

    /// The first part of the text, for a place where an endless one would leave no room for others.
    ///
    /// - Parameter most: The most Unicode scalars that stay.
    /// - Returns: The text; `…` stands for what is left out.
    public func shortened(to most: Int) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: most, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }
}
