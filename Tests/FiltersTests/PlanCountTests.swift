import Filters
import Frames
import Testing

/// A change makes another plan for the graphs that it belongs to, and for no others.
struct PlanCountTests {
    /// A graph with a runner of its own.
    private struct Graph {
        let context: FilterContext
        let source: PixelInput
        let blur = GaussianBlur()
        let last = NormalBlend()

        /// A blurred picture over itself.
        init(_ studio: FilterStudio) throws {
            context = try FilterContext(device: studio.device)
            source = try studio.source(.noise(1).withAlpha(255))
            source --> blur --> last
            source --> last
        }

        /// The number of plans that have been made, when the picture has been asked for.
        func plans() throws -> UInt64 {
            _ = try context.picture(of: last)
            return context.runner.planNumber
        }
    }

    /// Everything that makes another plan, one after the other.
    private static var edits: [(name: String, make: (Graph) throws -> Void)] {
        [
            ("a parameter that the plan is made for", { $0.blur.blurRadiusInPixels = 4 }),
            ("an operation put in", { try $0.source.insert(ColorInversion()) }),
            ("a mask", { $0.blur.mask = $0.source }),
            ("what is seen outside of it", { $0.blur.drawsUnmodifiedImageOutsideOfMask = false }),
            ("a background", { $0.blur.backgroundColor = .white }),
            ("a size", { $0.blur.overriddenOutputSize = PixelSize(width: 20, height: 10) }),
            ("a turn", { $0.blur.overriddenOutputRotation = .clockwise90 }),
            (
                "sources taken away and given again",
                { graph in
                    graph.last.removeSources()
                    graph.blur --> graph.last
                    graph.source --> graph.last
                }
            ),
        ]
    }

    @Test func anEditLeavesThePlansOfOtherGraphs() throws {
        let studio = try FilterStudio()
        let (edited, other) = (try Graph(studio), try Graph(studio))
        #expect(try (edited.plans(), other.plans()) == (1, 1))
        for (number, edit) in PlanCountTests.edits.enumerated() {
            try edit.make(edited)
            #expect(try edited.plans() == UInt64(number + 2), "\(edit.name)")
            #expect(try other.plans() == 1, "\(edit.name)")
        }
    }

    @Test func graphsThatAreConnectedShareEdits() throws {
        let studio = try FilterStudio()
        let (upper, lower) = (try Graph(studio), try Graph(studio))
        #expect(try (upper.plans(), lower.plans()) == (1, 1))
        // The lower graph's blend gets the upper graph's picture in the place of its own.
        try upper.last.addTarget(lower.last, atTargetIndex: 1)
        #expect(try (upper.plans(), lower.plans()) == (1, 2))
        upper.blur.backgroundColor = .white
        #expect(try (upper.plans(), lower.plans()) == (2, 3))
        lower.blur.backgroundColor = .white
        #expect(try (upper.plans(), lower.plans()) == (2, 4))
        try lower.source.addTarget(lower.last, atTargetIndex: 1)
        #expect(try (upper.plans(), lower.plans()) == (2, 5))
        upper.blur.backgroundColor = .transparent
        try upper.source.insert(ColorInversion())
        #expect(try (upper.plans(), lower.plans()) == (3, 5))
    }

    /// Sizes are numbers of a kernel's block; only rows of other than whole fours of pixels have kernels of their own.
    @Test(arguments: [Rotation.none, .clockwise90, .half, .clockwise270], [false, true])
    func picturesOfAllSizesShareKernels(rotation: Rotation, isMirrored: Bool) throws {
        let studio = try FilterStudio()
        let context = try FilterContext(device: studio.device, usesProcessor: false)
        var counts: [Int] = []
        for (width, height) in [(24, 16), (48, 32), (16, 40)] {
            let frame = TestPicture.noise(width, height).frame(stored: rotation, isMirrored: isMirrored)
            let source = FrameInput(context: context)
            try source.setFrame(frame)
            let blend = NormalBlend()
            source --> GaussianBlur() --> SobelEdgeDetection() --> blend
            source --> blend
            _ = try context.picture(of: blend)
            counts.append(context.runner.kernelCount)
        }
        #expect(counts[0] > 2 && Set(counts).count == 1, "\(counts)")
    }

    @Test func aParameterThatKernelsReadMakesNoPlan() throws {
        let studio = try FilterStudio()
        let sepia = SepiaToneFilter()
        let last = try studio.source(.noise(1).withAlpha(255)) --> sepia
        let before = try studio.picture(of: last)
        sepia.intensity = 0.25
        #expect(try studio.picture(of: last) != before)
        #expect(studio.context.runner.planNumber == 1)
    }
}
