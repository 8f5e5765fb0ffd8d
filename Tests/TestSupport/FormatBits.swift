public import Frames

/// A format's definition, bit by bit as the kernel's documents draw it, by which tests judge the table of formats.
///
/// For each plane its bytes, parted by spaces. A byte names the samples that it has bits of, the upper ones first: a channel's letter, the
/// number of the pixel among those that lie together, and its bits. `G[2:0]B[4:0]` is a byte, `Y1` one that is a whole sample, `x6` has six
/// bits that mean nothing.
public struct FormatBits: Sendable {
    /// Bits of a sample in one byte of its group.
    private struct Run {
        let byte: Int
        let bit: Int
        let count: Int
        let sampleBit: Int
    }

    private struct Channel {
        var plane = 0
        /// For each of the group's samples, where its bits lie.
        var samples: [[Run]] = []
        var columns = 1
        var rows = 1
        var bits: Int { samples[0].reduce(0) { $0 + $1.count } }
    }

    /// Bytes of a group, and the pixels that it is for.
    private struct Plane {
        let bytes: Int
        let columns: Int
        let rows: Int
    }

    private var planes: [Plane] = []
    private var channels: [Channel] = []

    /// The format's definition; every format has one but compressed ones.
    ///
    /// Of those without samples it is that of the numbers: `Y`, or `H S V`.
    public init?(_ format: PixelFormat) {
        guard let found = definitions[format.rawValue] else { return nil }
        self = found
    }

    /// Reads a definition: planes with the pixels side by side and one above the other that a group of bytes is for.
    fileprivate init(_ planes: [(columns: Int, rows: Int, text: String)]) {
        var found: [Character: Channel] = [:]
        for (number, plane) in planes.enumerated() {
            let bytes = plane.text.split(separator: " ")
            for (byte, text) in bytes.enumerated() { Self.read(text, byte, number, into: &found) }
            for (name, channel) in found where channel.plane == number {
                found[name]?.columns = plane.columns / channel.samples.count
                found[name]?.rows = plane.rows
            }
            self.planes.append(Plane(bytes: bytes.count, columns: plane.columns, rows: plane.rows))
        }
        channels = "YHSUVRGBA".compactMap { found[$0] }
    }

    private static func read(
        _ text: Substring, _ byte: Int, _ plane: Int, into found: inout [Character: Channel]
    ) {
        var (rest, bit) = (text, 8)
        func number() -> Int? {
            let digits = rest.prefix { $0.isNumber }
            rest = rest.dropFirst(digits.count)
            return Int(digits)
        }
        while let name = rest.popFirst() {
            let index = number()
            if name == "x" {
                bit -= index ?? 8
                continue
            }
            var (high, low) = (7, 0)
            if rest.first == "[" {
                rest.removeFirst()
                high = number() ?? 0
                low = high
                if rest.popFirst() == ":" {
                    low = number() ?? 0
                    rest.removeFirst()
                }
            }
            bit -= high - low + 1
            var channel = found[name] ?? Channel(plane: plane)
            while channel.samples.count <= index ?? 0 { channel.samples.append([]) }
            channel.samples[index ?? 0].append(
                Run(byte: byte, bit: bit, count: high - low + 1, sampleBit: low))
            found[name] = channel
        }
        precondition(bit == 0, "\(text) is no byte")
    }

    /// The number of a channel's bits; of colours the first three, or alpha as the fourth.
    public func bits(_ channel: Int) -> Int { channels[channel].bits }
    /// The number of channels.
    public var channelCount: Int { channels.count }
    /// The pixels that share a colour difference, side by side and one above the other.
    public var chromaShare: (columns: Int, rows: Int) {
        channels.count < 3 ? (1, 1) : (channels[1].columns, channels[1].rows)
    }

    /// The bytes of a plane's row, and its rows, in a picture of a size.
    public func size(of plane: Int, in size: PixelSize) -> (bytes: Int, rows: Int) {
        let plane = planes[plane]
        return (
            (size.width + plane.columns - 1) / plane.columns * plane.bytes,
            (size.height + plane.rows - 1) / plane.rows
        )
    }

    /// The bytes of a picture without padding.
    public func byteCount(of size: PixelSize) -> Int {
        planes.indices.reduce(0) { sum, plane in
            let (bytes, rows) = self.size(of: plane, in: size)
            return sum + bytes * rows
        }
    }

