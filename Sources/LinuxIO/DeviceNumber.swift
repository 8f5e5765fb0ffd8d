/// The number of a device with the kernel (`dev_t`): its driver's, and its own with that driver.
public struct DeviceNumber: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The driver's number.
    public let major: UInt32
    /// The device's own number with that driver.
    public let minor: UInt32

    /// Takes both numbers.
    public init(major: UInt32, minor: UInt32) {
        self.major = major
        self.minor = minor
    }

    /// Takes a `dev_t` apart, as `gnu_dev_major` and `gnu_dev_minor` do.
    public init(_ number: UInt64) {
        major = UInt32(truncatingIfNeeded: number >> 8 & 0xfff | number >> 32 & 0xffff_f000)
        minor = UInt32(truncatingIfNeeded: number & 0xff | number >> 12 & 0xffff_ff00)
    }

    /// Both numbers, as the kernel writes them: `226:128`.
    public var description: String { "\(major):\(minor)" }
}
