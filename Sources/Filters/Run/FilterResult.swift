package import CVulkan
package import Frames

extension FilterRunner {
    /// A picture that was computed.
    @safe package struct Result {
        package let buffer: VkBuffer
        package let byteCount: Int
        package let size: PixelSize
        let layout: PixelLayout
        /// When the newest frame that went into it was taken; nil for stills alone.
        package let timestamp: Timestamp?
        /// Keeps the buffer.
        package let owner: AnyObject
    }
}
