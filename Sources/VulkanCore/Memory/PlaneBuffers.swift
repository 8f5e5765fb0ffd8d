package import CVulkan

/// A picture's planes as they lie in buffers of the device, made once for memory that is filled again and again.
///
/// A recording that reads them must keep them (`Commands.keep`).
@safe package final class PlaneBuffers {
    /// The place of a plane.
    @safe package struct Plane {
        /// Usable as storage buffer and as source of copies; several planes may share one.
        package let buffer: VkBuffer
        /// The buffer's size in bytes.
        package let byteCount: Int
        /// Bytes from the buffer's start to the plane's first row.
        package let offset: Int
        /// Bytes from row to row.
        package let stride: Int
        /// The first row as the processor sees it; nil when it does not.
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
    /// The last submission that reads them.
    package var reader: UInt64 = 0
    /// The buffers among them that another device fills.
    let shared: [ForeignBuffer]
    /// The recording that takes the newest samples over from the device that has filled ``shared``; nil while none does.
    var acquired: UInt64?
    private let owner: AnyObject

    /// Describes planes that no other device fills.
    ///
    /// - Parameters:
    ///   - planes: The planes' places.
    ///   - owner: Keeps the buffers alive.
    package convenience init(planes: [Plane], owner: AnyObject) {
        self.init(planes: planes, owner: owner, shared: [])
    }

    /// Describes planes.
    ///
    /// - Parameters:
    ///   - planes: The planes' places.
    ///   - owner: Keeps the buffers alive.
    ///   - shared: The buffers that another device fills.
    init(planes: [Plane], owner: AnyObject, shared: [ForeignBuffer]) {
        self.planes = planes
        self.owner = owner
        self.shared = shared
    }
}
