internal import CVulkan
public import Frames
internal import LinuxIO
internal import PictureFiles
internal import Synchronization
public import VulkanCore

/// A picture from bytes in memory, from a file or on the device, as a source.
///
/// One that is made for a device is confined to that device's thread, but for connecting. One that is made without may be
/// given pictures from any thread, which is what a picture beside a live one needs: it belongs to the device of the first graph
/// that needs its picture, and graphs of other devices are refused (``FilterError/otherDevice(_:graph:)``).
public final class PixelInput: ImageSource, PlanProducer, RecordedSource, @unchecked Sendable {  // See above.
    /// The port where pictures leave.
    public let output = OutputPort(producer: nil)
    // Used on the device's thread alone.
    let slot = SourceSlot()
    /// The device on whose thread pictures are given; nil where any thread gives them.
    private let device: VulkanDevice?
    private let state: Mutex<State>

    private struct State: @unchecked Sendable {  // The device is used on its own thread.
        /// The device whose graphs may have the picture; nil before the first of them.
        var device: VulkanDevice?
        /// The picture that the device has not got yet.
        var waiting: Content?
    }

    /// A picture that is given.
    enum Content: @unchecked Sendable {  // Nothing of it changes; memory on a device is only read.
        /// Bytes of a size, and those from row to row.
        case bytes([UInt8], PixelSize, stride: Int, Timestamp?)
        /// A picture that lies on a device.
        case stored(VulkanDevice, SourceSlot.Traits, SourceSlot.Plane, owner: AnyObject, Timestamp?)
    }

    /// Makes a source without a picture.
    ///
    /// - Parameter device: The graph's, on whose thread pictures are given.
    public convenience init(device: VulkanDevice) { self.init(on: device) }

    /// Makes a source without a picture, for a graph whose device and thread are somebody else's, as a view's are.
    ///
    /// Pictures may be given from any thread; the newest one shows in the next picture that the graph computes. The first one
    /// must be there before the graph runs.
    public convenience init() { self.init(on: nil) }

    private init(on device: VulkanDevice?) {
        self.device = device
        state = Mutex(State(device: device))
        output.attach(self)
        slot.producer = self
    }

    package var planInput: InputPort? { nil }

    package func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        if let device = plan.device { try refresh(on: device) }
        guard slot.isFilled else { throw .missingPicture("PixelInput") }
        return plan.source(slot, size: slot.traits.uprightSize)
    }

    /// Takes the picture of a file, PNG or JPEG.
    ///
    /// - Throws: The file's fault, or as ``setPicture(_:width:height:stride:timestamp:)``.
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
    ///   memory, which an input without a device leaves to the graph; the last picture stays.
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
        try take(.bytes(bytes, PixelSize(width: width, height: height), stride: stride, timestamp))
    }

    /// Takes a picture: at once, or for the next one that a graph computes.
    func take(_ content: Content) throws(FilterError) {
        if let device { return try fill(content, device) }
        state.withLock { $0.waiting = content }
    }

    package func refresh(on device: VulkanDevice) throws(FilterError) {
        let graph = State(device: device)
        let found = state.withLock { state in
            if state.device == nil { state.device = graph.device }
            defer { if state.device === graph.device { state.waiting = nil } }
            return state
        }
        if let owner = found.device, owner !== device {
            throw .otherDevice(owner.name, graph: device.name)
        }
        if let content = found.waiting { try fill(content, device) }
    }

    package func record(into commands: Commands) {}

    private func fill(_ content: Content, _ device: VulkanDevice) throws(FilterError) {
        switch content {
        case .stored(let other, let traits, let plane, let owner, let timestamp):
            guard other === device else { throw .otherDevice(other.name, graph: device.name) }
            slot.fill(traits, [plane], owner: owner)
            slot.timestamp = timestamp
        case .bytes(let bytes, let size, let stride, let timestamp):
            try FilterError.wrapping { () throws(VulkanError) in
                let count = size.width * 4
                let buffer = try MappedBuffer(
                    device: device, count: count * size.height, usage: VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                    isRead: false, name: "pixels for filters")
                for row in 0..<size.height {
                    unsafe UnsafeMutableRawBufferPointer(
                        rebasing: buffer.bytes[row * count..<(row + 1) * count]
                    ).copyBytes(from: bytes[row * stride..<row * stride + count])
                }
                let address = unsafe device.isCPU ? UnsafeRawPointer(buffer.bytes.baseAddress) : nil
                let plane = unsafe SourceSlot.Plane(
                    buffer: buffer.raw, offset: 0, stride: count, address: address)
                slot.fill(SourceSlot.Traits(samples: .pixels, size: size), [plane], owner: buffer)
                slot.timestamp = timestamp
            }
        }
    }
}
