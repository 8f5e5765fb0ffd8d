import Dispatch
import Filters
import Frames
import TestSupport
import Testing

/// Operations whose GLSL a program writes.
@Suite struct ShaderOperationTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1).withAlpha(255)

    init() throws { studio = try FilterStudio() }

    private let inversion: ShaderText = "vec4 inverted(vec4 color) { return vec4(1.0 - color.rgb, color.a); }"
    private let tint: ShaderText = """
        vec4 tint(vec4 color, Tint p) {
            return mix(color, color * p.shade, p.amount);
        }
        """

    /// What a device with kernels for graphics chips makes of an operation.
    private func onGraphicsKernels(_ operation: BasicOperation, _ pictures: [TestPicture]) throws
        -> TestPicture
    {
        try FilterStudio(isCPU: false).run(operation, pictures)
    }

    @Test func aTextOfAPointIsAnOperation() throws {
        #expect(try studio.run(ShaderOperation(point: inversion), [picture]) == picture.negative)
        #expect(try onGraphicsKernels(ShaderOperation(point: inversion), [picture]) == picture.negative)
    }

    @Test func aTextMayTakeSeveralPictures() throws {
        let other = TestPicture.noise(2).withAlpha(255)
        let lighter = try ShaderOperation(
            point: "vec4 lighter(vec4 a, vec4 b) { return max(a, b); }")
        #expect(lighter.input.maximum == 2)
        #expect(try studio.run(lighter, [picture, other]) == studio.blend("LightenBlend", picture, other))
    }

    @Test func aTextOfAnAreaReadsItsSurroundings() throws {
        let turned = try ShaderOperation(
            area: "vec4 turned(ivec2 at) { return pixel0(size0 - 1 - at); }")
        let wanted = TestPicture(picture.width, picture.height) { x, y in
            picture.pixel(picture.width - 1 - x, picture.height - 1 - y)
        }
        #expect(try studio.run(turned, [picture]) == wanted)
        #expect(try onGraphicsKernels(turned, [picture]) == wanted)
        let four = try ShaderOperation(
            area: "vec4 turned(ivec2 at) { return pixel0(size0 - 1 - at); }", pixelsPerInvocation: 4)
        #expect(try studio.run(four, [picture]) == wanted)
    }

    @Test func aTextMayMakeAPictureOfNothingAndHaveItsOwnSize() throws {
        let ramp = try ShaderOperation(
            area: "vec4 ramp(ivec2 at) { return vec4(vec3(at.x) / 255.0, 1.0); }", inputs: 0,
            size: PixelSize(width: 9, height: 4))
        let found = try studio.picture(of: ramp)
        #expect(found == TestPicture.grey(9, 4) { x, _ in UInt8(x) })
        ramp.overriddenOutputSize = PixelSize(width: 5, height: 2)
        #expect(try studio.picture(of: ramp) == TestPicture.grey(5, 2) { x, _ in UInt8(x) })
        let small = try ShaderOperation(
            area: "vec4 first(ivec2 at) { return pixel0(at); }", size: PixelSize(width: 3, height: 2))
        #expect(try studio.run(small, [picture]) == TestPicture(3, 2) { x, y in picture.pixel(x, y) })
    }

    @Test func aTextMayTakeThePlace() throws {
        let halves = try ShaderOperation(
            point:
                "vec4 halves(vec4 color, ivec2 at) { return at.x < outputSize.x / 2 ? color : vec4(0, 0, 0, 1); }"
        )
        let wanted = TestPicture(picture.width, picture.height) { x, y in
            x < picture.width / 2 ? picture.pixel(x, y) : TestPicture.Pixel(0, 0, 0, 255)
        }
        #expect(try studio.run(halves, [picture]) == wanted)
    }

    @Test func parametersAreSetByNameFromAnyThreadAndReadBack() throws {
        let operation = try ShaderOperation(
            point: tint, parameters: ["amount": .float(0, in: 0...1), "shade": .color(.black)])
        #expect(operation.name == "tint" && operation.parameters.map(\.name) == ["amount", "shade"])
        #expect(operation.parameters[0].parameter.range == 0...1)
        let source = try studio.source(picture)
        source --> operation
        #expect(try studio.picture(of: operation) == picture)
        try DispatchQueue(label: "setter").sync { try operation.setParameter("amount", to: 1) }
        #expect(try operation.numbers(of: "amount") == [1])
        #expect(try studio.picture(of: operation) == TestPicture.color(0, 0, 0))
        try operation.setParameter("shade", to: Color.white.components)
        #expect(try studio.picture(of: operation) == picture)
    }

    @Test func aWrongValueIsAnErrorAndChangesNothing() throws {
        let operation = try ShaderOperation(
            point: tint, parameters: ["amount": .float(0.5, in: 0...1), "shade": .color(.red)])
        let none = #expect(throws: FilterError.self) { try operation.setParameter("ammount", to: 1) }
        #expect(none?.description == "tint has no parameter “ammount”; it has amount, shade")
        let large = #expect(throws: FilterError.self) { try operation.setParameter("amount", to: 2) }
        #expect(large?.description == "“2.0” is no value for amount; give a number from 0.0 to 1.0")
        #expect(throws: FilterError.self) { try operation.setParameter("shade", to: 1, 1) }
        #expect(throws: FilterError.self) { try operation.setParameter("amount", to: .nan) }
        #expect(try operation.numbers(of: "amount") == [0.5])
    }

    @Test func everyKindOfParameterArrives() throws {
        let operation = try ShaderOperation(
            point: """
                vec4 all(vec4 color, All p) {
                    vec3 turned = p.turn * color.rgb;
                    vec4 wide = p.wide * vec4(turned, 1.0);
                    return p.isOn && p.count == 3 && p.place == vec2(0.25, 0.5) && p.extent.y == 2.0
                        ? vec4(wide.rgb * p.amount, color.a) : vec4(0);
                }
                """,
            parameters: [
                "isOn": .bool(true), "count": .int(3), "place": .position(Position(0.25, 0.5)),
                "extent": .size(Size2D(width: 1, height: 2)), "amount": .float(1),
                "turn": .matrix(Matrix3x3(components: [0, 0, 1, 0, 1, 0, 1, 0, 0])),
                "wide": .matrix(Matrix4x4.identity),
            ])
        let wanted = TestPicture(picture.width, picture.height) { x, y in
            let pixel = picture.pixel(x, y)
            return TestPicture.Pixel(pixel.z, pixel.y, pixel.x, pixel.w)
        }
        #expect(try studio.run(operation, [picture]) == wanted)
    }

    /// Parameters as properties.
    private final class Brighter: ShaderOperation, @unchecked Sendable {
        @Parameter(in: 0...4) var factor: Float = 1

        init() throws(FilterError) {
            try super.init(
                point: "vec4 brighter(vec4 color, Values p) { return vec4(color.rgb * p.factor, color.a); }")
        }
    }

    @Test func aSubclassHasItsParametersAsProperties() throws {
        let operation = try Brighter()
        #expect(operation.name == "Brighter")
        operation.factor = 0
        #expect(try studio.run(operation, [picture]) == TestPicture.color(0, 0, 0))
    }

    @Test func textsJoinTheirNeighboursKernels() throws {
        func chain() throws -> [BasicOperation] {
            [
                try ShaderOperation(point: inversion), GammaAdjustment(),
                try ShaderOperation(point: inversion), SepiaToneFilter(),
            ]
        }
        let kernels = try FilterStudio(isCPU: false)
        let found = try kernels.run(chain(), picture)
        #expect(kernels.context.runner.kernelNames == ["SepiaToneFilter+inverted+GammaAdjustment+inverted"])
        #expect(try found.distance(to: FilterStudio(isFused: false).run(chain(), picture)) <= 2)
        // Where the processor is the device, it does what it can, and texts are kernels.
        #expect(try found.distance(to: studio.run(chain(), picture)) <= 2)
        let wanted = try studio.run(
            [ColorInversion(), GammaAdjustment(), ColorInversion(), SepiaToneFilter()], picture)
        #expect(found.distance(to: wanted) <= 2)
    }

    @Test func anAreaJoinsWhatComesAfterIt() throws {
        let area = try ShaderOperation(area: "vec4 same(ivec2 at) { return pixel0(at); }")
        let chain: [BasicOperation] = [area, try ShaderOperation(point: inversion), ColorInversion()]
        let kernels = try FilterStudio(isCPU: false)
        #expect(try kernels.run(chain, picture) == picture)
        #expect(kernels.context.runner.kernelNames == ["ColorInversion+inverted+same"])
    }

    @Test func equalNamesInDifferentTextsAreDifferent() throws {
        func text(_ number: Float) -> ShaderText {
            """
            #define LEVEL \(number)
            struct Level { float value; };
            const float level = LEVEL, other = 1.0;
            float luminance(vec3 color) { return level * other; }
            vec4 pick(vec4 color) { Level result = Level(luminance(color.rgb)); return vec4(vec3(result.value), 1.0); }
            """
        }
        let blend = AddBlend()
        let source = try studio.source(picture)
        source --> (try ShaderOperation(point: text(0.2))) --> blend
        source --> (try ShaderOperation(point: text(0.4))) --> blend
        #expect(try studio.picture(of: blend) == TestPicture.color(153, 153, 153))
        studio.context.runner.isCPU = false
        #expect(try studio.picture(of: blend) == TestPicture.color(153, 153, 153))
        #expect(studio.context.runner.kernelNames == ["AddBlend+pick+pick"])
        // Nor is one of them what the processor has under this name.
        let namesake = try ShaderOperation(
            point: "vec4 colorInversion(vec4 color, ColorInversion p) { return color; }")
        #expect(try studio.run([namesake, ColorInversion()], picture) == picture.negative)
    }

    @Test func oneTextWithDifferentParametersIsInAKernelTwice() throws {
        let text: ShaderText = "vec4 scaled(vec4 color, P p) { return vec4(color.rgb * p.a, color.a); }"
        let white = TestPicture.color(255, 255, 255)
        let chain = [
            try ShaderOperation(point: text, parameters: ["a": .float(0.5)]),
            try ShaderOperation(point: text, parameters: ["a": .float(0.4)]),
            try ShaderOperation(point: text, parameters: ["a": .float(1), "b": .float(0)]),
        ]
        #expect(try studio.run(chain, white) == TestPicture.color(51, 51, 51))
        #expect(studio.context.runner.kernelNames.count == 1)
    }

    @Test func aMaskAndASizeWorkAsForAll() throws {
        let operation = try ShaderOperation(point: inversion)
        operation.mask = try studio.source(TestPicture.grey(2, 1) { x, _ in x == 0 ? 0 : 255 })
        operation.overriddenOutputSize = PixelSize(width: 8, height: 1)
        let found = try studio.run(operation, [TestPicture.grey(8, 1) { _, _ in 0 }])
        #expect(found.pixel(0, 0).x == 0 && found.pixel(7, 0).x == 255)
    }

    @Test func theValidationLayerFindsNothingWrong() throws {
        try withValidatedDevice { device in
            let context = try FilterContext(device: device)
            for isCPU in FilterStudio.kinds {
                context.runner.isCPU = isCPU
                let source = PixelInput(device: device)
                try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
                let area = try ShaderOperation(
                    area: "vec4 mean(ivec2 at) { return (pixel0(at) + pixel1(at)) * 0.5; }", inputs: 2)
                source --> area
                source --> (try ShaderOperation(point: inversion)) --> area
                #expect(try context.picture(of: area).bytes.count == picture.bytes.count)
            }
        }
    }
}
