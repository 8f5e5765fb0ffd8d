package import CVulkan
package import Frames
internal import VulkanCore

extension FilterRunner {
    /// A picture that was computed.
    @safe package struct Result {
        package let buffer: VkBuffer
        /// The address at which the processor sees it, or a copy of it; nil on other devices, where no copy was asked for.
        package let address: UnsafeMutableRawPointer?
        package let byteCount: Int
        package let size: PixelSize
        let layout: PixelLayout
        /// The time at which the newest of its frames was taken; nil for stills alone.
        package let timestamp: Timestamp?
        /// Keeps the buffer.
        package let owner: AnyObject
        /// The buffer's place in the plan.
        let place: Plan.Place

        /// The format of the pixels of an operation that comes last before a window.
        var format: PixelFormat { layout == .rgba16 ? .rgba64 : .bgrx }
    }
}

extension PixelData {
    /// Takes a picture out of the device's memory.
    init(_ result: FilterRunner.Result, _ bytes: UnsafeRawBufferPointer) {
        unsafe self.init(result.size, result.layout, result.timestamp, bytes)
    }

    /// Takes a picture out of the device's memory.
    init(_ size: PixelSize, _ layout: PixelLayout, _ timestamp: Timestamp?, _ bytes: UnsafeRawBufferPointer) {
        let (width, height) = (size.width, size.height)
        let count = width * height * 4
        let codes: [UInt8]
        if layout == .rgba8 {
            codes = unsafe Array(bytes.prefix(count))
        } else {
            let words = unsafe bytes.bindMemory(to: UInt16.self)
            codes = (0..<count).map { index in
                let word = unsafe words[index]
                let value = layout == .half ? Float(Float16(bitPattern: word)) : Float(word) / 65535
                return UInt8(max(0, min(255, (value * 255).rounded())))
            }
        }
        self.init(
            width: width, height: height, stride: width * 4, bytes: codes, timestamp: timestamp)
    }
}
