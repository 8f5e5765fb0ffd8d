extension Frame {
    /// Makes a frame in memory of its own.
    ///
    /// Where pictures follow each other, a ``FrameBufferPool`` uses the memory again.
    ///
    /// - Parameters:
    ///   - layout: The size, the format and the places of the planes, in one memory.
    ///   - color: The meaning of the numbers as colours; nil for ``ColorDescription/assumed(for:height:)``.
    ///   - sampleAspect: A pixel's width divided by its height.
    ///   - moment: The moment at which the picture was taken, and its number.
    ///   - fill: Writes the planes, into memory of zeros.
    /// - Returns: The frame.
    /// - Throws: The reason why there is no such picture.
    public static func allocated(
        _ layout: FrameLayout, color: ColorDescription? = nil, sampleAspect: Rational = Rational(1),
        at moment: FrameMoment, fill: (UnsafeMutableRawBufferPointer) -> Void
    ) throws(FrameLayoutError) -> Frame {
        try layout.check { $0 == 0 ? FrameLayout.mostBytes : nil }
        let byteCount = layout.byteCount()
        let buffer = FrameBuffer(index: 0, byteCounts: [byteCount])
        let memory = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.memories[0][..<byteCount])
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe fill(memory)
        return Frame(
            buffer: buffer, byteCount: byteCount, layout: layout,
            color: color ?? .assumed(for: layout.format, height: layout.size.height),
            sampleAspect: sampleAspect, timestamp: moment.timestamp, arrival: moment.arrival,
            sequence: moment.sequence, recycler: nil)
    }
}
