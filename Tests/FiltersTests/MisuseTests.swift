import Dispatch
import Filters
import Frames
import Logging
import Testing
import VulkanCore

/// Connections that cannot be: an error, and the graph stays as it was.
@Suite struct MisuseTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1).withAlpha(255)
    let other = TestPicture.noise(2).withAlpha(255)

    init() throws { studio = try FilterStudio() }

    @Test func anInputThatIsTakenIsRefused() throws {
        let (source, next, inversion) = (
            try studio.source(picture), try studio.source(other), ColorInversion()
        )
        source --> inversion
        let error = #expect(throws: FilterError.self) { try next.addTarget(inversion) }
        #expect(
            error?.description
                == "all 1 inputs of ColorInversion have a source; let go of one, or say which is replaced")
        #expect(next.output.consumers.isEmpty)
        #expect(try studio.picture(of: inversion) == picture.negative)
    }

    @Test func anInputThatThereIsNotIsRefused() throws {
        let (source, blend) = (try studio.source(picture), AddBlend())
        for index in [-1, 2, Int.max, Int.min] {
            #expect(throws: FilterError.noSuchInput(operation: "AddBlend", input: index, count: 2)) {
                try source.addTarget(blend, atTargetIndex: index)
            }
        }
        #expect(throws: FilterError.inputsTaken(operation: "SolidColorGenerator", count: 0)) {
            try source.addTarget(SolidColorGenerator(width: 1, height: 1))
        }
        #expect(source.output.consumers.isEmpty)
    }

    @Test func aGraphThatWouldFeedItselfIsRefused() throws {
        let (source, blend, blur) = (try studio.source(picture), AddBlend(), BoxBlur())
        source --> blend --> blur
        let error = #expect(throws: FilterError.self) { try blur.addTarget(blend) }
        #expect(error == .feedsItself(operation: "AddBlend"))
        #expect(throws: FilterError.feedsItself(operation: "BoxBlur")) {
            try blur.addTarget(blur, atTargetIndex: 0)
        }
        #expect(throws: FilterError.feedsItself(operation: "AddBlend")) { try blend.setMask(blur) }
        #expect(throws: FilterError.feedsItself(operation: "BoxBlur")) { try blur.setMask(blur) }
        #expect(blend.mask == nil && blur.mask == nil && blur.output.consumers.isEmpty)
        source --> blend
        _ = try studio.picture(of: blur)
    }

    @Test func anArrowThatCannotBeIsToldWithTheNextPictureOnce() throws {
        let (source, next, inversion) = (
            try studio.source(picture), try studio.source(other), ColorInversion()
        )
        source --> inversion
        #expect(try studio.picture(of: inversion) == picture.negative)
        #expect((next --> inversion) === inversion)
        #expect(throws: FilterError.inputsTaken(operation: "ColorInversion", count: 1)) {
            try studio.picture(of: inversion)
        }
        #expect(try studio.picture(of: inversion) == picture.negative)
    }

    @Test func aMisuseIsToldToWhoeverNeedsTheOperation() throws {
        let (source, inversion, last) = (try studio.source(picture), ColorInversion(), SepiaToneFilter())
        source --> inversion --> last
        last --> inversion
        inversion.mask = last
        // Graphs without the operation go on.
        #expect(try studio.picture(of: source) == picture)
        for wanted in ["ColorInversion", "ColorInversion"] {
            #expect(throws: FilterError.feedsItself(operation: wanted)) { try studio.picture(of: last) }
        }
        let wanted = try studio.run([ColorInversion(), SepiaToneFilter()], picture)
        #expect(try studio.picture(of: last) == wanted)
    }

    @Test func aConsumersMisuseIsToldByItsRun() throws {
        let output = PixelOutput { _ in }
        let (source, next) = (try studio.source(picture), try studio.source(other))
        source --> output
        next --> output
        #expect(throws: FilterError.inputsTaken(operation: "PixelOutput", count: 1)) {
            try studio.context.run([output])
        }
        try studio.context.run([output])
        #expect(source.output.consumers.count == 1 && next.output.consumers.isEmpty)
    }

    @Test func whatCannotBePutInIsRefused() throws {
        let (source, last) = (try studio.source(picture), SepiaToneFilter())
        source --> last
        let taken = ColorInversion()
        try studio.source(other) --> taken
        #expect(throws: FilterError.inputsTaken(operation: "ColorInversion", count: 1)) {
            try source.insert(taken)
        }
        #expect(throws: FilterError.inputsTaken(operation: "SolidColorGenerator", count: 0)) {
            try source.insert(SolidColorGenerator(width: 1, height: 1))
        }
        let feeding = ColorInversion()
        let output = PixelOutput { _ in }
        feeding --> output
        #expect(throws: FilterError.feedsOthers(operation: "ColorInversion")) { try source.insert(feeding) }
        // It needs what it would feed.
        let needing = AddBlend()
        try last.addTarget(needing, atTargetIndex: 1)
        #expect(throws: FilterError.feedsItself(operation: "AddBlend")) { try source.insert(needing) }
        #expect(source.output.consumers.count == 1)
        #expect(try studio.picture(of: last) == studio.run("SepiaToneFilter", [picture]))
    }

    @Test func twoThreadsNeverCloseACircle() throws {
        for _ in 0..<200 {
            let (first, second) = (ImageRelay(), ImageRelay())
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                if number == 0 { first --> second } else { second --> first }
            }
            #expect(first.output.consumers.count + second.output.consumers.count == 1)
        }
    }

    @Test func aGraphOfTwoDevicesIsRefused() throws {
        let (foreign, blend) = (try FilterStudio(), DifferenceBlend())
        let still = try foreign.source(other)
        try studio.source(picture) --> blend
        still --> blend
        let refusal = FilterError.otherDevice(foreign.device.name, graph: studio.device.name)
        #expect(throws: refusal) { try studio.picture(of: blend) }
        let camera = FrameInput(context: foreign.context)
        try camera.setFrame(picture.frame(stored: .none, isMirrored: false))
        #expect(throws: refusal) { try studio.picture(of: camera) }
        // Nor is it a mask; and its own graphs go on.
        still.removeTarget(blend)
        try studio.source(picture) --> blend
        blend.mask = still
        #expect(throws: refusal) { try studio.picture(of: blend) }
        #expect(try foreign.picture(of: still) == other)
        blend.mask = nil
        #expect(try studio.picture(of: blend) == TestPicture.color(0, 0, 0))
    }

    @Test func aMisuseOfAPlanInTheBackgroundIsToldThere() throws {
        let (source, inversion) = (try studio.source(picture), ColorInversion())
        source --> inversion
        source --> inversion
        #expect(throws: FilterError.inputsTaken(operation: "ColorInversion", count: 1)) {
            _ = try studio.context.runner.prepareInBackground([inversion]) {}
        }
    }
}
