import Dispatch
import Filters
import Frames
import Synchronization
import TestSupport
import Testing
import VulkanCore
import VulkanView

/// What stands before a view: groups, second pictures, callbacks, and nothing that stands before another one.
@Suite struct StageRowTests {
    private static let size = PixelSize(width: 16, height: 8)

    private func grey(_ code: UInt8) -> Frame { FrameMaker.grey(code, size: Self.size) }

    private func code(_ view: FilteredView, of frame: UInt8) throws -> UInt8 {
        try view.load(grey(frame))
        return try view.render(size: Self.size).bytes[0]
    }

    /// A picture of one pixel.
    private func pixel(_ code: UInt8) -> [UInt8] { [code, code, code, 255] }

    @Test func anOperationStandsBeforeOneViewAtATime() throws {
        try withValidatedInstance(windowSystem: false) { instance, logger in
            let first = try FilteredView(device: VulkanDevice(instance: instance, logger: logger))
            let inversion = ColorInversion()
            do {
                let second = try FilteredView(device: VulkanDevice(instance: instance, logger: logger))
                var failures: [FilterError] = []
                second.stage.onFailure = { failures.append($0) }
                first.stage.operations = [inversion]
                #expect(try code(first, of: 100) == 155)
                second.stage.operations = [GaussianBlur(), inversion]
                #expect(failures == [.standsElsewhere(operation: "ColorInversion")])
                for value in [20, 30, 40] as [UInt8] {
                    #expect(try code(second, of: value) == value)
                    #expect(try code(first, of: value) == 255 - value)
                }
                #expect(failures.count == 1)
                first.stage.operations = []
                #expect(try code(first, of: 50) == 50)
                // Where it was refused it comes when it is free.
                _ = try code(second, of: 50)
                #expect(try code(second, of: 60) == 195)
                first.stage.operations = [inversion]
                #expect(try code(first, of: 70) == 70)
            }
            // The second view's end has let go of it, and of nothing that it did not have.
            _ = try code(first, of: 80)
            #expect(try code(first, of: 80) == 175)
        }
    }

    @Test func theEndOfAViewThatWasRefusedLeavesTheOtherOneAlone() throws {
        try withValidatedInstance(windowSystem: false) { instance, logger in
            let view = try FilteredView(device: VulkanDevice(instance: instance, logger: logger))
            let (inversion, blur) = (ColorInversion(), BoxBlur())
            view.stage.operations = [inversion, blur]
            for operation in [inversion, blur] {
                let other = try FilteredView(device: VulkanDevice(instance: instance, logger: logger))
                other.stage.operations = [operation]
                #expect(!other.stage.isActive)
            }
            #expect(try code(view, of: 100) == 155)
        }
    }

