public import Frames

/// A part of a picture, and the size that it is brought to.
///
/// A frame that stays as it is with such a value beside it is cropped and scaled without a copy: what comes later is added by ``then(_:)``,
/// and only the last one has work to do, in `convert(frame, crop: it.crop, size: it.size)`.
public struct CropAndScale: Hashable, Sendable {
    /// The part.
    public var crop: PixelRegion
    /// The size of the picture that is made of the part.
    public var size: PixelSize

    /// Describes a part and its new size; nil for the size that it has.
    public init(crop: PixelRegion, size: PixelSize? = nil) {
        self.crop = crop
        self.size = size ?? crop.size
    }

    /// Describes a whole picture as it is.
    public init(whole picture: PixelSize) { self.init(crop: PixelRegion(picture)) }

    /// Tells whether the part is not the whole picture.
    public func requiresCropping(of picture: PixelSize) -> Bool { crop != PixelRegion(picture) }

    /// True when the part has another size than the one that it is brought to.
    public var requiresScaling: Bool { crop.size != size }

    /// Counts the bytes between source and target that scaling needs: for NV12 its chroma before and after, in planes.
    ///
    /// - Parameter format: The picture's format, which it keeps.
    /// - Returns: The number of bytes; 0 for the formats that are scaled as they are.
    public func scratchByteCount(for format: PixelFormat) -> Int {
        guard format == .nv12, requiresScaling, !crop.size.isEmpty, !size.isEmpty else { return 0 }
        return [crop.size, size].reduce(0) { sum, size in
            let (wide, isWide) = (size.width / 2 + size.width % 2).multipliedReportingOverflow(
                by: size.height / 2 + size.height % 2)
            return isWide || wide > 1 << 40 ? sum : sum + 2 * wide
        }
    }

    /// Describes both at once: this part and size, and then a part and a size of the picture that comes of it.
    ///
    /// Fractions of pixels are left out.
    ///
    /// - Parameter next: A part of a picture of this ``size``.
    /// - Returns: The part of the first picture, and the last size.
    /// - Throws: ``FrameToolError/source(_:)`` where the part is not inside.
    public func then(_ next: CropAndScale) throws(FrameToolError) -> CropAndScale {
        guard next.crop.isInside(size) else { throw .source(.region(next.crop, of: size)) }
        let sides = FrameLayout.longestSide
        guard crop.isInside(PixelSize(width: sides, height: sides)) else {
            throw .source(.region(crop, of: PixelSize(width: sides, height: sides)))
        }
        func scaled(_ value: Int, _ by: Int, _ to: Int) -> Int {
            let (high, low) = value.multipliedFullWidth(by: by)
            return to.dividingFullWidth((high, low)).quotient
        }
        let region = PixelRegion(
            x: crop.x + scaled(next.crop.x, crop.width, size.width),
            y: crop.y + scaled(next.crop.y, crop.height, size.height),
            width: max(1, scaled(next.crop.width, crop.width, size.width)),
            height: max(1, scaled(next.crop.height, crop.height, size.height)))
        return CropAndScale(crop: region, size: next.size)
    }
}
