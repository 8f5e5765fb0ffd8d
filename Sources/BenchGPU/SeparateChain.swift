internal import Filters
internal import Frames
internal import VulkanCore

/// A chain of filters as GPUImage3 runs them: each one alone, with the same bodies of shaders.
///
/// As in its `BasicOperation`, a filter has a submission of its own and gets new memory for its picture in each frame, the
/// camera's planes become a picture by a pass of their own, and nobody waits between submissions; the frame's end is
/// waited for here. Each filter's passes keep their order inside its submission, and the processor does none of them.
final class SeparateChain: MeasuredWork {
    private let input: FrameInput
    private var links: [Link] = []
    private let frames: [Frame]
    private var step = 0

    /// A filter with its picture's source.
    private struct Link {
        /// The input that takes the picture before; nil for the pass that makes one of the camera's planes.
        let input: PixelInput?
        let output: any ImageSource
        let ring: CommandRing
        let runner: FilterRunner
    }

    /// Makes the chain.
    ///
    /// - Parameters:
    ///   - device: The device on which it runs.
    ///   - frames: The frames on which it runs.
    ///   - filters: The filters as on the command line.
    /// - Throws: The fault of the names or the device.
    init(device: VulkanDevice, frames: [Frame], filters: [String]) throws {
        self.frames = frames
        let ring = try CommandRing(device: device)
        input = FrameInput(device: device, ring: ring)
        links.append(Link(input: nil, output: input, ring: ring, runner: try Self.runner(device, ring)))
        for filter in filters {
            let input = PixelInput(device: device)
            let ring = try CommandRing(device: device)
            let output = try MeasuredChain.connect([filter], after: input)[0]
            links.append(
                Link(input: input, output: output, ring: ring, runner: try Self.runner(device, ring)))
        }
    }

    private static func runner(_ device: VulkanDevice, _ ring: CommandRing) throws -> FilterRunner {
        try FilterRunner(device: device, ring: ring, isFused: false, usesProcessor: false)
    }

    func frames(_ count: Int) throws -> [FrameTime] {
        try FrameTime.of(count) { try frame() }
    }

    private func frame() throws {
        step += 1
        try input.setFrame(frames[step % frames.count])
        var picture: FilterRunner.Result?
        for link in links {
            if let picture { link.input?.setPicture(picture) }
            try link.runner.prepare([link.output])
            try link.runner.renewBuffers()
            let commands = try link.ring.begin()
            picture = try link.runner.record(into: commands).first
            try link.ring.submit(commands)
        }
        for link in links { try link.ring.waitForAll() }
    }
}
