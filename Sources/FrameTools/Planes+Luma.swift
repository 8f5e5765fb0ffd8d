internal import CYUV
internal import Frames

/// Conversions between pictures of luma and colour differences: the numbers stay, only their places change.
extension Planes {
    /// Copies the picture into one of the same format and size.
    func copy(into target: Planes) {
        for (index, plane) in unsafe format.planes.enumerated() {
            let size = unsafe plane.size(of: size)
            let (from, into) =
                switch index {
                case 0: unsafe (first, target.first)
                case 1: unsafe (second, target.second)
                default: unsafe (third, target.third)
                }
            unsafe from.copy(Int32(size.width * plane.bytes), Int32(size.height), into: into)
        }
    }

    /// Puts the luma into a plane of its own.
    func copyLuma(into target: Plane) throws(FrameToolError) {
        switch unsafe format.pattern {
        case .pairs(let isLumaFirst):
            let unpack = unsafe isLumaFirst ? YUY2ToY : UYVYToY
            let done = unsafe unpack(first.start, first.stride, target.start, target.stride, width, height)
            try check(done, isLumaFirst ? "YUY2ToY" : "UYVYToY")
        default: unsafe first.copy(width, height, into: target)
        }
    }

    /// Separates Cb and Cr of NV12 into planes of their own.
    func splitChroma(_ second: Plane, _ third: Plane) {
        let size = unsafe chroma
        unsafe SplitUVPlane(
            self.second.start, self.second.stride, second.start, second.stride, third.start, third.stride,
            size.width, size.height)
    }

    /// Brings Cb and Cr of a 4:2:0 picture together as NV12 has them.
    func mergeChroma(into target: Plane) {
        let size = unsafe chroma
        unsafe MergeUVPlane(
            second.start, second.stride, third.start, third.stride, target.start, target.stride,
            size.width, size.height)
    }

    /// Brings samples of chroma from the first column, or row, of the pixels that share them to the middle.
    func centreChroma(isAcross: Bool, into target: Planes) throws(FrameToolError) {
        let shifts = unsafe format.samples?.chromaShifts
        let shift = (isAcross ? shifts?.columns : shifts?.rows) ?? 0
        // A part of the way to the next sample, in 1/256.
        let part = Int32((128 << shift - 128) >> shift)
        try unsafe second.move(part, isAcross: isAcross, chroma, into: target.second)
        try unsafe third.move(part, isAcross: isAcross, chroma, into: target.third)
    }

    /// Separates the samples of YUYV or UYVY into planes of 4:2:2 or of 4:2:0, or into those of NV12.
    func unpack(into target: Planes) throws(FrameToolError) {
        let (from, luma, second, third) = unsafe (first, target.first, target.second, target.third)
        let isLumaFirst = unsafe format.pattern == .pairs(isLumaFirst: true)
        var done: Int32
        switch unsafe target.format.pattern {
        case .semiPlanar:
            let unpack = unsafe isLumaFirst ? YUY2ToNV12 : UYVYToNV12
            // Where 17 to 30 columns are left after steps of 32, Debian 13's libyuv (0.0.1904) writes past its memory: YUY2ToNVUVRow_Any_AVX2.
            let right = unsafe max(width % 32 - 16, 0)
            let left = unsafe width - right
            done = unsafe unpack(
                from.start, from.stride, luma.start, luma.stride, second.start, second.stride, left, height)
            if done == 0, right > 0 {
                let start = Int(left)
                done = unsafe unpack(
                    from.start?.advanced(by: 2 * start), from.stride, luma.start?.advanced(by: start),
                    luma.stride, second.start?.advanced(by: start), second.stride, right, height)
            }
        default:
            let unpack =
                switch unsafe (isLumaFirst, target.format.pattern) {
                case (true, .planar(1, 1)): unsafe YUY2ToI420
                case (true, _): unsafe YUY2ToI422
                case (false, .planar(1, 1)): unsafe UYVYToI420
                case (false, _): unsafe UYVYToI422
                }
            done = unsafe unpack(
                from.start, from.stride, luma.start, luma.stride, second.start, second.stride,
                third.start, third.stride, width, height)
        }
        try check(done, isLumaFirst ? "YUY2ToI422" : "UYVYToI422")
    }

    /// Packs planes of 4:2:2 or 4:2:0 as YUYV.
    func pack(into target: Planes) throws(FrameToolError) {
        let pack = unsafe format.pattern == .planar(1, 1) ? I420ToYUY2 : I422ToYUY2
        try check(
            unsafe pack(
                first.start, first.stride, second.start, second.stride, third.start, third.stride,
                target.first.start, target.first.stride, width, height), "I422ToYUY2")
    }

    /// Makes the colour differences of a picture that has none.
    func clearChroma() {
        let size = unsafe chroma
        let isTogether = unsafe format.pattern == .semiPlanar
        unsafe SetPlane(
            second.start, second.stride, isTogether ? size.width * 2 : size.width, size.height, 128)
        if !isTogether { unsafe SetPlane(third.start, third.stride, size.width, size.height, 128) }
    }
}

extension Plane {
    /// Interpolates between each sample and the one behind or below it; the last ones stay.
    fileprivate func move(
        _ part: Int32, isAcross: Bool, _ size: (width: Int32, height: Int32), into target: Plane
    ) throws(FrameToolError) {
        unsafe copy(size.width, size.height, into: target)
        let width = isAcross ? size.width - 1 : size.width
        let height = isAcross ? size.height : size.height - 1
        guard width > 0, height > 0 else { return }
        let next = unsafe start?.advanced(by: isAcross ? 1 : Int(stride))
        try check(
            unsafe InterpolatePlane(
                start, stride, next, stride, target.start, target.stride, width, height, part),
            "InterpolatePlane")
    }

    func copy(_ byteCount: Int32, _ rows: Int32, into target: Plane) {
        unsafe CopyPlane(start, stride, target.start, target.stride, byteCount, rows)
    }
}
