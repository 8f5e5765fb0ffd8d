internal import Filters

extension PixelData {
    /// The bytes with each pixel laid over black; alpha keeps its byte, without a meaning.
    var overBlack: [UInt8] {
        guard !isOpaque else { return bytes }
        var result = bytes
        unsafe result.withUnsafeMutableBytes { bytes in
            for row in 0..<height {
                for place in Swift.stride(from: row * stride, to: row * stride + width * 4, by: 4) {
                    let alpha = unsafe Int(bytes[place + 3])
                    if alpha == 255 { continue }
                    for channel in place..<place + 3 {
                        unsafe bytes[channel] = UInt8((Int(bytes[channel]) * alpha + 127) / 255)
                    }
                }
            }
        }
        return result
    }

    private var isOpaque: Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            for row in 0..<height {
                for place in Swift.stride(from: row * stride + 3, to: row * stride + width * 4, by: 4) {
                    if unsafe bytes[place] != 255 { return false }
                }
            }
            return true
        }
    }
}
