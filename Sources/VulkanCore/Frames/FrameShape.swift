internal import Frames

/// The layout of the last frame, and the memory that it needs; a frame like the last one costs comparisons only.
struct FrameShape {
    private var layout: FrameLayout?
    /// The number of bytes from each plane's start to the end of its last row.
    private var needs: [Int] = []

    /// Tells whether an uncompressed frame lies in memory as the last one did.
    ///
    /// - Throws: ``FrameError/incomplete(plane:needed:found:)`` when a plane's memory ends before its last row does;
    ///   the next frame then counts as a new one.
    mutating func isSame(_ frame: Frame) throws(FrameError) -> Bool {
        let isSame = layout == frame.layout
        if !isSame { try adopt(frame) }
        for index in needs.indices {
            let found = unsafe frame.withPlane(index) { bytes in bytes.count }
            if found < needs[index] {
                layout = nil
                throw .incomplete(plane: index, needed: needs[index], found: found)
            }
        }
        return isSame
    }

    private mutating func adopt(_ frame: Frame) throws(FrameError) {
        let layout = frame.layout
        self.layout = nil
        // Frames of somebody else's making may say anything.
        do throws(FrameLayoutError) {
            try frame.checkLayout()
        } catch .size(let size) {
            throw .unsupportedSize(size, limit: FrameLayout.longestSide)
        } catch .stride(let plane, let found, let needed) {
            throw .incomplete(plane: plane, needed: needed, found: found)
        } catch .memory(let plane, let needed, let found) where found == nil || needed == .max {
            throw .incomplete(plane: plane, needed: needed, found: found ?? 0)
        } catch .memory {
            // Told below, counted from the plane's own start.
        } catch {
            throw .undecodable("\(error)")
        }
        needs.removeAll(keepingCapacity: true)
        for (index, plane) in layout.planes.enumerated() {
            let rowBytes = layout.rowBytes(of: index)
            let need = plane.stride * (layout.elements(of: index).height - 1) + rowBytes
            guard plane.stride >= rowBytes else {
                throw .incomplete(plane: index, needed: rowBytes, found: plane.stride)
            }
            needs.append(need)
        }
        self.layout = layout
    }
}
