extension Sequence {
    /// Splits the elements into runs of neighbours that have the same key, for lists with a heading above each.
    ///
    /// - Parameter key: The key of an element.
    /// - Returns: The runs in their order, each with its key; of keys that come again there are several.
    func runs<Key: Equatable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        reduce(into: []) { runs, element in
            let own = key(element)
            if runs.last?.key != own { runs.append((own, [])) }
            runs[runs.count - 1].elements.append(element)
        }
    }
}