    /// The code of a pixel's channel.
    ///
    /// - Parameters:
    ///   - channel: The channel; a grey picture has its luma for all.
    ///   - x: The pixel's column.
    ///   - y: The pixel's row.
    ///   - byte: Gives a byte of a plane: the plane, the byte of its row, the row.
    /// - Returns: The code.
    public func code(_ channel: Int, _ x: Int, _ y: Int, _ byte: (Int, Int, Int) -> UInt8) -> Int {
        let channel = channels[min(channel, channels.count - 1)]
        return place(channel, x, y) { runs, first, row in
            runs.reduce(0) { sum, run in
                let part = Int(byte(channel.plane, first + run.byte, row)) >> run.bit & (1 << run.count - 1)
                return sum | part << run.sampleBit
            }
        }
    }

    /// Writes the code of a pixel's channel.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - channel: The channel.
    ///   - x: The pixel's column.
    ///   - y: The pixel's row.
    ///   - change: Changes a byte of a plane: the plane, the byte of its row, the row, the bits to clear, the bits to set.
    public func write(
        _ code: Int, _ channel: Int, _ x: Int, _ y: Int, _ change: (Int, Int, Int, UInt8, UInt8) -> Void
    ) {
        let channel = channels[channel]
        place(channel, x, y) { runs, first, row in
            for run in runs {
                let mask = 1 << run.count - 1
                change(
                    channel.plane, first + run.byte, row, UInt8(mask << run.bit),
                    UInt8((code >> run.sampleBit & mask) << run.bit))
            }
        }
    }

    private func place<Result>(
        _ channel: Channel, _ x: Int, _ y: Int, _ body: ([Run], Int, Int) -> Result
    ) -> Result {
        let plane = planes[channel.plane]
        let (group, rest) = x.quotientAndRemainder(dividingBy: plane.columns)
        return body(channel.samples[rest / channel.columns], group * plane.bytes, y / channel.rows)
    }
}

