import Foundation
import Testing

@testable import Frames

/// The table of formats.
@Suite struct PixelFormatTests {
    static let raw = PixelFormat.allCases.filter { $0.samples != nil }

    @Test func namesInFilesStay() throws {
        let names = [
            "nv12", "yuyv", "uyvy", "i420", "i422", "i444", "i440", "i411", "grey", "bgra", "bgrx", "rgba",
            "rgb24", "mjpeg", "p010", "nv21", "nv16", "yv12", "yvyu", "y10", "y16", "y16be", "rgb565",
        ]
        for name in names {
            let format = try #require(PixelFormat(rawValue: name))
            #expect(try JSONEncoder().encode([format]) == Data("[\"\(name)\"]".utf8))
            #expect(
                try JSONDecoder().decode([PixelFormat].self, from: Data("[\"\(name)\"]".utf8)) == [format])
            #expect("\(format)" == name && format.name == name.uppercased())
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PixelFormat].self, from: Data("[\"nv13\"]".utf8))
        }
    }

    @Test func codesAreFoundInAnyCaseThatTellsThemApart() {
        #expect(PixelFormat(named: "mjpg") == .mjpeg && PixelFormat(named: "Yuyv") == .yuyv)
        #expect(PixelFormat(named: "pGAA")?.rawValue == "gbrg10p")
        #expect(PixelFormat(named: "pgAA")?.rawValue == "grbg10p")
        #expect(PixelFormat(named: "hsv24-256")?.rawValue == "hsv24-256")
    }

    /// A format has samples, or numbers of which a decoder makes samples, or is compressed.
    @Test(arguments: PixelFormat.allCases)
    func planesAreThoseOfOneKind(_ format: PixelFormat) throws {
        #expect((format.samples == nil) == (format.coding != nil || format.model == .compressed))
        #expect(format.planes.isEmpty == (format.model == .compressed))
        guard let coding = format.coding else { return }
        let plane = try #require(format.planes.first)
        #expect(format.planes.count == 1 && coding.decoded.samples != nil)
        #expect((coding.decoded.model, plane.rows) == (format.model, 1))
        #expect((8...16).contains(coding.bits))
        if coding.isPacked { #expect(plane.bytes * 8 == plane.columns * coding.bits) }
    }

    @Test func noTwoRowsHaveANameOrACodeInCommon() {
        let formats = PixelFormat.allCases
        #expect(Set(formats.map(\.rawValue)).count == formats.count)
        let codes = formats.flatMap { $0.codes + [$0.separateCode].compactMap(\.self) }
        #expect(Set(codes).count == codes.count)
        for names in [formats.compactMap(\.gstreamerName), formats.compactMap(\.drmCode?.description)] {
            #expect(Set(names).count == names.count)
        }
    }

    /// The contradictions in a layout, by their kinds.
    private static func contradictions(_ channels: [SampleLayout.Channel], _ planes: [PlaneFormat]) -> Set<
        String
    > {
        var found: Set<String> = []
        func demand(_ truth: Bool, _ what: String) { if !truth { found.insert(what) } }
        for channel in channels {
            demand([8, 16, 32].contains(channel.word) && (1...16).contains(channel.bits), "word")
            // Shaders take these in a byte each.
            demand(channel.step < 256 && channel.first < 256 && channel.plane < 3, "size")
            // Else its first sample lies in the next element; and no vectors spread samples further.
            demand(channel.offset < channel.step, "offset")
            demand((0...2).contains(channel.columnShift) && (0...2).contains(channel.rowShift), "shift")
            let plane = planes[channel.plane]
            // So many samples fill an element, and each of their words lies in it.
            demand(plane.bytes * 8 % channel.step == 0, "step")
            demand(plane.bytes * 8 / channel.step == plane.columns >> channel.columnShift, "columns")
            for place in stride(from: channel.offset, to: plane.bytes * 8, by: channel.step) {
                let above = channel.isBigEndian ? channel.word - channel.shift - channel.bits : channel.shift
                demand(place % 8 + above + channel.bits <= channel.word, "bits")
                demand(place / 8 * 8 + channel.word <= plane.bytes * 8, "end")
            }
            demand(plane.rows == 1 << channel.rowShift, "rows")
        }
        demand(Set(channels.map(\.plane)) == Set(planes.indices), "planes")
        if channels.count > 2 {
            let (second, third) = (channels[1], channels[2])
            demand((second.columnShift, second.rowShift) == (third.columnShift, third.rowShift), "chroma")
        }
        demand(channels[0].columnShift == 0 && channels[0].rowShift == 0, "first")
        return found
    }

    @Test(arguments: raw)
    func aRowDoesNotContradictItself(_ format: PixelFormat) throws {
        let channels = try #require(format.samples?.channels)
        #expect(
            channels.count == (format.model == .grey ? 1 : 3) || format.model == .rgb && channels.count == 4)
        #expect(Self.contradictions(channels, format.planes) == [])
    }

    @Test func contradictionsAreFound() {
        typealias Channel = SampleLayout.Channel
        func found(_ channels: [Channel]) -> Set<String> {
            Self.contradictions(channels, SampleLayout(channels).planes)
        }
        #expect(found([Channel(step: 10, word: 16, bits: 10)]) == [])
        #expect(found([Channel(step: 10, word: 32, bits: 10)]) == ["end"])
        #expect(found([Channel(step: 14, word: 16, bits: 14)]) == ["bits"])
        #expect(found([Channel(step: 16, word: 16, bits: 10, shift: 7)]) == ["bits"])
        // Red, green and blue of 5, 6 and 5 bits.
        let packed = [(5, 11), (6, 5), (5, 0)].map { Channel(step: 16, word: 16, bits: $0, shift: $1) }
        #expect(found(packed) == [])
        #expect(found([Channel(offset: 8)]).contains("offset"))
        #expect(found([8, 16, 24].map { Channel(offset: $0, step: 24) }).contains("offset"))
        #expect(found([Channel(), Channel(plane: 1, columnShift: 3)]).contains("shift"))
        #expect(found([Channel(word: 16, bits: 0)]).contains("word"))
        #expect(found([Channel(word: 24)]).contains("word"))
        #expect(
            found([
                Channel(), Channel(plane: 1, columnShift: 1), Channel(plane: 2, columnShift: 1, rowShift: 1),
            ]) == ["chroma"])
    }

    /// Samples of other channels, or of other pixels, never share bits.
    @Test(arguments: raw)
    func noBitBelongsToTwoSamples(_ format: PixelFormat) throws {
        var taken = format.planes.map { _ in Set<Int>() }
        for channel in try #require(format.samples?.channels) {
            for sample in 0..<16 >> channel.columnShift {
                let first = channel.first + sample * channel.step
                for bit in first..<first + channel.bits {
                    #expect(taken[channel.plane].insert(bit).inserted)
                }
            }
        }
    }
}
