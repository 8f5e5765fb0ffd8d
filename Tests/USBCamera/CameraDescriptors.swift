/// What the camera says about itself: one pixel format in two sizes at 15 pictures a second.
struct CameraDescriptors {
    struct Size {
        let width: Int
        let height: Int
    }

    static let sizes = [Size(width: 320, height: 180), Size(width: 160, height: 90)]
    /// The time between two pictures, in units of 100 ns.
    static let interval = 666_666
    /// The most bytes of one payload, its header included: as many as the driver's transfers have room for.
    static let payload = 32 * 512

    /// The pixel format.
    let pixels: CameraPixels
    /// Manufacturer, name and, where there is one, serial number.
    let strings: [String]

    /// The descriptor of a kind and a number; nil where there is none.
    func descriptor(_ kind: UInt8, _ number: UInt8) -> [UInt8]? {
        switch kind {
        case 1: device
        case 2: configuration
        case 3: string(Int(number))
        default: nil
        }
    }

    /// The answer to the probe, and what is committed (UVC 1.1, table 4-47).
    func settings(frame: Int) -> [UInt8] {
        [1, 0, 1, UInt8(frame)] + Self.little(Self.interval, 4) + Self.little(0, 10)
            + Self.little(pixels.byteCount(Self.size(frame: frame)), 4)
            + Self.little(Self.payload, 4) + Self.little(1_000_000, 4) + [3, 1, 1, 1]
    }

    /// The size of a frame descriptor; they count from 1.
    static func size(frame: Int) -> Size { sizes[min(max(frame, 1), sizes.count) - 1] }

    private var device: [UInt8] {
        // The class of devices with associated interfaces; 1d6b:0102 is the Linux Foundation's webcam gadget.
        [18, 1, 0x00, 0x02, 0xef, 2, 1, 64, 0x6b, 0x1d, 0x02, 0x01, 0, 1, 1, 2, strings.count > 2 ? 3 : 0, 1]
    }

    private var configuration: [UInt8] {
        let rest = Self.association + Self.control + streaming
        return [9, 2] + Self.little(9 + rest.count, 2) + [2, 1, 0, 0x80, 50] + rest
    }

    private func string(_ number: Int) -> [UInt8]? {
        if number == 0 { return [4, 3, 0x09, 0x04] }
        guard number <= strings.count else { return nil }
        let text = strings[number - 1].utf16.flatMap { Self.little(Int($0), 2) }
        return [UInt8(text.count + 2), 3] + text
    }

    private static let association: [UInt8] = [8, 11, 0, 2, 14, 3, 0, 0]

    /// Interface 0: a camera's sensor, and a terminal to the bus.
    private static var control: [UInt8] {
        let units: [UInt8] =
            [18, 0x24, 2, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0] + [9, 0x24, 3, 2, 1, 1, 0, 1, 0]
        return [9, 4, 0, 0, 0, 14, 1, 0, 0]
            + [13, 0x24, 1, 0x10, 0x01] + little(13 + units.count, 2) + little(1_000_000, 4) + [1, 1] + units
    }

    /// Interface 1: the pictures.
    private var streaming: [UInt8] {
        let tail: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
        let code = Array(pixels.code.utf8) + tail
        let format = [27, 0x24, 4, 1, UInt8(Self.sizes.count)] + code + [UInt8(pixels.bits), 1, 0, 0, 0, 0]
        let frames = Self.sizes.enumerated().flatMap { number, size -> [UInt8] in
            let bytes = pixels.byteCount(size)
            let rate = bytes * 8 * 15
            return [30, 0x24, 5, UInt8(number + 1), 0] + Self.little(size.width, 2)
                + Self.little(size.height, 2) + Self.little(rate, 4) + Self.little(rate, 4)
                + Self.little(bytes, 4) + Self.little(Self.interval, 4) + [1] + Self.little(Self.interval, 4)
        }
        // Primaries of BT.709, curve of sRGB, factors of BT.601.
        let formats = format + frames + [6, 0x24, 13, 1, 7, 4]
        return [9, 4, 1, 0, 1, 14, 2, 0, 0]
            + [14, 0x24, 1, 1] + Self.little(14 + formats.count, 2) + [0x81, 0, 2, 0, 0, 0, 1, 0] + formats
            + [7, 5, 0x81, 2] + Self.little(512, 2) + [0]
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
