internal import Frames

/// A check of rows that the GPU may have to copy into textures as they lie.
///
/// A copy counts in texels: offsets and strides must be whole ones. Drawings that read buffers take any.
struct TexelRows {
    private let areNeeded: Bool
    private var last: (layout: FrameLayout, refusal: String?)?

    init(areNeeded: Bool) { self.areNeeded = areNeeded }

    /// Gives the reason against copying rows as they lie; nil when there is none, worked out once per layout.
    mutating func refusal(of layout: FrameLayout, _ picture: Picture) -> String? {
        guard areNeeded else { return nil }
        if let last, last.layout == layout { return last.refusal }
        var refusal: String?
        for (plane, format) in zip(layout.planes, picture.format.planes) {
            let texel = format.texelBytes
            guard plane.offset % texel != 0 || plane.stride % texel != 0 else { continue }
            refusal =
                "rows of \(plane.stride) bytes from byte \(plane.offset) on are not whole texels of \(texel)"
        }
        last = (layout, refusal)
        return refusal
    }
}
