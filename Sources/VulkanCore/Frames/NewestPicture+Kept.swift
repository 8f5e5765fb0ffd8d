public import Frames
internal import Glibc

extension NewestPicture {
    /// Copies the picture, by the processor, into memory that outlives the device, which may be lost.
    ///
    /// - Returns: The picture as a frame, the turn and the mirror of its source included; nil where there is none, or only the device
    ///   reads its samples.
    public func kept() -> Frame? {
        guard let current, let moment else { return nil }
        let (picture, mosaic) = (current.picture, content?.mosaic)
        // The mosaic itself where the device makes the pixels.
        let seen = mosaic?.mosaic.flatMap { PlaneMemory($0) } ?? frame.flatMap { PlaneMemory($0) }
        guard let memory = mosaic == nil ? current.memory : seen else { return nil }
        let layout = FrameLayout(format: mosaic?.format ?? picture.format, size: picture.size)
        let copy = try? unsafe Frame.allocated(
            layout, color: picture.color, sampleAspect: picture.sampleAspect, at: moment
        ) { target in
            guard let start = target.baseAddress else { return }
            for (index, plane) in layout.planes.enumerated() {
                let elements = layout.elements(of: index)
                let rowBytes = elements.width * layout.format.planes[index].bytes
                for row in 0..<elements.height {
                    unsafe memcpy(
                        start + plane.offset + row * plane.stride,
                        memory[index].address + row * memory[index].stride, rowBytes)
                }
            }
        }
        return copy?.turned(by: picture.rotation, mirrored: picture.isMirrored)
    }
}
