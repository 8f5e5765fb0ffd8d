/// An opaque colour around pictures, as codes that go to the window as they are: sRGB, like the pictures themselves.
public struct BackgroundColor: Hashable, Sendable {
    /// The code of red, from 0 for none to 255.
    public var red: UInt8
    /// The code of green, from 0 for none to 255.
    public var green: UInt8
    /// The code of blue, from 0 for none to 255.
    public var blue: UInt8

    /// Makes a colour of its codes.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Black, the colour of a view that was told nothing else.
    public static let black = BackgroundColor(red: 0, green: 0, blue: 0)

    /// Gives a pixel of four bytes, as a whole number of the processor's.
    ///
    /// - Parameter isBlueFirst: True for the bytes blue, green, red and 255, false for red, green, blue and 255.
    /// - Returns: The four bytes.
    func pixel(isBlueFirst: Bool) -> UInt32 {
        let (first, third) = isBlueFirst ? (blue, red) : (red, blue)
        return UInt32(first) | UInt32(green) << 8 | UInt32(third) << 16 | 0xff00_0000
    }
}
