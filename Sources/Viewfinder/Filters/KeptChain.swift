internal import LinuxIO

/// A chain of filters that is kept under a name.
struct KeptChain: Equatable {
    /// The most chains that are kept.
    static let most = 50
    /// The most Unicode scalars of a name.
    static let longestName = 60

    /// The name, as the file of settings has it.
    let name: String
    /// The filters as a user types them, with their numbers; nil where another version of the program has written something else.
    var filters: [String]?

    /// The name for a person: what is in the file may be anything.
    var title: String { name.withoutControls.shortened(to: Self.longestName) }

    /// Makes a name of what a person has typed; nil where nothing is left of it.
    static func name(_ text: String) -> String? {
        let scalars = text.withoutControls.unicodeScalars
        let start = scalars.drop(while: \.properties.isWhitespace).prefix(longestName)
        guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return nil }
        return String(String.UnicodeScalarView(start[...last]))
    }
}

extension [KeptChain] {
    /// Keeps a chain, in the place of another one of that name, in the names' order.
    ///
    /// - Returns: False where there are too many already.
    mutating func keep(_ chain: KeptChain) -> Bool {
        let others = filter { $0.name != chain.name }
        guard others.count < KeptChain.most else { return false }
        self = (others + [chain]).inOrder
        return true
    }

    /// The chains in the order of their names, without those for which there is no room, or no name that can be shown.
    var inOrder: [KeptChain] {
        let named = filter { !$0.title.allSatisfy(\.isWhitespace) }
        return Array(
            named.sorted { ($0.title.lowercased(), $0.name) < ($1.title.lowercased(), $1.name) }
                .prefix(KeptChain.most))
    }
}
