internal import Foundation
internal import Frames
internal import VulkanCore

/// Works in turn on the same frames, and the goals for them.
struct FilterBench {
    let device: VulkanDevice
    let contest: Contest
    /// The works of OpenCV; nil where it cannot be measured.
    let opencv: OpenCV?
    let frames: [Frame]
    var report: FilterReport

    static let size = PixelSize(width: 1920, height: 1080)

    /// Operations on single pixels of all kinds: sums, products, powers, matrices, conditions, hues.
    static let points = [
        "brightness-adjustment:brightness=0.1", "contrast-adjustment:contrast=1.3",
        "saturation-adjustment:saturation=1.4", "gamma-adjustment:gamma=1.4", "color-inversion",
        "sepia-tone-filter", "hue-adjustment:hue=40", "vibrance:vibrance=0.6",
        "white-balance:temperature=6000", "levels-adjustment:minimum=0.1/0.1/0.1",
    ]

    /// A work with a description for the table.
    struct Entry {
        var name: String
        var work: any MeasuredWork
    }

    func chain(_ name: String, _ filters: [String]) throws -> Entry {
        Entry(name: name, work: try ChainMeasurement(device: device, frames: frames, filters: filters))
    }

    func opencv(_ name: String, _ function: String) -> [Entry] {
        opencv.map { [Entry(name: name, work: $0.work(function))] } ?? []
    }

    /// Measures works in turn, the first of them the frames without filters.
    mutating func measure(_ section: String, _ entries: [Entry]) throws -> [Turns] {
        let turns = try contest.run(entries.map(\.work))
        for (index, entry) in entries.enumerated() {
            let chain = entry.work as? ChainMeasurement
            report.rows.append(
                FilterReport.Row(
                    section: section, work: entry.name, wall: turns[index].wall, least: turns[index].least,
                    processor: turns[index].processor,
                    added: index > 0 && chain != nil ? turns[index].added(to: turns[0]).wall : nil,
                    kernels: chain?.kernelCount, megabytes: chain.map { Double($0.traffic) / 1e6 }))
        }
        return turns
    }

    mutating func aim(_ work: String, at limit: Double, _ unit: String, _ figure: Comparison) {
        report.goals.append(
            FilterReport.Goal(
                work: work, limit: limit, figure: figure.wall, processor: figure.processor, unit: unit))
    }

    // MARK: Sections

    /// Measures the chain of five against the same filters as GPUImage3 runs them.
    mutating func chains() throws {
        let filters = FilterTimes.chain
        let separate = try SeparateChain(device: device, frames: frames, filters: filters)
        let unfused = try ChainMeasurement(
            device: device, frames: frames, filters: filters, isFused: false, usesProcessor: false)
        let turns = try measure(
            "chain of 5",
            [
                try chain("no filter", []), try chain("blur, sketch, 2 colours, equalization", filters),
                Entry(name: "the GPUImage3 way: a submission and new memory for each", work: separate),
                Entry(name: "a kernel for each pass, in one submission", work: unfused),
            ])
        aim("chain of 5, of the GPUImage3 way", at: 0.35, "×", turns[1].ratio(to: turns[2]))
        aim("chain of 5", at: 16, "ms", turns[1].itself)
    }

    /// Measures equalization of the luminance, beside OpenCV's of the same plane.
    mutating func equalization() throws {
        let turns = try measure(
            "equalization",
            [
                try chain("no filter", []), try chain("luminance", ["histogram-equalization:channels=3"]),
                try chain("red, green and blue", ["histogram-equalization"]), try chain("CLAHE", ["clahe"]),
            ] + opencv("OpenCV: equalizeHist of the luma plane", "equalize"))
        aim("luminance equalization, added", at: 2.5, "ms", turns[1].added(to: turns[0]))
        guard opencv != nil else { return }
        let ratio = turns[1].addedRatio(over: turns[0], to: turns[4])
        aim("luminance equalization, added, of OpenCV's equalizeHist", at: 2, "×", ratio)
    }

    /// Measures operations on single pixels, and ten of them.
    mutating func pointOperations() throws {
        let singles = try Self.points.prefix(8).map { try chain($0, [$0]) }
        let turns = try measure(
            "point operations",
            [try chain("no filter", [])] + singles + [
                try chain("ten different ones", Self.points),
                try chain("ten times the first", Array(repeating: Self.points[0], count: 10)),
            ])
        let added = turns[1...8].map { $0.added(to: turns[0]) }
        let worst = added.enumerated().max { $0.element.wall < $1.element.wall }
        if let worst {
            aim(
                "any point operation, added (of 8 the worst: \(Self.points[worst.offset]))", at: 0.3, "ms",
                worst.element)
        }
        aim("10 different point operations, of the first of them", at: 1.3, "×", turns[9].ratio(to: turns[1]))
        aim("10 times the same point operation, of one", at: 1.3, "×", turns[10].ratio(to: turns[1]))
    }

    /// Measures Gaussian blurs, beside OpenCV's.
    mutating func blurs() throws {
        let turns = try measure(
            "Gaussian blur",
            [
                try chain("no filter", []), try chain("sigma 2", ["gaussian-blur:blurRadiusInPixels=2"]),
                try chain("sigma 20", ["gaussian-blur:blurRadiusInPixels=20"]),
            ] + opencv("OpenCV: sigma 2, BGRA", "blur2")
                + opencv("OpenCV: sigma 2, both planes", "blur2planes")
                + opencv("OpenCV: sigma 20, BGRA", "blur20")
                + opencv("OpenCV: sigma 20, both planes", "blur20planes")
                + opencv("OpenCV: NV12 to BGRA", "convert"))
        aim("Gaussian blur, sigma 2", at: 7, "ms", turns[1].itself)
        aim("Gaussian blur, sigma 20", at: 9, "ms", turns[2].itself)
        guard opencv != nil else { return }
        let ratio = turns[1].ratio(to: turns[3])
        aim("Gaussian blur, sigma 2, of OpenCV's of the BGRA picture", at: 1.5, "×", ratio)
    }

    /// Measures edges.
    mutating func edges() throws {
        let turns = try measure(
            "edges",
            [
                try chain("no filter", []), try chain("Sobel", ["sobel-edge-detection"]),
                try chain("sketch", ["sketch-filter"]),
            ])
        aim("Sobel", at: 3.5, "ms", turns[1].itself)
        aim("sketch", at: 3.5, "ms", turns[2].itself)
    }

    /// Measures filters that are exchanged while frames go on.
    mutating func switching(device name: String?) throws {
        let (cold, warm) = try SwitchingCommand.coldAndWarm(device: name)
        report.switching = ["without kernels on disk": cold, "with kernels on disk": warm]
        for (state, figures) in [("without", cold), ("with", warm)] {
            aim(
                "exchanging filters \(state) kernels on disk at 60/s, more than a refresh late",
                at: 0, "frames", Comparison(wall: Double(figures.lateFrames), processor: nil))
        }
    }
}
