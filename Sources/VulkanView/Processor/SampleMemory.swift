/// Bytes that are read in vectors; whoever makes one answers for its bounds.
@safe struct SampleMemory {
    let base: UnsafeRawPointer

    @inline(__always)
    init(_ base: UnsafeRawPointer) { unsafe self.base = unsafe base }

    /// Gives the memory from a byte on.
    @inline(__always)
    func advanced(_ bytes: Int) -> SampleMemory { unsafe SampleMemory(base + bytes) }

    /// Reads sixteen bytes.
    @inline(__always)
    func bytes(_ offset: Int) -> Bytes {
        unsafe base.loadUnaligned(fromByteOffset: offset, as: Bytes.self)
    }

    /// Reads eight bytes.
    @inline(__always)
    func halfBytes(_ offset: Int) -> SIMD8<UInt8> {
        unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt8>.self)
    }

    /// Reads one byte.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { unsafe base.load(fromByteOffset: offset, as: UInt8.self) }

    /// Reads eight samples from the `index`-th on.
    @inline(__always)
    func samples(_ index: Int) -> Samples {
        unsafe base.loadUnaligned(fromByteOffset: index &* 2, as: Samples.self)
    }

    /// Reads one sample.
    @inline(__always)
    func sample(_ index: Int) -> Int16 { unsafe base.load(fromByteOffset: index &* 2, as: Int16.self) }

    /// Reads one number of a table.
    @inline(__always)
    func entry(_ index: Int) -> Int {
        Int(truncatingIfNeeded: unsafe base.load(fromByteOffset: index &* 4, as: Int32.self))
    }
}

/// Memory of our own for rows and tables, with room to read and write whole vectors beyond its end.
@safe final class RowMemory {
    let base: UnsafeMutableRawPointer

    /// Allocates memory.
    ///
    /// - Parameter bytes: The number of bytes that are used.
    init(bytes: Int) {
        unsafe base = .allocate(byteCount: bytes + 64, alignment: 64)
        unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes + 64)
    }

    deinit { unsafe base.deallocate() }

    /// The memory for reading.
    @inline(__always)
    var memory: SampleMemory { unsafe SampleMemory(base) }
}
