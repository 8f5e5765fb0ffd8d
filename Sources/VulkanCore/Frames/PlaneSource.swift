package import CVulkan
internal import Frames

/// How the drawing reads a picture's samples.
package enum PlaneAccess: Sendable {
    /// From sampled images, in the fragment stage.
    case textures
    /// From storage buffers, in the compute stage.
    case buffers
    /// By the processor, from memory.
    case memory
}

/// Textures that hold a picture, one per plane.
///
/// A recording that samples them must keep them (`Commands.keep`).
package final class PlaneSet {
    /// One image per plane, in the order of the pixel format's planes.
    package let images: [DeviceImage]
    /// Whether the images lie on memory that another device fills.
    let isShared: Bool
    /// Whether they have been taken over from that device before.
    var wasAcquired = false

    /// Takes textures.
    package init(images: [DeviceImage], isShared: Bool = false) {
        self.images = images
        self.isShared = isShared
    }
}

/// A picture's planes as they lie in buffers of the device, made once for memory that is filled again and again.
///
/// A recording that reads them must keep them (`Commands.keep`).
@safe package final class PlaneBuffers {
    /// Where a plane lies.
    @safe package struct Plane {
        /// Usable as storage buffer and as source of copies; several planes may share one.
        package let buffer: VkBuffer
        /// The buffer's size in bytes.
        package let byteCount: Int
        /// Bytes from the buffer's start to the plane's first row.
        package let offset: Int
        /// Bytes from row to row.
        package let stride: Int
        /// Where the processor sees the first row; nil when it does not.
        package let address: UnsafeRawPointer?

        /// Describes a plane.
        package init(
            buffer: VkBuffer, byteCount: Int, offset: Int, stride: Int, address: UnsafeRawPointer? = nil
        ) {
            unsafe self.address = unsafe address
            unsafe self.buffer = unsafe buffer
            self.byteCount = byteCount
            self.offset = offset
            self.stride = stride
        }
    }

    /// The planes, in the order of the pixel format's.
    package let planes: [Plane]
    /// The submission that reads them last.
    var reader: UInt64 = 0
    /// The buffers among them that another device fills.
    let shared: [ForeignBuffer]
    private let owner: AnyObject

    /// Describes planes that no other device fills.
    ///
    /// - Parameters:
    ///   - planes: Where they lie.
    ///   - owner: Keeps the buffers alive.
    package convenience init(planes: [Plane], owner: AnyObject) {
        self.init(planes: planes, owner: owner, shared: [])
    }

    /// Describes planes.
    ///
    /// - Parameters:
    ///   - planes: Where they lie.
    ///   - owner: Keeps the buffers alive.
    ///   - shared: The buffers that another device fills.
    init(planes: [Plane], owner: AnyObject, shared: [ForeignBuffer]) {
        self.planes = planes
        self.owner = owner
        self.shared = shared
    }
}

/// Where a route has brought a frame's samples.
enum PlaneSource {
    /// Buffers.
    case buffers(PlaneBuffers)
    /// Images.
    case images(PlaneSet)
    /// Nothing but the frame's own memory.
    case memory
}
