internal import Frames

/// A plane in memory, as libyuv takes it.
@unsafe struct Plane {
    /// The first byte of the first row.
    var start: UnsafeMutablePointer<UInt8>?
    /// The number of bytes from one row to the next.
    var stride: Int32

    init(_ start: UnsafeMutableRawPointer?, stride: Int = 0) {
        unsafe self.start = unsafe start?.assumingMemoryBound(to: UInt8.self)
        unsafe self.stride = Int32(clamping: stride)
    }
}

/// A picture in memory: its format, its size and its planes.
///
/// Planes may lie in memories of different pictures: a chroma that was made for this one beside a luma that was not.
@unsafe struct Planes {
    var format: PixelFormat
    var width: Int32
    var height: Int32
    /// The planes; those that the format does not have are empty.
    var first = unsafe Plane(nil)
    var second = unsafe Plane(nil)
    var third = unsafe Plane(nil)

    init(_ format: PixelFormat, _ size: PixelSize) {
        unsafe self.format = format
        unsafe width = Int32(clamping: size.width)
        unsafe height = Int32(clamping: size.height)
    }

    /// Describes a picture in memory that was found to hold it.
    ///
    /// - Parameters:
    ///   - layout: The places of the planes.
    ///   - start: Gives the first byte of a memory by its number.
    init(_ layout: FrameLayout, _ start: (Int) -> UnsafeMutableRawPointer?) {
        unsafe self.init(layout.format, layout.size)
        for (index, place) in layout.planes.enumerated() {
            let plane = unsafe Plane(
                start(place.memory).map { unsafe $0 + place.offset }, stride: place.stride)
            switch index {
            case 0: unsafe first = unsafe plane
            case 1: unsafe second = unsafe plane
            default: unsafe third = unsafe plane
            }
        }
    }

    var size: PixelSize { unsafe PixelSize(width: Int(width), height: Int(height)) }

    /// The size of a plane of chroma, in samples.
    var chroma: (width: Int32, height: Int32) {
        let size = unsafe format.planes.last?.size(of: size) ?? size
        return (Int32(size.width), Int32(size.height))
    }
}
