import Capture
import Foundation
import Frames
import LinuxIO
import Logging
import PictureFiles
import Synchronization
import Testing
import VulkanCore

@testable public import Filters

/// Adds a colour where the picture is bright.
///
/// `rgb + strength · L · color`; alpha stays.
public final class GlowFilter: PointOperation, @unchecked Sendable {
    /// The share of the colour that is added: 0…1; 0 gives the picture back.
    @Parameter(in: 0...1) public var strength: Float = 0.3
    /// The colour that is added.
    @Parameter(in: 0...1) public var color = Color(red: 1, green: 0.8, blue: 0.4)
}

final class Fade: ShaderOperation, @unchecked Sendable {
    @Parameter(in: 0...1) var part: Float = 0.5

    init() throws(FilterError) {
        try super.init(
            point: "vec4 fade(vec4 color, Fade p) { return mix(color, vec4(0, 0, 0, 1), p.part); }")
    }
}

final class Flicker: ImageSource {
    private let input: PixelInput
    var output: OutputPort { input.output }

    init(device: VulkanDevice) { input = PixelInput(device: device) }

    func next(_ level: UInt8) throws(FilterError) {
        let pixel = [level, level, level, 255]
        try input.setPicture(Array((0..<64).map { _ in pixel }.joined()), width: 8, height: 8)
    }
}

final class Brightest: PictureConsumer, @unchecked Sendable {
    private(set) var code: UInt8 = 0

    override func take(_ picture: PixelData) throws { code = max(code, picture.bytes.max() ?? 0) }
}

extension Samples {
    /// The samples about filters, as they are printed.
    @Suite struct FilterSamples {
        private let place: Workplace

        init() throws { place = try Workplace() }

        @Test func aPictureFile() throws {
            try PictureFile(width: 8, height: 8, bytes: [UInt8](repeating: 100, count: 256)).write(
                to: "holiday.jpg")
            let logger = Logger(label: "pictures")
            let instance = try VulkanInstance(
                applicationName: "pictures", windowSystem: false, validation: false, logger: logger)
            let device = try VulkanDevice(instance: instance, logger: logger)
            let context = try FilterContext(device: device)

            let picture = PixelInput(device: device)
            try picture.setPicture(fileAt: "holiday.jpg")
            let blur = GaussianBlur()
            blur.blurRadiusInPixels = 5
            let file = PictureFileOutput(path: "blurred.png")
            picture --> blur --> SaturationAdjustment() --> file
            try context.run([file])
            #expect(try PictureFile(readingFrom: "blurred.png").width == 8)
        }

        @Test func livePictures() throws {
            let (context, blur) = (place.context, GaussianBlur())
            let begin = ContinuousClock.now
            func isWanted() -> Bool { ContinuousClock.now - begin < .seconds(1) }
            let slot = FrameOutput()
            let arrival = try Wakeup()
            slot.onArrival { arrival.ring() }
            let session = CaptureSession(try Source(parsing: "test:640x360@30:NV12"), outputs: [slot])
            session.start { result in
                if case .failure(let fault) = result { print(fault) }
            }
            let camera = FrameInput(context: context)
            let output = PixelOutput { picture in print(picture.width, picture.height) }
            camera --> blur --> output
            while isWanted() {
                arrival.wait(until: MonotonicClock.now() + 1_000_000_000)
                guard let frame = slot.take() else { continue }
                try camera.setFrame(frame)
                try context.run([output])
            }
            session.stop()
            #expect(try context.picture(of: blur).width == 640)
        }

        @Test func changesOfARunningGraph() throws {
            let (context, blur, output) = (place.context, GaussianBlur(), PixelOutput { _ in })
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            camera --> blur --> output
            try context.run([output])
            blur.blurRadiusInPixels = 9  // in the next picture
            let sepia = SepiaToneFilter()
            try camera.insert(sepia)  // between the camera and all that it feeds
            sepia.removeFromChain()  // and out again
            blur.removeTarget(output)  // the output has no source now
            #expect(throws: FilterError.self) { try context.run([output]) }
            camera.removeTarget(blur)
            let blend = AlphaBlend()
            camera --> blend
            camera --> blur
            try blur.addTarget(blend, atTargetIndex: 1)  // the camera's picture, and the blurred one over it
            blend --> output
            try context.run([output])
        }

        @Test func groups() throws {
            let (context, output) = (place.context, PixelOutput { _ in })
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            let look = OperationGroup()
            look.configureGroup { input, output in
                input --> SepiaToneFilter() --> Vignette() --> output
            }
            camera --> look --> output
            try context.run([output])
            look.newImageCallback = { picture in print(picture.width, picture.height) }
            look.preventRelay = true
            try context.run([output])  // computes the look, and hands nothing to the output
        }

