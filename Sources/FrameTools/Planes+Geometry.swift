internal import CYUV
internal import Frames

extension Planes {
    /// Scales the picture into another one, whose planes of chroma may have another share of its pixels.
    ///
    /// - Parameters:
    ///   - target: A planar picture for a planar one, a grey one, or one of as many bytes in the same order.
    ///   - filter: The way in which pixels are made of several.
    /// - Throws: ``FrameToolError/library(_:)``.
    func scale(into target: Planes, _ filter: ScalingFilter) throws(FrameToolError) {
        if unsafe format.isWord {
            try check(
                unsafe ARGBScale(
                    first.start, first.stride, width, height, target.first.start, target.first.stride,
                    target.width, target.height, filter.mode), "ARGBScale")
            return
        }
        unsafe first.scale(
            (width, height), into: target.first, (target.width, target.height), filter)
        guard unsafe format.isPlanar else { return }
        unsafe second.scale(chroma, into: target.second, target.chroma, filter)
        unsafe third.scale(chroma, into: target.third, target.chroma, filter)
    }

    /// Turns the picture by quarters and mirrors it into another one of the turned size.
    ///
    /// - Parameters:
    ///   - rotation: A turn, clockwise.
    ///   - isMirrored: True to exchange left and right, after the turn.
    ///   - target: A picture of ``turnedFormat(by:)`` or of this one's format.
    /// - Throws: ``FrameToolError/library(_:)``.
    func turn(_ rotation: Rotation, mirrored isMirrored: Bool, into target: Planes) throws(FrameToolError) {
        if unsafe format.isWord {
            try unsafe turnWords(rotation, isMirrored, target)
            return
        }
        try unsafe first.turn((width, height), rotation, isMirrored, into: target.first)
        guard unsafe format.isPlanar else { return }
        try unsafe second.turn(chroma, rotation, isMirrored, into: target.second)
        try unsafe third.turn(chroma, rotation, isMirrored, into: target.third)
    }

    private func turnWords(
        _ rotation: Rotation, _ isMirrored: Bool, _ target: Planes
    ) throws(FrameToolError) {
        let (from, into) = unsafe (first, target.first)
        let turned =
            switch (rotation, isMirrored) {
            case (.none, true):
                unsafe ARGBMirror(from.start, from.stride, into.start, into.stride, width, height)
            case (.half, true):
                unsafe ARGBCopy(from.start, from.stride, into.start, into.stride, width, -height)
            default:
                unsafe ARGBRotate(
                    from.start, from.stride, into.start, into.stride, width, isMirrored ? -height : height,
                    rotation.mode)
            }
        try check(turned, "ARGBRotate")
    }
}

extension PixelFormat {
    /// The format that a planar picture has after a turn: halves of columns become halves of rows.
    func turned(by rotation: Rotation) -> PixelFormat {
        guard rotation.swapsSides, isPlanar, let shifts = samples?.chromaShifts else { return self }
        return .planar(columnShift: shifts.rows, rowShift: shifts.columns) ?? self
    }
}

extension Plane {
    fileprivate func scale(
        _ size: (Int32, Int32), into target: Plane, _ targetSize: (Int32, Int32), _ filter: ScalingFilter
    ) {
        unsafe ScalePlane(
            start, stride, size.0, size.1, target.start, target.stride, targetSize.0, targetSize.1,
            filter.mode)
    }

    /// Turns and mirrors the plane; a negative height makes libyuv read from the last row to the first.
    fileprivate func turn(
        _ size: (Int32, Int32), _ rotation: Rotation, _ isMirrored: Bool, into target: Plane
    ) throws(FrameToolError) {
        switch (rotation, isMirrored) {
        case (.none, true):
            unsafe MirrorPlane(start, stride, target.start, target.stride, size.0, size.1)
        case (.half, true):
            unsafe CopyPlane(start, stride, target.start, target.stride, size.0, -size.1)
        default:
            try check(
                unsafe RotatePlane(
                    start, stride, target.start, target.stride, size.0, isMirrored ? -size.1 : size.1,
                    rotation.mode), "RotatePlane")
        }
    }
}

extension Rotation {
    /// libyuv's name for it.
    fileprivate var mode: RotationMode {
        switch self {
        case .none: kRotate0
        case .clockwise90: kRotate90
        case .half: kRotate180
        case .clockwise270: kRotate270
        }
    }
}

/// Turns a failure of libyuv's into an error.
func check(_ result: Int32, _ function: String) throws(FrameToolError) {
    guard result == 0 else { throw .library(function) }
}
