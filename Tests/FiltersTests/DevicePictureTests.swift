import CVulkan
import Filters
import Frames
import Logging
import TestSupport
import Testing
import VulkanCore

/// Pictures that stay on the device: handed out, held, and given to another graph.
@Suite struct DevicePictureTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1)

    init() throws { studio = try FilterStudio() }

    /// What a picture on the device shows, by a graph of another context.
    private func content(_ picture: DevicePicture) throws -> TestPicture {
        let input = PixelInput(device: studio.device)
        try input.setPicture(picture)
        let found = try FilterContext(device: studio.device).picture(of: input)
        return TestPicture(width: found.width, height: found.height, bytes: found.bytes)
    }

    @Test func aComputedPictureIsHandedOutWhereItLies() throws {
        let output = DevicePictureOutput()
        try studio.source(picture) --> ColorInversion() --> output
        #expect(output.newest == nil)
        try studio.context.run([output])
        let found = try #require(output.newest)
        #expect((found.width, found.height) == (picture.width, picture.height))
        #expect(found.format == .rgba8 && found.byteCount == picture.bytes.count)
        #expect(found.timestamp == nil)
        #expect(try content(found) == picture.negative)
    }

    @Test func aHeldPictureStaysAsItIsWhileTheGraphGoesOn() throws {
        let output = DevicePictureOutput(limit: 6)
        let source = try studio.source(picture)
        source --> ColorInversion() --> BoxBlur() --> ColorInversion() --> output
        var held: [(picture: DevicePicture, wanted: TestPicture)] = []
        for seed in UInt64(1)...5 {
            let next = TestPicture.noise(seed).withAlpha(255)
            try source.setPicture(next.bytes, width: next.width, height: next.height)
            try studio.context.run([output])
            held.append((try #require(output.newest), try content(#require(output.newest))))
        }
        for (picture, wanted) in held { #expect(try content(picture) == wanted) }
        #expect(Set(held.map { $0.wanted.bytes }).count == 5)
    }

    @Test func nothingIsMadeAnewWhenPicturesComeBack() throws {
        let output = DevicePictureOutput()
        try studio.source(picture) --> ColorInversion() --> output
        for _ in 0..<3 { try studio.context.run([output]) }
        // Another test's change to a graph may make a new plan, which has memory of its own.
        for _ in 0..<10 {
            let (plan, objects) = (studio.context.runner.planNumber, studio.device.createdObjects)
            for _ in 0..<20 { try studio.context.run([output]) }
            if studio.context.runner.planNumber == plan {
                #expect(studio.device.createdObjects == objects)
                return
            }
        }
    }

    @Test func moreThanTheLimitAreNotGivenAndTheNewestStays() throws {
        let output = DevicePictureOutput(limit: 2)
        let others = PixelCounter()
        let source = try studio.source(picture)
        source --> output
        source --> others
        try studio.context.run([output, others])
        var first = output.newest
        try studio.context.run([output, others])
        let second = output.newest
        #expect(throws: FilterError.picturesHeld(2)) { try studio.context.run([output, others]) }
        #expect(others.count == 3 && output.newest === second)
        #expect(first != nil && first !== second)
        first = nil
        try studio.context.run([output, others])
        #expect(output.newest !== second)
    }

    @Test func whatSeveralOutputsWantIsOnePicture() throws {
        let (first, second, read) = (DevicePictureOutput(), DevicePictureOutput(), PixelCounter())
        let inversion = try studio.source(picture) --> ColorInversion()
        for consumer in [first, second, read] as [PictureConsumer] {
            try inversion.addTarget(consumer)
        }
        for _ in 0..<3 { try studio.context.run([first, read, second]) }
        #expect(first.newest === second.newest)
        #expect(try content(#require(first.newest)) == picture.negative)
        #expect(read.bytes == picture.negative.bytes)
    }

    @Test func anotherGraphReadsItWithoutACopy() throws {
        let output = DevicePictureOutput()
        try studio.source(picture) --> ColorInversion() --> output
        try studio.context.run([output])
        let input = PixelInput(device: studio.device)
        try input.setPicture(#require(output.newest))
        // Without the processor's own blurs, which work on memory of theirs.
        let (other, blur) = (try FilterContext(device: studio.device, usesProcessor: false), BoxBlur())
        input --> blur
        let found = try other.picture(of: blur)
        let wanted = try studio.run("BoxBlur", [picture.negative])
        #expect(
            TestPicture(width: found.width, height: found.height, bytes: found.bytes).distance(to: wanted)
                <= 1)
        #expect(other.runner.kernelNames.allSatisfy { !$0.contains("Passthrough") })
    }

    @Test func aGraphMayHaveItsOwnResultBack() throws {
        let output = DevicePictureOutput()
        let brightness = BrightnessAdjustment()
        brightness.brightness = 10 / 255
        let source = try studio.source(.grey(20))
        source --> brightness --> output
        for _ in 0..<5 {
            try studio.context.run([output])
            try source.setPicture(#require(output.newest))
        }
        #expect(try content(#require(output.newest)) == .grey(70))
    }

    @Test func floatsStayFloatsOnTheWayToAnotherGraph() throws {
        // Emboss-like weights leave 0…1 far behind; a graph of bytes would have cut them.
        let (sums, output) = (Convolution3x3(), DevicePictureOutput())
        sums.convolutionKernel = Matrix3x3(components: [0, 0, 0, 0, 3, 0, 0, 0, 0])
        try studio.source(.grey(200)) --> sums --> output
        try studio.context.run([output])
        let held = try #require(output.newest)
        #expect(held.format == .rgba16Float && held.byteCount == 37 * 23 * 8)
        let (input, third) = (PixelInput(device: studio.device), RGBAdjustment())
        (third.red, third.green, third.blue) = (1 / 3, 1 / 3, 1 / 3)
        try input.setPicture(held)
        input --> third
        #expect(try studio.picture(of: third).distance(to: .grey(200)) <= 1)
        let fromArea = input --> BoxBlur() --> RGBAdjustment()
        (fromArea.red, fromArea.green, fromArea.blue) = (1 / 3, 1 / 3, 1 / 3)
        #expect(try studio.picture(of: input) == .grey(255))
        #expect(try studio.picture(of: fromArea).distance(to: .grey(85)) <= 1)
    }

    @Test func whatFeedbackNeedsAgainIsCopied() throws {
        let (mean, output) = (LowPassFilter(), DevicePictureOutput())
        mean.strength = 0.5
        let source = try studio.source(.grey(0))
        source --> mean --> output
        try studio.context.run([output])
        let first = try #require(output.newest)
        let white = TestPicture.grey(255)
        try source.setPicture(white.bytes, width: white.width, height: white.height)
        for wanted in [UInt8(128), 191, 223] {
            try studio.context.run([output])
            #expect(try content(#require(output.newest)).distance(to: .grey(wanted)) <= 1)
        }
        #expect(try content(first) == .grey(0))
    }

    @Test func aPictureOutlivesItsGraphAndItsContext() throws {
        let held: DevicePicture
        do {
            let (context, output) = (try FilterContext(device: studio.device), DevicePictureOutput())
            try studio.source(picture) --> ColorInversion() --> output
            try context.run([output])
            held = try #require(output.newest)
        }
        #expect(try content(held) == picture.negative)
    }

    @Test func aPictureOfAnotherDeviceIsRefused() throws {
        let output = DevicePictureOutput()
        try studio.source(picture) --> output
        try studio.context.run([output])
        let held = try #require(output.newest)
        let other = try FilterStudio()
        let input = try other.source(.grey(9))
        #expect(
            throws: FilterError.otherDevice(studio.device.name, graph: other.device.name)
        ) { try input.setPicture(held) }
        #expect(try other.picture(of: input) == .grey(9))
    }

    @Test func aPictureHasItsFramesTime() throws {
        let (output, source) = (DevicePictureOutput(), FrameInput(context: studio.context))
        let frame = TestPicture.noise(16, 8).frame(stored: .none, isMirrored: false)
        try source.setFrame(frame)
        source --> ColorInversion() --> output
        try studio.context.run([output])
        let held = try #require(output.newest)
        #expect(held.timestamp == frame.timestamp)
        let input = PixelInput(device: studio.device)
        try input.setPicture(held)
        #expect(try studio.context.picture(of: input --> ColorInversion()).timestamp == frame.timestamp)
        try input.setPicture(picture.bytes, width: picture.width, height: picture.height)
        #expect(try studio.context.picture(of: input).timestamp == nil)
    }

    @Test func aProgramsOwnCommandsReadItByItsHandle() throws {
        try withValidatedDevice { device in
            let (context, output) = (try FilterContext(device: device), DevicePictureOutput())
            let source = PixelInput(device: device)
            try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
            let blur = source --> BilateralBlur()
            blur --> output
            try context.run([output])
            let found = try #require(output.newest)
            #expect(found.stride == picture.width * 4 && found.byteCount == found.stride * picture.height)
            #expect(found.device === device && found.device.handle == device.handle)
            let memory = try MappedBuffer(
                device: device, count: found.byteCount, usage: VK_BUFFER_USAGE_TRANSFER_DST_BIT, isRead: true)
            let ring = try CommandRing(device: device)
            let commands = try ring.begin()
            var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(found.byteCount))
            vkCmdCopyBuffer(commands.raw, found.handle, memory.raw, 1, &region)
            commands.order(.copyWrite, before: .hostRead)
            commands.keep(found)
            try ring.submit(commands)
            try ring.wait(for: commands.number)
            #expect(try Array(memory.bytes.prefix(found.byteCount)) == context.picture(of: blur).bytes)
        }
    }

    @Test func theValidationLayerFindsNothingWrong() throws {
        try withValidatedDevice { device in
            let (context, other) = (try FilterContext(device: device), try FilterContext(device: device))
            let (output, source) = (DevicePictureOutput(), PixelInput(device: device))
            let (input, mean) = (PixelInput(device: device), LowPassFilter())
            try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
            source --> mean --> BoxBlur() --> output
            let (last, copied) = (input --> Sharpen(), DevicePictureOutput())
            mean --> copied
            for _ in 0..<4 {
                try context.run([output, copied])
                try input.setPicture(#require(output.newest))
                _ = try other.picture(of: last)
                try input.setPicture(#require(copied.newest))
                _ = try other.picture(of: last)
            }
        }
    }
}

/// Counts the pictures that it gets, and keeps the last one's bytes.
private final class PixelCounter: PictureConsumer, @unchecked Sendable {  // Used on one thread.
    private(set) var count = 0
    private(set) var bytes: [UInt8] = []

    override func take(_ picture: PixelData) throws {
        count += 1
        bytes = picture.bytes
    }
}
