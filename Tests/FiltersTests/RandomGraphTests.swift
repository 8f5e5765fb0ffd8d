import FilterReferences
import Filters
import Foundation
import Frames
import TestSupport
import Testing
import VulkanCore

/// Random graphs, changed while they run, under the validation layer.
///
/// Each graph is evaluated with joined kernels and without. The second evaluation rounds to 8 bits only where the first one
/// does, and keeps all bits of what the first does not store, so that even steep operations leave no difference but the
/// compiler's. What is not destroyed at the end is told by the layer, too.
@Suite struct RandomGraphTests {
    /// A device of its own for each: the memory that a driver compiles in comes back with its device.
    static let parts = 8
    /// Cameras' pictures with colours beyond what can be shown, in some parts.
    private static let formats: [PixelFormat?] = [nil, nil, nil, nil, nil, nil, .nv12, .yuyv]
    /// Ten thousand in `make test-long ARGS=devices`, on each of its devices.
    static let graphs = ProcessInfo.processInfo.environment["VIEWFINDER_GRAPHS"].flatMap { Int($0) } ?? 2000

    @Test(arguments: 0..<parts)
    func joinedKernelsComputeWhatTheOperationsDo(part: Int) throws {
        try withValidatedDevice { device in
            let joined = try FilterContext(device: device, usesProcessor: false)
            let single = try FilterContext(device: device, isFused: false, usesProcessor: false)
            single.runner.isRoundedAsFused = true
            var numbers = SeededNumbers(seed: UInt64(part))
            var remaining: [Remnant] = []
            for number in 0..<Self.graphs / Self.parts {
                try check(number, device, joined, single, &numbers, &remaining, format: Self.formats[part])
            }
            #expect(remaining.allSatisfy { $0.operation == nil })
            #expect(joined.runner.kernelCount < 400, "\(joined.runner.kernelCount)")
            #expect(single.runner.kernelCount < 200, "\(single.runner.kernelCount)")
        }
    }

    @Test func masksBackgroundsAndForcedSizesJoinKernelsToo() throws {
        try withValidatedDevice { device in
            let joined = try FilterContext(device: device, usesProcessor: false)
            let single = try FilterContext(device: device, isFused: false, usesProcessor: false)
            single.runner.isRoundedAsFused = true
            var numbers = SeededNumbers(seed: 77)
            var remaining: [Remnant] = []
            for number in 0..<200 {
                try check(number, device, joined, single, &numbers, &remaining, hasSurroundings: true)
            }
            #expect(remaining.allSatisfy { $0.operation == nil })
        }
    }

    /// With everything that the processor does itself; that it does the same is for other tests to say.
    @Test func theProcessorsOwnWaysGoOnThroughEdits() throws {
        try withValidatedDevice { device in
            let context = try FilterContext(device: device)
            var numbers = SeededNumbers(seed: 5)
            for number in 0..<1000 {
                let format = [PixelFormat?.none, .nv12, .yuyv][number % 3]
                var graph = try RandomGraph(
                    device: device, numbers: &numbers, hasSurroundings: number % 4 == 0,
                    frames: format.map { ($0, context) })
                for _ in 0..<2 {
                    _ = try context.pictures(of: graph.ends)
                    try graph.edit(&numbers)
                }
                let found = try context.pictures(of: graph.ends)
                #expect(!found.contains { $0.bytes.isEmpty })
            }
        }
    }

    private struct Remnant { weak var operation: BasicOperation? }

    private func check(
        _ number: Int, _ device: VulkanDevice, _ joined: FilterContext, _ single: FilterContext,
        _ numbers: inout SeededNumbers, _ remaining: inout [Remnant], hasSurroundings: Bool = false,
        format: PixelFormat? = nil
    ) throws {
        var graph = try RandomGraph(
            device: device, numbers: &numbers, hasSurroundings: hasSurroundings,
            frames: format.map { ($0, joined) })
        if number % 2 == 1 {
            for _ in 0..<Int.random(in: 1...3, using: &numbers) {
                _ = try joined.pictures(of: graph.ends)
                try graph.edit(&numbers)
            }
        }
        let ends = graph.ends
        let found = try joined.pictures(of: ends)
        let wanted = try single.pictures(of: ends)
        for (index, end) in ends.enumerated() {
            let distance = Differences(found[index].bytes, wanted[index].bytes).worst
            #expect(
                found[index].width == wanted[index].width && distance <= 1,
                "graph \(number), \(end.name): \(joined.runner.kernelNames)")
        }
        if number % 100 == 0 {
            // Another graph's change, on another thread, may have made a new plan necessary.
            let (objects, plan) = (device.createdObjects, joined.runner.planNumber)
            #expect(try joined.pictures(of: ends) == found)
            #expect(device.createdObjects == objects || joined.runner.planNumber != plan)
            remaining += graph.operations.map { Remnant(operation: $0) }
        }
    }
}
