internal import CVulkan
public import Frames
internal import PictureFiles
internal import Synchronization
public import VulkanCore

/// A picture from bytes in memory, from a file or on the device, as a source.
///
/// Confined to the device's thread, but for connecting.
public final class PixelInput: ImageSource, PlanProducer, @unchecked Sendable {  // See above.
    /// The port where pictures leave.
    public let output = OutputPort(producer: nil)
    let slot = SourceSlot()
    let device: VulkanDevice

    /// Makes a source without a picture.
    public init(device: VulkanDevice) {
        self.device = device
        output.attach(self)
    }

    package var planInput: InputPort? { nil }

    package func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        guard slot.isFilled else { throw .missingPicture("PixelInput") }
        return plan.source(slot, size: slot.traits.uprightSize)
    }

    /// Takes the picture of a file, PNG or JPEG.
    ///
    /// - Throws: The file's fault, or the device's lack of memory.
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
    ///   - timestamp: The time of the picture, which results get; nil for a still one.
    /// - Throws: An error when the bytes are too few, the picture is larger than 32768 pixels a side, or the device has no
    ///   memory; the last picture stays.
    public func setPicture(
        _ bytes: [UInt8], width: Int, height: Int, stride: Int? = nil, timestamp: Timestamp? = nil
    ) throws(FilterError) {
        let sides = 1...32768
        guard sides.contains(width), sides.contains(height) else {
            throw .unsupportedSize("a picture has 1 to 32768 pixels a side, not \(width)×\(height)")
        }
        let stride = stride ?? width * 4
        // Without a product that could overflow.
        guard stride >= width * 4, bytes.count >= width * 4,
            height == 1 || (bytes.count - width * 4) / (height - 1) >= stride
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
            slot.timestamp = timestamp
        } catch {
            throw .vulkan(error)
        }
    }
}
