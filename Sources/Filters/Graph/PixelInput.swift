internal import CVulkan
internal import Frames
internal import PictureFiles
internal import Synchronization
public import VulkanCore

/// A picture from bytes in memory, from a file or on the device, as a source.
///
/// Confined to the device's thread, but for connecting.
public final class PixelInput: ImageSource, PlanProducer, @unchecked Sendable {  // See above.
    /// Where pictures leave.
    public let output = OutputPort(producer: nil)
    private let slot = SourceSlot()
    private let device: VulkanDevice

    /// Makes a source without a picture.
    public init(device: VulkanDevice) {
        self.device = device
        output.attach(self)
    }

    package var planInput: InputPort? { nil }

    package func lower(_ plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        guard slot.isFilled else { throw .missingPicture("PixelInput") }
        return plan.source(slot, size: slot.traits.uprightSize)
    }

    /// Takes the picture of a file, PNG or JPEG.
    ///
    /// - Throws: What is wrong with the file, or that the device has no memory.
    public func setPicture(fileAt path: String) throws(FilterError) {
        let file: PictureFile
        do throws(PictureFileError) {
            file = try PictureFile(readingFrom: path)
        } catch {
            throw .badFile(error.path, reason: error.reason)
        }
        try setPicture(file.bytes, width: file.width, height: file.height)
    }

    /// Takes a picture; the bytes are copied.
    ///
    /// - Parameters:
    ///   - bytes: Red, green, blue and alpha, a byte each, straight alpha, rows from top to bottom.
    ///   - width: Pixels of a row.
    ///   - height: Rows.
    ///   - stride: Bytes from row to row; nil for rows without padding.
    /// - Throws: When the bytes are too few or the device has no memory.
    public func setPicture(
        _ bytes: [UInt8], width: Int, height: Int, stride: Int? = nil
    ) throws(FilterError) {
        let stride = stride ?? width * 4
        guard width > 0, height > 0, stride >= width * 4, bytes.count >= (height - 1) * stride + width * 4
        else {
            throw .unsupportedSize(
                "\(bytes.count) bytes are no picture of \(width)×\(height) pixels with \(stride) bytes a row")
        }
        do throws(VulkanError) {
            let count = width * height * 4
            let buffer = try MappedBuffer(
                device: device, count: count, usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, isRead: false)
            for row in 0..<height {
                let source = bytes[row * stride..<row * stride + width * 4]
                unsafe UnsafeMutableRawBufferPointer(
                    rebasing: buffer.bytes[row * width * 4..<(row + 1) * width * 4]
                ).copyBytes(from: source)
            }
            let traits = SourceSlot.Traits(
                samples: .pixels, size: PixelSize(width: width, height: height))
            let address = unsafe device.isCPU ? UnsafeRawPointer(buffer.bytes.baseAddress) : nil
            let plane = unsafe SourceSlot.Plane(
                buffer: buffer.raw, offset: 0, stride: width * 4, address: address)
            slot.fill(traits, [plane], owner: buffer)
            slot.timestamp = nil
        } catch {
            throw .vulkan(error)
        }
    }

    /// Takes a picture that a graph on the same device has computed, where it lies; nothing is copied.
    ///
    /// The picture is held until another one takes its place. A graph may have its own earlier results.
    ///
    /// - Throws: ``FilterError/otherDevice(_:graph:)``; the last picture stays.
    public func setPicture(_ picture: DevicePicture) throws(FilterError) {
        guard picture.device === device else {
            throw .otherDevice(picture.device.name, graph: device.name)
        }
        let traits = SourceSlot.Traits(
            samples: picture.format == .rgba8 ? .pixels : .halves,
            size: PixelSize(width: picture.width, height: picture.height))
        let plane = unsafe SourceSlot.Plane(
            buffer: picture.buffer, offset: 0, stride: picture.width * picture.format.byteCount,
            address: picture.address)
        slot.fill(traits, [plane], owner: picture)
        slot.timestamp = picture.timestamp
    }

    /// Takes a picture that a runner has computed, where it lies.
    ///
    /// - Parameter result: In 8 bits a channel; its kernels may still be running on the same queue.
    package func setPicture(_ result: FilterRunner.Result) {
        precondition(result.layout == .rgba8, "sources have 8 bits a channel")
        let plane = unsafe SourceSlot.Plane(
            buffer: result.buffer, offset: 0, stride: result.size.width * 4)
        slot.fill(SourceSlot.Traits(samples: .pixels, size: result.size), [plane], owner: result.owner)
        slot.timestamp = result.timestamp
    }
}