private let definitions: [String: FormatBits] = {
    var all: [String: FormatBits] = [:]
    func planes(_ name: String, _ planes: (Int, Int, String)...) { all[name] = FormatBits(planes) }
    func pixels(_ name: String, _ text: String) { all[name] = FormatBits([(1, 1, text)]) }
    func pairs(_ name: String, _ text: String) { all[name] = FormatBits([(2, 1, text)]) }
    planes("nv12", (1, 1, "Y"), (2, 2, "U V"))
    planes("nv21", (1, 1, "Y"), (2, 2, "V U"))
    planes("nv16", (1, 1, "Y"), (2, 1, "U V"))
    planes("nv61", (1, 1, "Y"), (2, 1, "V U"))
    planes("nv24", (1, 1, "Y"), (1, 1, "U V"))
    planes("nv42", (1, 1, "Y"), (1, 1, "V U"))
    planes("p010", (1, 1, "Y[1:0]x6 Y[9:2]"), (2, 2, "U[1:0]x6 U[9:2] V[1:0]x6 V[9:2]"))
    planes("p012", (1, 1, "Y[3:0]x4 Y[11:4]"), (2, 2, "U[3:0]x4 U[11:4] V[3:0]x4 V[11:4]"))
    planes("p016", (1, 1, "Y[7:0] Y[15:8]"), (2, 2, "U[7:0] U[15:8] V[7:0] V[15:8]"))
    let luma = "Y0[7:0] Y1[5:0]Y0[9:8] Y2[3:0]Y1[9:6] Y3[1:0]Y2[9:4] Y3[9:2]"
    let chroma = "U0[7:0] V0[5:0]U0[9:8] U1[3:0]V0[9:6] V1[1:0]U1[9:4] V1[9:2]"
    planes("nv15", (4, 1, luma), (4, 2, chroma))
    planes("nv20", (4, 1, luma), (4, 1, chroma))
    planes("i420", (1, 1, "Y"), (2, 2, "U"), (2, 2, "V"))
    planes("yv12", (1, 1, "Y"), (2, 2, "V"), (2, 2, "U"))
    planes("i422", (1, 1, "Y"), (2, 1, "U"), (2, 1, "V"))
    planes("yv16", (1, 1, "Y"), (2, 1, "V"), (2, 1, "U"))
    planes("i444", (1, 1, "Y"), (1, 1, "U"), (1, 1, "V"))
    planes("yv24", (1, 1, "Y"), (1, 1, "V"), (1, 1, "U"))
    planes("i440", (1, 1, "Y"), (1, 2, "U"), (1, 2, "V"))
    planes("i420p10", (1, 1, "Y[7:0] x6Y[9:8]"), (2, 2, "U[7:0] x6U[9:8]"), (2, 2, "V[7:0] x6V[9:8]"))
    planes("i420p12", (1, 1, "Y[7:0] x4Y[11:8]"), (2, 2, "U[7:0] x4U[11:8]"), (2, 2, "V[7:0] x4V[11:8]"))
    planes("i420p16", (1, 1, "Y[7:0] Y[15:8]"), (2, 2, "U[7:0] U[15:8]"), (2, 2, "V[7:0] V[15:8]"))
    planes("i422p10", (1, 1, "Y[7:0] x6Y[9:8]"), (2, 1, "U[7:0] x6U[9:8]"), (2, 1, "V[7:0] x6V[9:8]"))
    planes("i422p12", (1, 1, "Y[7:0] x4Y[11:8]"), (2, 1, "U[7:0] x4U[11:8]"), (2, 1, "V[7:0] x4V[11:8]"))
    planes("i422p16", (1, 1, "Y[7:0] Y[15:8]"), (2, 1, "U[7:0] U[15:8]"), (2, 1, "V[7:0] V[15:8]"))
    planes("i444p10", (1, 1, "Y[7:0] x6Y[9:8]"), (1, 1, "U[7:0] x6U[9:8]"), (1, 1, "V[7:0] x6V[9:8]"))
    planes("i444p12", (1, 1, "Y[7:0] x4Y[11:8]"), (1, 1, "U[7:0] x4U[11:8]"), (1, 1, "V[7:0] x4V[11:8]"))
    planes("i444p16", (1, 1, "Y[7:0] Y[15:8]"), (1, 1, "U[7:0] U[15:8]"), (1, 1, "V[7:0] V[15:8]"))
    planes("i411", (1, 1, "Y"), (4, 1, "U"), (4, 1, "V"))
    pairs("yuyv", "Y0 U Y1 V")
    pairs("uyvy", "U Y0 V Y1")
    pairs("yvyu", "Y0 V Y1 U")
    pairs("vyuy", "V Y0 U Y1")
    pairs("y210", "Y0[1:0]x6 Y0[9:2] U[1:0]x6 U[9:2] Y1[1:0]x6 Y1[9:2] V[1:0]x6 V[9:2]")
    pairs("y212", "Y0[3:0]x4 Y0[11:4] U[3:0]x4 U[11:4] Y1[3:0]x4 Y1[11:4] V[3:0]x4 V[11:4]")
    pairs("y216", "Y0[7:0] Y0[15:8] U[7:0] U[15:8] Y1[7:0] Y1[15:8] V[7:0] V[15:8]")
    pixels("yuv24", "Y U V")
    pixels("ayuv", "x8 Y U V")
    pixels("vuya", "V U Y x8")
    pixels("yuva", "Y U V x8")
    pixels("yuv444", "U[3:0]V[3:0] x4Y[3:0]")
    pixels("yuv555", "U[2:0]V[4:0] x1Y[4:0]U[4:3]")
    pixels("yuv565", "U[2:0]V[4:0] Y[4:0]U[5:3]")
    pixels("yuv48", "Y[3:0]x4 Y[11:4] U[3:0]x4 U[11:4] V[3:0]x4 V[11:4]")
    pixels("grey", "Y")
    pixels("y4", "x4Y[3:0]")
    pixels("y6", "x2Y[5:0]")
    pixels("y10", "Y[7:0] x6Y[9:8]")
    pixels("y12", "Y[7:0] x4Y[11:8]")
    pixels("y14", "Y[7:0] x2Y[13:8]")
    pixels("y012", "Y[3:0]x4 Y[11:4]")
    pixels("y16", "Y[7:0] Y[15:8]")
    pixels("y16be", "Y[15:8] Y[7:0]")
    planes("y10b", (4, 1, "Y0[9:2] Y0[1:0]Y1[9:4] Y1[3:0]Y2[9:6] Y2[5:0]Y3[9:8] Y3[7:0]"))
    pixels("bgra", "B G R A")
    pixels("bgrx", "B G R x8")
    pixels("rgba", "R G B A")
    pixels("rgbx", "R G B x8")
    pixels("argb", "A R G B")
    pixels("xrgb", "x8 R G B")
    pixels("abgr", "A B G R")
    pixels("xbgr", "x8 B G R")
    pixels("rgb24", "R G B")
    pixels("bgr24", "B G R")
    pixels("rgb332", "R[2:0]G[2:0]B[1:0]")
    pixels("rgb565", "G[2:0]B[4:0] R[4:0]G[5:3]")
    pixels("rgb565be", "R[4:0]G[5:3] G[2:0]B[4:0]")
    pixels("xrgb444", "G[3:0]B[3:0] x4R[3:0]")
    pixels("argb444", "G[3:0]B[3:0] A[3:0]R[3:0]")
    pixels("rgbx444", "B[3:0]x4 R[3:0]G[3:0]")
    pixels("rgba444", "B[3:0]A[3:0] R[3:0]G[3:0]")
    pixels("xbgr444", "G[3:0]R[3:0] x4B[3:0]")
    pixels("abgr444", "G[3:0]R[3:0] A[3:0]B[3:0]")
    pixels("bgrx444", "R[3:0]x4 B[3:0]G[3:0]")
    pixels("bgra444", "R[3:0]A[3:0] B[3:0]G[3:0]")
    pixels("xrgb555", "G[2:0]B[4:0] x1R[4:0]G[4:3]")
    pixels("argb555", "G[2:0]B[4:0] A[0]R[4:0]G[4:3]")
    pixels("rgbx555", "G[1:0]B[4:0]x1 R[4:0]G[4:2]")
    pixels("rgba555", "G[1:0]B[4:0]A[0] R[4:0]G[4:2]")
    pixels("xbgr555", "G[2:0]R[4:0] x1B[4:0]G[4:3]")
    pixels("abgr555", "G[2:0]R[4:0] A[0]B[4:0]G[4:3]")
    pixels("bgrx555", "G[1:0]R[4:0]x1 B[4:0]G[4:2]")
    pixels("bgra555", "G[1:0]R[4:0]A[0] B[4:0]G[4:2]")
    pixels("xrgb555be", "x1R[4:0]G[4:3] G[2:0]B[4:0]")
    pixels("argb555be", "A[0]R[4:0]G[4:3] G[2:0]B[4:0]")
    pixels("bgr666", "B[5:0]G[5:4] G[3:0]R[5:2] R[1:0]x6 x8")
    pixels("rgbx1010102", "B[5:0]x2 G[3:0]B[9:6] R[1:0]G[9:4] R[9:2]")
    pixels("rgba1010102", "B[5:0]A[1:0] G[3:0]B[9:6] R[1:0]G[9:4] R[9:2]")
    pixels("argb2101010", "B[7:0] G[5:0]B[9:8] R[3:0]G[9:6] A[1:0]R[9:4]")
    pixels("bgr48", "B[3:0]x4 B[11:4] G[3:0]x4 G[11:4] R[3:0]x4 R[11:4]")
    pixels("rgba64", "R[7:0] R[15:8] G[7:0] G[15:8] B[7:0] B[15:8] A[7:0] A[15:8]")
    pixels("abgr64", "B[3:0]x4 B[11:4] G[3:0]x4 G[11:4] R[3:0]x4 R[11:4] A[3:0]x4 A[11:4]")
    // Numbers of which decoders make samples: a mosaic's, packed luma, distances, hues.
    let packed = [
        10: (4, "Y0[9:2] Y1[9:2] Y2[9:2] Y3[9:2] Y3[1:0]Y2[1:0]Y1[1:0]Y0[1:0]"),
        12: (2, "Y0[11:4] Y1[11:4] Y1[3:0]Y0[3:0]"),
        14: (4, "Y0[13:6] Y1[13:6] Y2[13:6] Y3[13:6] Y1[1:0]Y0[5:0] Y2[3:0]Y1[5:2] Y3[5:0]Y2[5:4]"),
    ]
    for order in ["bggr", "gbrg", "grbg", "rggb"] {
        pixels("\(order)8", "Y")
        for bits in [10, 12, 14] {
            pixels("\(order)\(bits)", "Y[7:0] x\(16 - bits)Y[\(bits - 1):8]")
        }
        pixels("\(order)16", "Y[7:0] Y[15:8]")
        for (bits, (count, text)) in packed { planes("\(order)\(bits)p", (count, 1, text)) }
    }
    for (bits, (count, text)) in packed { planes("y\(bits)p", (count, 1, text)) }
    pixels("z16", "Y[7:0] Y[15:8]")
    for name in ["hsv24", "hsv24-256"] { pixels(name, "H S V") }
    for name in ["hsv32", "hsv32-256"] { pixels(name, "x8 H S V") }
    return all
}()
