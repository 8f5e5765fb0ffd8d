package import CVulkan
public import Frames
public import VulkanCore

/// A computed picture in the device's memory: never copied, and never written again.
///
/// Its pixels are those of a `VkBuffer`, ``handle``, from offset 0 on, rows of ``stride`` bytes. It comes from a ``DevicePictureOutput`` and may go to any graph on the same device by
/// ``PixelInput/setPicture(_:)-(DevicePicture)``. Any thread may hold it; when nobody does, and no submission needs it, its
/// memory is used for a later picture. It may outlive the context that has computed it.
@safe public final class DevicePicture: @unchecked Sendable {
    // Nothing of it changes; its memory is only read.

    /// The layout of a pixel in memory: red, green, blue and straight alpha.
    public enum Format: Sendable {
        /// A byte each (`VK_FORMAT_R8G8B8A8_UNORM`).
        case rgba8
        /// A float of 16 bits each (`VK_FORMAT_R16G16B16A16_SFLOAT`), which may be below 0 and above 1.
        case rgba16Float

        /// Bytes of a pixel.
        public var byteCount: Int { self == .rgba8 ? 4 : 8 }
    }

    /// Pixels of a row; rows have no padding, the upper one comes first.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The layout of its pixels.
    public let format: Format
    /// The time at which the newest of its frames was taken; nil for a picture of stills alone.
    public let timestamp: Timestamp?
    /// The device that it lies on.
    public let device: VulkanDevice
    private let piece: PieceBuffer
    private let pool: PicturePool

    /// Bytes of the picture.
    public var byteCount: Int { width * height * format.byteCount }

    /// Bytes from row to row: those of a row's pixels.
    public var stride: Int { width * format.byteCount }

    /// The memory (`VkBuffer`), for commands of one's own on the queue of the ``device``.
    ///
    /// The picture begins at offset 0; the buffer may be longer. It can be a storage buffer, a uniform buffer, and source of
    /// copies. What wrote it is done, and visible to kernels and copies of later submissions to the device's queue; for
    /// another use, record a barrier from `VK_ACCESS_2_MEMORY_WRITE_BIT`. Where ``VulkanDevice/isCPU`` is true, the host may
    /// have written it.
    ///
    /// The buffer belongs to this object: never destroy it, never write into it, and keep this object until the last
    /// submission that reads it is done. After that the memory is used for other pictures.
    public var handle: OpaquePointer { unsafe piece.raw }

    /// The buffer as the package's parts take it.
    package var buffer: VkBuffer { unsafe piece.raw }

    /// The address at which the processor sees it; nil where it is not the device.
    var address: UnsafeRawPointer? { unsafe piece.address.map { UnsafeRawPointer($0) } }

    /// Takes a buffer over; it goes back to the pool with this object.
    init(_ result: FilterRunner.Result, in piece: PieceBuffer, of pool: PicturePool) {
        (width, height) = (result.size.width, result.size.height)
        format = result.layout == .half ? .rgba16Float : .rgba8
        timestamp = result.timestamp
        device = piece.device
        self.piece = piece
        self.pool = pool
    }

    deinit { pool.giveBack(piece) }
}
