import Foundation
import Frames
import Testing

/// The table of formats.
@Suite struct PixelFormatTests {
    static let raw = PixelFormat.allCases.filter { $0.model != .compressed }

    @Test func namesInFilesStay() throws {
        let names = [
            "nv12", "yuyv", "uyvy", "i420", "i422", "i444", "i440", "i411", "grey", "bgra", "bgrx", "rgba",
            "rgb24", "mjpeg", "p010",
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

    @Test func noTwoRowsHaveANameOrACodeInCommon() {
        let formats = PixelFormat.allCases
        #expect(Set(formats.map(\.rawValue)).count == formats.count)
        let codes = formats.flatMap { $0.codes + [$0.separateCode].compactMap(\.self) }
        #expect(Set(codes).count == codes.count)
        for names in [formats.compactMap(\.gstreamerName), formats.compactMap(\.drmCode?.description)] {
            #expect(Set(names).count == names.count)
        }
    }

    @Test(arguments: raw)
    func aRowDoesNotContradictItself(_ format: PixelFormat) throws {
        let channels = try #require(format.samples?.channels)
        #expect(
            channels.count == (format.model == .grey ? 1 : 3) || format.model == .rgb && channels.count == 4)
        for channel in channels {
            #expect([8, 16, 32].contains(channel.word) && channel.bits >= 8)
            #expect(channel.bits + channel.shift <= channel.word)
            // Shaders take these in a byte each.
            #expect(channel.step < 256 && channel.offset + channel.shift < 256 && channel.plane < 3)
            #expect(channel.offset + channel.word <= format.planes[channel.plane].bytes * 8)
            let plane = format.planes[channel.plane]
            // So many samples fill an element.
            #expect(plane.bytes * 8 % channel.step == 0)
            #expect(plane.bytes * 8 / channel.step == plane.columns >> channel.columnShift)
            #expect(plane.rows == 1 << channel.rowShift)
        }
        #expect(Set(channels.map(\.plane)) == Set(format.planes.indices))
        #expect(channels.count < 3 || channels[1].columnShift == channels[2].columnShift)
        #expect(channels[0].columnShift == 0 && channels[0].rowShift == 0)
    }

    /// Samples of other channels, or of other pixels, never share bits.
    @Test(arguments: raw)
    func noBitBelongsToTwoSamples(_ format: PixelFormat) throws {
        var taken = format.planes.map { _ in Set<Int>() }
        for channel in try #require(format.samples?.channels) {
            for sample in 0..<16 >> channel.columnShift {
                let first = channel.offset + sample * channel.step + channel.shift
                for bit in first..<first + channel.bits {
                    #expect(taken[channel.plane].insert(bit).inserted)
                }
            }
        }
    }
}
