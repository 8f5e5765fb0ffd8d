internal import ProcessorVectors

/// The kind of vectors that the processor works with.
package enum VectorKind {
    /// Takes a lesser kind than the processor's best, to see what other processors run.
    ///
    /// It counts for the whole process, and has to be said before the first context is made.
    ///
    /// - Parameter name: `baseline`, `avx2` or `avx512`.
    package static func choose(_ name: String) { unsafe processor_choose_kind(name) }
}
