import Dispatch
import Filters
import Frames
import Testing
import VulkanCore

/// Pictures beside others: of any thread, and of one device.
@Suite struct PixelInputTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1).withAlpha(255)

    init() throws { studio = try FilterStudio() }

    @Test func anInputWithoutADeviceTakesPicturesFromAnyThread() throws {
        let input = PixelInput()
        let last = input --> ColorInversion()
        #expect(throws: FilterError.missingPicture("PixelInput")) { try studio.picture(of: last) }
        let queue = DispatchQueue(label: "giver")
        for (width, height) in [(37, 22), (37, 22), (12, 9)] {
            let next = TestPicture.noise(UInt64(width + height), width: width, height: height).withAlpha(255)
            let time = Timestamp(nanoseconds: 7, clock: .monotonic, kind: .generated)
            try queue.sync {
                try input.setPicture(next.bytes, width: width, height: height, timestamp: time)
            }
            #expect(try studio.picture(of: last) == next.negative)
            // The picture stays.
            #expect(try studio.picture(of: last) == next.negative)
            #expect(try studio.context.picture(of: last).timestamp == time)
        }
        #expect(throws: FilterError.self) { try input.setPicture([1, 2, 3], width: 1, height: 1) }
        #expect(try studio.picture(of: last).width == 12)
    }

    @Test func rowsWithPaddingAreTakenWithoutIt() throws {
        let wide = TestPicture.noise(9, width: 8, height: 5).withAlpha(255)
        for input in [PixelInput(), PixelInput(device: studio.device)] {
            try input.setPicture(wide.bytes, width: 6, height: 5, stride: 32)
            let found = try studio.picture(of: input)
            for row in 0..<5 {
                #expect((0..<6).allSatisfy { found.pixel($0, row) == wide.pixel($0, row) }, "row \(row)")
            }
        }
    }

    @Test func anInputWithoutADeviceBelongsToItsFirstGraphs() throws {
        let (other, input) = (try FilterStudio(), PixelInput())
        try input.setPicture(picture.bytes, width: picture.width, height: picture.height)
        #expect(try studio.picture(of: input) == picture)
        let refusal = FilterError.otherDevice(studio.device.name, graph: other.device.name)
        #expect(throws: refusal) { try other.picture(of: input --> ColorInversion()) }
        #expect(try studio.picture(of: input) == picture)
    }

    @Test func anInputWithoutADeviceTakesAPictureOfItsGraphsDevice() throws {
        let (other, output) = (try FilterStudio(), DevicePictureOutput())
        try studio.source(picture) --> output
        try studio.context.run([output])
        let held = try #require(output.newest)
        let (input, foreign) = (PixelInput(), PixelInput())
        try input.setPicture(held)
        #expect(try studio.picture(of: input --> ColorInversion()) == picture.negative)
        try foreign.setPicture(held)
        let refusal = FilterError.otherDevice(studio.device.name, graph: other.device.name)
        #expect(throws: refusal) { try other.picture(of: foreign) }
    }
}
