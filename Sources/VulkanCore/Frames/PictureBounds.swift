internal import Frames

/// The bounds of pictures that a device reads.
struct PictureBounds {
    /// The number of pixels of a side.
    let side: Int
    /// The number of bytes, all planes together: they may share a buffer.
    let bytes: Int

    /// Works out the bounds.
    ///
    /// - Parameters:
    ///   - limits: The device's limits.
    ///   - drawing: The way in which the view draws pictures, filters' results for one.
    ///   - reading: The way in which the samples are read.
    init(_ limits: DeviceLimits, drawing: PlaneAccess, reading: PlaneAccess) {
        side = drawing == .textures ? limits.imageSide : FrameLayout.longestSide
        bytes = drawing == .buffers || reading == .buffers ? limits.storageBytes : .max
    }
}
