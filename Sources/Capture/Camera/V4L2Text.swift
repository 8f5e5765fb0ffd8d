internal import LinuxIO

/// Reads a text that a driver wrote into a fixed array of bytes.
///
/// - Parameter field: The array, as Swift imports it: a tuple.
/// - Returns: The text up to the first zero, or the whole field where a driver forgot it; damaged characters
///   are replaced, and those that would steer a terminal left out.
func text<Field>(_ field: Field) -> String {
    unsafe withUnsafeBytes(of: field) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).withoutControls
    }
}
