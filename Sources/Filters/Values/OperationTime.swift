/// The time that a part of a graph took for a picture: a kernel on the device, or work of the processor's.
public struct OperationTime: Sendable, Equatable {
    /// The names of the operations that are part of it, in the order in which they work.
    ///
    /// Those that have joined stand together, and one that takes several kernels stands in several. There are none for what
    /// only brings a source's picture into pixels.
    public let operations: [String]
    /// The name of the work: of a kernel those of its bodies, the last one first, joined by `+`.
    public let work: String
    /// True when the processor did it itself, false for a kernel.
    public let isByProcessor: Bool
    /// The time that it took: by the device's clock for kernels, by the wall clock for the processor; nil where the device has
    /// no clock for them.
    public let nanoseconds: Int64?
}