        @Test func sourcesAndConsumersOfYourOwn() throws {
            let (context, device) = (place.context, place.device)
            let (flicker, brightest) = (Flicker(device: device), Brightest())
            flicker --> GammaAdjustment() --> brightest
            try flicker.next(200)
            try context.run([brightest])
            #expect(brightest.code == 255)
        }

        @Test func times() throws {
            let (context, output) = (place.context, PixelOutput { _ in })
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            camera --> ColorInversion() --> output
            context.measuresTimes = true
            try context.run([output])
            for part in context.times {
                print(part.operations.joined(separator: " + "), part.nanoseconds ?? 0)
            }
            #expect(context.times.map(\.operations) == [["ColorInversion"]])
        }

        @Test func operationsOfYourOwn() throws {
            let (context, output) = (place.context, PixelOutput { _ in })
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            let tint = try ShaderOperation(
                point: """
                    vec4 tint(vec4 color, Tint p) {
                        return mix(color, color * p.shade, p.amount);
                    }
                    """,
                parameters: [
                    "amount": .float(0.5, in: 0...1),
                    "shade": .color(Color(red: 1, green: 0.8, blue: 0.6)),
                ])
            camera --> tint --> output
            try tint.setParameter("amount", to: 0.8)  // from any thread, in the next picture
            try context.run([output])
            tint.removeTarget(output)
            try Data("vec4 look(vec4 color) { return color.bgra; }".utf8).write(
                to: URL(filePath: "look.glsl"))
            let mirror = try ShaderOperation(
                area: "vec4 mirror(ivec2 at) { return pixel0(ivec2(size0.x - 1 - at.x, at.y)); }")
            let look = try ShaderOperation(point: ShaderText(contentsOf: "look.glsl"))
            camera --> mirror --> look --> output
            try context.run([output])
            let fade = try Fade()
            fade.part = 1
            look --> fade
            #expect(try context.picture(of: fade).bytes.prefix(4) == [0, 0, 0, 255])
        }

        @Test func operationsByName() throws {
            let named = try FilterText.operation("gaussian-blur:blurRadiusInPixels=4")
            for (name, parameter) in named.parameters { print(name, parameter.components) }
            #expect((named as? GaussianBlur)?.blurRadiusInPixels == 4)
        }

        @Test func masksAndSizes() throws {
            let (context, blur) = (place.context, GaussianBlur())
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            camera --> blur
            let circle = CircleGenerator(width: 1920, height: 1080)
            blur.mask = circle  // blurred in the circle, unmodified around it
            blur.drawsUnmodifiedImageOutsideOfMask = false  // nothing around it …
            blur.backgroundColor = .white  // … on white
            blur.overriddenOutputSize = PixelSize(width: 640, height: 360)
            blur.overriddenOutputRotation = .half
            let picture = try context.picture(of: blur)
            #expect(picture.width == 640 && picture.bytes.prefix(4) == [255, 255, 255, 255])
        }

        @Test func picturesThatStayOnTheDevice() throws {
            let (context, blur, input) = (place.context, GaussianBlur(), PixelInput(device: place.device))
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            let output = DevicePictureOutput()
            camera --> blur --> output
            try context.run([output])
            if let picture = output.newest { try input.setPicture(picture) }  // of any graph
            #expect(try context.picture(of: input).width == 64)
            if let picture = output.newest {
                let buffer = picture.handle  // VkBuffer: rows of picture.stride bytes from offset 0 on
                let queue = picture.device.queueHandle  // VkQueue
                print(buffer, queue, picture.stride, picture.byteCount)
            }
        }

        @Test func numbers() throws {
            let (context, output) = (place.context, PixelOutput { _ in })
            let camera = FrameInput(context: context)
            try camera.setFrame(place.frame(0))
            let average = AverageColorExtractor()
            average.extractedColorCallback = { color in print(color.red, color.green, color.blue) }
            camera --> average --> output
            try context.run([output])
        }

        /// The article's class and its row; the body is not here, so nothing is computed.
        @Test func aNewFilter() throws {
            let entries = [
                CatalogEntry(GlowFilter.self, .color, gpuImageName: "") { GlowFilter() },
                CatalogEntry(SepiaToneFilter.self, .color) { SepiaToneFilter() },
            ]
            #expect(entries[0].name == "glow-filter")
            let names = entries[0].make().parameters.map(\.name)
            #expect(names == ["strength", "color"])
        }
    }
}
