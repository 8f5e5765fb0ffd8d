internal import Frames
internal import LinuxIO
internal import VulkanCore

/// A trial of the routes that read in place, without a camera: memories that the processor fills after the device has got them.
struct MemoryTrial {
    private static let hammerRounds = 200
    /// The distance of the lines that half of the rounds touch.
    private static let step = 7
    /// The rows of pictures that are read as images.
    private static let rows = 16

    let device: VulkanDevice
    /// Makes memory of a kind.
    let make: (MemoryFinding.Memory) throws(SystemError) -> TrialMemory

    /// Reads a memory in all ways.
    ///
    /// - Parameters:
    ///   - memory: The kind of memory.
    ///   - hammers: True to hammer on it, too.
    ///   - isOver: True when there is no more time for that and for images.
    /// - Returns: The finding.
    /// - Throws: The device's failure.
    func run(
        _ memory: MemoryFinding.Memory, hammers: Bool, until isOver: () -> Bool
    ) throws(VulkanError) -> MemoryFinding {
        var finding = MemoryFinding(memory: memory)
        let trial: TrialMemory
        do throws(SystemError) {
            trial = try make(memory)
        } catch {
            finding.absence = "\(error)"
            return finding
        }
        trial.fill(0)
        let way = memory.isShared ? ImportReading.Way.shared : .pages
        let reading: ImportReading
        do throws(MemoryRefusal) {
            reading = try ImportReading(way, of: trial.buffer, on: device)
        } catch {
            finding.readings.append(
                MemoryFinding.Reading(way: memory.isShared ? "buffer" : "pages", refusal: error.reason))
            return finding
        }
        trial.fill(1)
        finding.readings.append(
            MemoryFinding.Reading(
                way: memory.isShared ? "buffer" : "pages", difference: try reading.difference()))
        if memory.isShared { finding.readings += try images(trial, until: isOver) }
        if hammers { finding.hammer = try hammer(trial, reading, until: isOver) }
        return finding
    }

    /// Reads the memory as images: of two planes, whose texels have one byte and two, and of one plane, whose texels have four.
    ///
    /// - Returns: The readings; where there was no time for all of them, those that went wrong, since the others prove nothing alone.
    private func images(
        _ trial: TrialMemory, until isOver: () -> Bool
    ) throws(VulkanError) -> [MemoryFinding.Reading] {
        var readings: [MemoryFinding.Reading] = []
        for (width, stride) in [(640, 640), (1280, 1280), (1920, 1920), (1920, 1928)] {
            for gap in [0, 4] {
                if isOver() { return readings.filter { $0.difference != nil } }
                let size = PixelSize(width: width, height: Self.rows)
                let place = stride * size.height + gap
                let layout = FrameLayout(
                    format: .nv12, size: size,
                    planes: [
                        PlaneLayout(offset: 0, stride: stride), PlaneLayout(offset: place, stride: stride),
                    ])
                readings.append(
                    try image(trial, layout, "image, rows of \(stride), second plane at \(place)"))
            }
        }
        for (width, stride) in [(640, 1280), (1920, 3840), (1920, 3856)] {
            if isOver() { return readings.filter { $0.difference != nil } }
            let layout = FrameLayout(
                format: .bgra, size: PixelSize(width: width / 2, height: Self.rows), stride: stride)
            readings.append(try image(trial, layout, "image of one plane, rows of \(stride)"))
        }
        return readings
    }

    private func image(
        _ trial: TrialMemory, _ layout: FrameLayout, _ way: String
    ) throws(VulkanError) -> MemoryFinding.Reading {
        var reading = MemoryFinding.Reading(way: way)
        let images: ImportReading?
        do throws(MemoryRefusal) {
            images = try ImportReading(.images(layout), of: trial.buffer, on: device)
        } catch {
            images = nil
            reading.refusal = error.reason
        }
        trial.fill(layout.byteCount())
        reading.difference = try images?.difference()
        return reading
    }

    /// Fills the memory again and again and lets the device read it at once.
    private func hammer(
        _ trial: TrialMemory, _ reading: ImportReading, until isOver: () -> Bool
    ) throws(VulkanError) -> MemoryFinding.Hammer {
        var hammer = try rounds(trial, reading, isTold: false, until: isOver)
        if hammer.difference != nil, !trial.buffer.exports.isEmpty {
            let told = try rounds(trial, reading, isTold: true, until: isOver)
            hammer.isMendedBySync = told.isComplete && told.difference == nil
        }
        return hammer
    }

    private func rounds(
        _ trial: TrialMemory, _ reading: ImportReading, isTold: Bool, until isOver: () -> Bool
    ) throws(VulkanError) -> MemoryFinding.Hammer {
        var hammer = MemoryFinding.Hammer()
        var churn: CacheChurn?
        for round in 0..<Self.hammerRounds {
            if isOver() { return hammer }
            // The second half runs beside a thread that needs the caches for itself.
            if round == Self.hammerRounds / 2 { churn = CacheChurn() }
            trial.fill(round + 1000, every: round % 2 == 0 ? 1 : Self.step, isTold: isTold)
            if let difference = try reading.difference() {
                hammer.difference = "round \(round + 1), \(difference)"
                return hammer
            }
            hammer.rounds += 1
        }
        hammer.isComplete = true
        withExtendedLifetime(churn) {}
        return hammer
    }
}
