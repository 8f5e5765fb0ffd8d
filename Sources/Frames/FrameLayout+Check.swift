extension FrameLayout {
    /// The most bytes that a picture's memory is believed to have: room for the largest one with some padding, and far from what no
    /// machine has.
    public static let mostBytes = longestSide * longestSide * 8

    /// The largest width and height that a layout may have to pass ``check(_:)``.
    public static let longestSide = 16384

    /// Checks that the planes are those of the format, that their rows do not overlap and that they end within their memories.
    ///
    /// Numbers that come from elsewhere may be anything: none of them makes this overflow.
    ///
    /// - Parameter byteCount: Tells the size of a memory by its number, nil where there is none.
    /// - Throws: The first thing that is wrong.
    public func check(_ byteCount: (Int) -> Int?) throws(FrameLayoutError) {
        guard format.model != .compressed else { throw .compressed(format) }
        guard size.isPossible else { throw .size(size) }
        let formats = format.planes
        guard planes.count == formats.count else { throw .planeCount(format, found: planes.count) }
        for (index, plane) in planes.enumerated() {
            let rowBytes = self.rowBytes(of: index)
            guard plane.stride >= rowBytes else {
                throw .stride(plane: index, found: plane.stride, needed: rowBytes)
            }
            guard plane.memory >= 0, plane.offset >= 0, let found = byteCount(plane.memory) else {
                throw .memory(plane: index, needed: 0, found: nil)
            }
            guard let end = self.end(of: index) else {
                throw .memory(plane: index, needed: .max, found: found)
            }
            guard end <= found else { throw .memory(plane: index, needed: end, found: found) }
        }
    }

    /// Checks the same for planes in memories of any size.
    public func check() throws(FrameLayoutError) { try check { _ in .max } }
}

extension Frame {
    /// Checks that the planes lie in the buffer's memories, as the layout says they do.
    ///
    /// Frames of a session or a pool do; those on buffers of somebody else's need not. Costs some comparisons.
    ///
    /// - Throws: The first thing that is wrong; ``FrameLayoutError/compressed(_:)`` for a compressed frame.
    public func checkLayout() throws(FrameLayoutError) {
        try layout.check { memory in
            memory < buffer.memoryCount ? unsafe buffer.memories[memory].count : nil
        }
    }
}
