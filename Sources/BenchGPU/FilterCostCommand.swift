internal import ArgumentParser
internal import Foundation
internal import Frames
internal import Glibc
internal import VulkanCore

/// The command that measures the costs of filters, beside the GPUImage3 way, OpenCV and the memory.
struct FilterCostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filters", abstract: "Measure what filters cost.")

    /// A part of the measurements that can be run alone.
    enum Section: String, CaseIterable, ExpressibleByArgument {
        case chain, equalization, point, blur, edges, switching, costs
    }

    @OptionGroup var options: DeviceOptions

    @Flag(help: "Fewer frames, and single operations only at 1080p.")
    var quick = false

    @Option(help: "Only these sections, with commas between them.", transform: FilterCostCommand.sections)
    var only: [Section]?

    @Option(help: "The program that runs OpenCV.")
    var opencv: String?

    @Option(help: "Where all figures go as JSON; - is the standard output.")
    var json: String?

    @Option(help: "Where the goals and all works go as Markdown.")
    var markdown: String?

    @Option(help: "Where the costs of single operations go, as the page of filters reads them.")
    var costs: String?

    private static func sections(_ text: String) throws -> [Section] {
        try text.split(separator: ",").map { name in
            guard let section = Section(rawValue: String(name)) else {
                let names = Section.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("\(name) is none of \(names).")
            }
            return section
        }
    }

    func run() throws {
        let device = try options.makeDevice()
        let contest = Contest(rounds: quick ? 9 : 25, frames: quick ? 3 : 5)
        let scene = (0..<3).map { SceneFrame(size: FilterBench.size, seed: $0) }
        var report = FilterReport(
            device: DeviceFacts(device), rounds: contest.rounds, framesPerTurn: contest.frames)
        report.load.append(Self.load)
        let peer = opencvPeer(scene[0], &report)
        report.opencv = peer?.version
        var bench = FilterBench(
            device: device, contest: contest, opencv: peer, frames: scene.map(\.frame), report: report)
        for section in only ?? Section.allCases {
            say(section.rawValue)
            do {
                try measure(section, &bench)
            } catch {
                bench.report.failures.append("\(section.rawValue): \(error)")
            }
        }
        bench.report.load.append(Self.load)
        try write(bench.report)
    }

    private func opencvPeer(_ scene: SceneFrame, _ report: inout FilterReport) -> OpenCV? {
        guard let opencv else { return nil }
        do {
            return try OpenCV(script: opencv, frame: scene, size: FilterBench.size)
        } catch {
            report.failures.append("OpenCV: \(error)")
            return nil
        }
    }

    private func measure(_ section: Section, _ bench: inout FilterBench) throws {
        switch section {
        case .chain: try bench.chains()
        case .equalization: try bench.equalization()
        case .point: try bench.pointOperations()
        case .blur: try bench.blurs()
        case .edges: try bench.edges()
        case .switching: try bench.switching(device: options.device)
        case .costs:
            let costs = OperationCosts(device: bench.device, patience: quick ? 120 : 400)
            for (name, size) in OperationCosts.sizes where !quick || name == "1080p" {
                bench.report.costs += try costs.measure(name, size) { say("\(name) \($0)") }
            }
        }
    }

    private func write(_ report: FilterReport) throws {
        if json != "-" { print(report.markdown) }
        if let json { try FigureFile.write(report, to: json) }
        if let markdown { try FigureFile.write(Data(report.markdown.utf8), to: markdown) }
        if let costs, !report.costs.isEmpty {
            let page = OperationCosts.Page(device: report.device.name, rows: report.costs)
            try FigureFile.write(page, to: costs)
        }
    }

    /// Reports progress, for people who wait.
    private func say(_ text: String) {
        guard isatty(STDERR_FILENO) != 0 else { return }
        FileHandle.standardError.write(Data("\r\u{1b}[K\(text)".utf8))
    }

    private static var load: Double {
        var load = 0.0
        unsafe getloadavg(&load, 1)
        return load
    }
}
