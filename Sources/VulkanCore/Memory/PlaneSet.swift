/// Textures that hold a picture, one per plane.
///
/// A recording that samples them must keep them (`Commands.keep`).
package final class PlaneSet {
    /// One image per plane, in the order of the pixel format's planes.
    package let images: [DeviceImage]
    /// True when the images lie on memory that another device fills.
    let isShared: Bool
    /// The recording that takes the newest samples over from that device; nil while none does.
    var acquired: UInt64?

    /// Takes textures.
    package init(images: [DeviceImage], isShared: Bool = false) {
        self.images = images
        self.isShared = isShared
    }
}
