/// Marks a SPIR-V module's sums and products to be computed as they are written (`NoContraction`).
///
/// Else each kernel's compiler joins a product and a sum, and takes sums in another order, as it likes: a picture would depend
/// on how operations are divided into kernels, and on its width.
enum WrittenOrder {
    /// Sums, products, quotients and remainders of floats, vectors and matrices.
    private static let arithmetic: Set<UInt32> = [
        127, 129, 131, 133, 136, 140, 141, 142, 143, 144, 145, 146, 147, 148,
    ]
    /// Of GLSL's functions those that are sums of products: `mix`, `smoothstep`, `fma`, `length`, `distance`, `cross`, `normalize`.
    private static let functions: Set<UInt32> = [46, 49, 50, 66, 67, 68, 69]

    /// The module with the marks.
    static func marked(_ words: [UInt32]) -> [UInt32] {
        var (marks, place, types) = ([UInt32](), 5, words.count)
        while place < words.count {
            let (code, count) = (words[place] & 0xFFFF, max(1, Int(words[place] >> 16)))
            guard place + count <= words.count else { return words }
            // Types follow what is said about names.
            if (19...39).contains(code) { types = min(types, place) }
            if arithmetic.contains(code) || code == 12 && functions.contains(words[place + 4]) {
                // OpDecorate, the result, NoContraction.
                marks += [3 << 16 | 71, words[place + 2], 42]
            }
            place += count
        }
        return Array(words[..<types] + marks + words[types...])
    }
}
