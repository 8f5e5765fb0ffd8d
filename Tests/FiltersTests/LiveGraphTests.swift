import Dispatch
import Filters
import Synchronization
import Testing

/// What changes while a graph runs shows in the next picture; the cases 28 and 29.
@Suite struct LiveGraphTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1).withAlpha(255)

    init() throws { studio = try FilterStudio() }

    @Test func whatIsInsertedShowsInTheNextPictureAndGoesWithoutATrace() throws {
        let source = try studio.source(picture)
        let contrast = ContrastAdjustment()
        contrast.contrast = 0.5
        let last = source --> contrast --> SepiaToneFilter()
        let before = try studio.picture(of: last)
        for operation in [ColorInversion(), BoxBlur(), SobelEdgeDetection()] as [BasicOperation] {
            try contrast.insert(operation)
            let same = ContrastAdjustment()
            same.contrast = 0.5
            let built = try FilterStudio().run(
                [same, Catalog.entry(named: operation.name).make(), SepiaToneFilter()], picture)
            #expect(try studio.picture(of: last) != before)
            #expect(try studio.picture(of: last) == built, "\(operation.name)")
            operation.removeFromChain()
            #expect(try studio.picture(of: last) == before, "\(operation.name)")
            #expect(operation.input.hasRoom && operation.output.consumers.isEmpty)
        }
    }

    @Test func everythingThatASourceFeedsGetsWhatIsInserted() throws {
        let source = try studio.source(picture)
        let (blur, blend) = (BoxBlur(), DifferenceBlend())
        source --> blend
        source --> blur --> blend
        let before = try studio.picture(of: blend)
        let inversion = ColorInversion()
        try source.insert(inversion)
        #expect(source.output.consumers.count == 1)
        #expect(inversion.output.consumers.count == 2)
        let blurred = try studio.run("BoxBlur", [picture.negative])
        #expect(try studio.picture(of: blend) == studio.blend("DifferenceBlend", picture.negative, blurred))
        inversion.removeFromChain()
        #expect(try studio.picture(of: blend) == before)
    }

    @Test func aBlendThatIsTakenOutLeavesItsFirstPicture() throws {
        let blend = MultiplyBlend()
        let source = try studio.source(picture)
        source --> blend
        try studio.source(picture.negative) --> blend
        let last = blend --> SepiaToneFilter()
        _ = try studio.picture(of: last)
        blend.removeFromChain()
        #expect(try studio.picture(of: last) == studio.run("SepiaToneFilter", [picture]))
    }

    @Test func anotherWidthOrHeightAloneIsAnotherPicture() throws {
        let source = try studio.source(picture)
        let last = source --> ColorInversion() --> BoxBlur() --> ColorInversion()
        for (width, height) in [(37, 22), (36, 22), (36, 23), (23, 36), (37, 23)] {
            let next = TestPicture.noise(7, width: width, height: height).withAlpha(255)
            try source.setPicture(next.bytes, width: width, height: height)
            let found = try studio.picture(of: last)
            #expect((found.width, found.height) == (width, height))
            #expect(try found.distance(to: FilterStudio().run("BoxBlur", [next])) <= 1)
        }
    }

    @Test func aPictureNeverShowsHalfAnEdit() throws {
        let source = try studio.source(picture)
        let (left, right, blend) = (ImageRelay(), ImageRelay(), DifferenceBlend())
        source --> left --> blend
        source --> right --> blend
        // Both sides are inverted or neither is: a picture of one edited side would not be black.
        let isOver = Atomic(false)
        let editor = DispatchQueue(label: "editor")
        editor.async {
            while !isOver.load(ordering: .relaxed) {
                let inversion = ColorInversion()
                try? source.insert(inversion)
                inversion.removeFromChain()
            }
        }
        defer {
            isOver.store(true, ordering: .relaxed)
            editor.sync {}
        }
        for _ in 0..<100 { #expect(try studio.picture(of: blend) == TestPicture.color(0, 0, 0)) }
    }

    @Test func aParameterSetOnAnotherThreadShowsInTheNextPictureAndReadsBack() throws {
        let generator = SolidColorGenerator(width: 3, height: 2)
        let queue = DispatchQueue(label: "setter")
        for level in stride(from: UInt8(0), through: 255, by: 15) {
            let wanted = Color(red: Float(level) / 255, green: 0.2, blue: 1, alpha: 0.6)
            queue.sync { generator.color = wanted }
            #expect(generator.color == wanted)
            #expect(
                try studio.picture(of: generator).pixels == Array(repeating: [level, 51, 255, 153], count: 6))
        }
    }

    @Test func aParameterThatIsPartOfThePlanShowsInTheNextPicture() throws {
        let blur = BoxBlur()
        let last = try studio.source(picture) --> blur --> ColorInversion()
        for radius in [2, 0, 5, 1] {
            blur.blurRadiusInPixels = radius
            #expect(blur.blurRadiusInPixels == radius)
            let wanted = try FilterStudio().run("BoxBlur", [picture], ["blurRadiusInPixels": [Float(radius)]])
            #expect(try studio.picture(of: last).distance(to: wanted.negative) <= 1)
        }
    }

    @Test func whatManyThreadsSetIsOneOfTheirValuesAndWhatIsShown() throws {
        let generator = SolidColorGenerator(width: 1, height: 1)
        for _ in 0..<20 {
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                let level = Float(number * 30) / 255
                generator.color = Color(red: level, green: level, blue: level)
            }
            let found = try studio.picture(of: generator).pixel(0, 0)
            #expect(found.x == found.y && found.y == found.z && found.x % 30 == 0)
            #expect(generator.color.red == Float(found.x) / 255)
        }
    }

    static let types = ["float", "int", "bool", "vec2", "vec4", "mat3", "mat4"]

    @Test func everyParameterReadsBackWhatWasSet() throws {
        for entry in Catalog.entries {
            let operation = entry.make()
            // Points of a curve are sorted, so that they do not read back as they were set.
            for (name, parameter) in operation.parameters where Self.types.contains(parameter.shaderType) {
                let low = parameter.range?.lowerBound ?? 0
                let numbers = parameter.components.map { $0 == low ? low + 1 : low }
                parameter.set(components: numbers)
                #expect(parameter.components == numbers, "\(entry.name) \(name)")
                let again = operation.parameters.first { $0.name == name }?.parameter.components
                #expect(again == numbers, "\(entry.name) \(name)")
            }
        }
    }
}