    @Test func theSameOperationTwiceIsRefusedWhole() throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device)
            var failures: [FilterError] = []
            view.stage.onFailure = { failures.append($0) }
            let (inversion, blend) = (ColorInversion(), DifferenceBlend())
            for row in [[inversion, BoxBlur(), inversion], [inversion, inversion]] {
                view.stage.operations = row
                #expect(failures.last == .feedsItself(operation: "ColorInversion"))
                #expect(inversion.input.hasRoom && inversion.output.consumers.isEmpty)
                #expect(try code(view, of: 9) == 9)
            }
            // It needs the picture of a later one.
            try inversion.addTarget(blend, atTargetIndex: 1)
            view.stage.operations = [blend, inversion]
            #expect(failures.last == .feedsItself(operation: "ColorInversion"))
            inversion.removeAllTargets()
            try PixelInput(device: device).addTarget(inversion)
            view.stage.operations = [inversion]
            #expect(failures.last == .inputsTaken(operation: "ColorInversion", count: 1))
            inversion.removeSources()
            view.stage.operations = [blend, inversion]
            #expect(failures.count == 4)
            #expect(try code(view, of: 9) == 255)
        }
    }

    @Test func ofTwoViewsThatWantAnOperationAtOnceOneGetsIt() throws {
        struct Handed: @unchecked Sendable {  // One thread has it at a time.
            let stage: FilterStage
        }
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            for _ in 0..<100 {
                let inversion = ColorInversion()
                let stages = (0..<2).map { _ in Handed(stage: FilterStage(device: device, ring: ring)) }
                DispatchQueue.concurrentPerform(iterations: 2) { stages[$0].stage.operations = [inversion] }
                #expect(stages.filter(\.stage.isActive).count == 1)
                #expect(inversion.output.consumers.count == 1)
            }
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aGraphOfSeveralBranchesStandsThereAsAGroup(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            let group = OperationGroup()
            group.configureGroup { input, output in
                let (blend, inversion) = (DifferenceBlend(), ColorInversion())
                input --> blend
                input --> inversion --> blend
                blend --> output
            }
            let last = ColorInversion()
            view.stage.operations = [ColorInversion(), group, last]
            #expect(try code(view, of: 100) == 200)
            view.stage.operations = [group]
            #expect(try code(view, of: 100) == 55)
            view.stage.operations = []
            #expect(try code(view, of: 100) == 100)
            #expect(group.input.hasRoom && last.input.hasRoom)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func aSecondPictureFromAnotherThreadIsBlendedIn(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            let (still, blend) = (PixelInput(), DifferenceBlend())
            try still.setPicture(pixel(255), width: 1, height: 1)
            try still.addTarget(blend, atTargetIndex: 1)
            view.stage.operations = [blend]
            #expect(try code(view, of: 100) == 155)
            let queue = DispatchQueue(label: "giver")
            for (level, width) in [(30, 1), (40, 3), (50, 2)] as [(UInt8, Int)] {
                let bytes = (0..<width).flatMap { _ in pixel(level) }
                try queue.sync { try still.setPicture(bytes, width: width, height: 1) }
                #expect(try code(view, of: 100) == 100 - level)
            }
            // Its own second picture stays; an operation without one gets the camera's.
            view.stage.operations = []
            #expect(blend.input.current[0] == nil && blend.input.current[1] === still)
            still.removeAllTargets()
            view.stage.operations = [ColorInversion(), blend]
            #expect(try code(view, of: 100) == 55)
            view.stage.operations = []
            #expect(blend.input.current.allSatisfy { $0 == nil })
        }
    }

    @Test func aPictureOfAnotherViewsDeviceIsRefused() throws {
        try withValidatedInstance(windowSystem: false) { instance, logger in
            let devices = try (0..<2).map { _ in try VulkanDevice(instance: instance, logger: logger) }
            let views = try devices.map { try FilteredView(device: $0) }
            var failures: [FilterError] = []
            views[1].stage.onFailure = { failures.append($0) }
            let (inversion, blend) = (ColorInversion(), DifferenceBlend())
            views[0].stage.operations = [inversion]
            try inversion.addTarget(blend, atTargetIndex: 1)
            views[1].stage.operations = [blend]
            #expect(try code(views[0], of: 100) == 155)
            #expect(try code(views[1], of: 90) == 90)
            #expect(failures == [.otherDevice(devices[0].name, graph: devices[1].name)])
            #expect(try code(views[0], of: 110) == 145)
        }
    }

    @Test(arguments: DrawPath.allCases)
    func callbacksComeForEachPictureInOrderAndNothingIsWaitedFor(_ path: DrawPath) throws {
        try withValidatedDevice { device in
            let view = try FilteredView(device: device, path: path)
            let means = Mutex<[Float]>([])
            let pictures = Mutex<[PixelData]>([])
            let (extractor, inversion) = (AverageColorExtractor(), ColorInversion())
            extractor.extractedColorCallback = { color in means.withLock { $0.append(color.red) } }
            inversion.newImageCallback = { picture in pictures.withLock { $0.append(picture) } }
            view.stage.operations = [extractor, inversion]
            let codes: [UInt8] = [0, 51, 102, 153]
            var times: [Timestamp?] = []
            for code in codes {
                let frame = grey(code)
                times.append(frame.timestamp)
                try view.load(frame)
                _ = try view.render(size: Self.size)
            }
            #expect(means.withLock { $0.count } >= 2)
            try view.stage.deliverReports()
            // What is there already is not computed once more.
            _ = try view.render(size: PixelSize(width: 30, height: 20))
            try view.stage.deliverReports()
            let found = means.withLock { $0 }
            #expect(found.count == 4)
            #expect(zip(found, codes).allSatisfy { abs($0 - Float($1) / 255) < 0.01 }, "\(found)")
            let all = pictures.withLock { $0 }
            #expect(all.map { $0.bytes[0] } == codes.map { 255 - $0 })
            #expect(all.map(\.timestamp) == times)
        }
    }

    @Test func aDrawingThatWasGivenUpTellsNothing() throws {
        try withValidatedDevice { device in
            let view = try OffscreenView(device: device)
            let stage = FilterStage(device: device, ring: view.ring)
            let means = Mutex<[Float]>([])
            let extractor = AverageColorExtractor()
            extractor.extractedColorCallback = { color in means.withLock { $0.append(color.red) } }
            stage.operations = [extractor]
            for (place, code) in ([0, 51, 102, 153, 204] as [UInt8]).enumerated() {
                try view.load(grey(code), for: stage.use)
                if place % 2 == 1 { _ = try stage.record(view.newest, view.ring.begin()) }
                try stage.deliverReports()
                #expect(means.withLock { $0.count } == place)
                _ = try view.render(size: Self.size, recording: stage.record)
                try stage.deliverReports()
            }
            #expect(zip(means.withLock { $0 }, [0, 0.2, 0.4, 0.6, 0.8]).allSatisfy { abs($0 - $1) < 0.01 })
            // Operations that have gone tell what is left.
            try view.load(grey(255), for: stage.use)
            _ = try view.render(size: Self.size, recording: stage.record)
            stage.operations = []
            try stage.deliverReports()
            #expect(means.withLock { $0.last } == 1)
        }
    }
}
