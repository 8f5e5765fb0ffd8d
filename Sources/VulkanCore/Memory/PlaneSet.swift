/// Textures that hold a picture, one per plane.
///
/// A recording that samples them must keep them (`Commands.keep`).
package final class PlaneSet {
    /// One image per plane, in the order of the pixel format's planes.
    package let images: [DeviceImage]
    /// True when the images lie on memory that another device fills.
    let isShared: Bool
    /// True while the GPU has yet to take the newest samples over from that device.
    var mustAcquire = false
    /// True once the images have been taken over from that device.
    var wasAcquired = false

    /// Takes textures.
    package init(images: [DeviceImage], isShared: Bool = false) {
        self.images = images
        self.isShared = isShared
    }
}
