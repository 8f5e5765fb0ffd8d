package import Frames

/// The newest frame as planes that the GPU can read.
///
/// Confined to the device's thread. Routes are tried in order: import before upload. A frame that cannot be taken
/// leaves the last picture untouched.
package final class FramePlanes {
    /// What the planes hold, or will hold once the pending commands are recorded.
    package private(set) var picture: Picture?
    /// The route of the last frame, and why it was this one; nil before the first frame.
    package private(set) var route: (name: String, reason: String)?

    private let routes: [any FrameRoute]
    private let textures: PlaneTextures
    private var current: (any FrameRoute)?
    private var refusals: [String] = []
    private var source: PlaneSource?
    /// On whose memory the picture lies; nil when it lies in ours.
    private var frame: Frame?

    /// Prepares the routes; nothing is made on the device before the first frame.
    ///
    /// - Parameters:
    ///   - device: Where the planes are read.
    ///   - ring: The submissions that read them.
    ///   - access: How they are read: by one of the two `record` methods, or through `memory`.
    package init(device: VulkanDevice, ring: CommandRing, access: PlaneAccess) {
        let staging = StagingMemory(device: device, ring: ring, isRead: access == .memory)
        let copies: [any FrameRoute] = [CopyRoute(staging: staging), DecodeRoute(staging: staging)]
        let inPlace = InPlaceRoute(limit: device.physical.maximumImageSide)
        routes = access == .memory ? [inPlace] + copies : copies
        textures = PlaneTextures(device: device)
    }

    /// Makes a frame the picture.
    ///
    /// By the routes that copy, the frame can go when this returns; else it is kept as long as its memory is read.
    package func load(_ frame: Frame) throws(FrameError) {
        var refusals: [String] = []
        for route in routes {
            switch try route.load(frame) {
            case .copied(let picture, let source):
                take(picture, source, of: nil)
                if current !== route || self.refusals != refusals { choose(route, after: refusals) }
                return
            case .imported(let picture, let source):
                take(picture, source, of: frame)
                if current !== route || self.refusals != refusals { choose(route, after: refusals) }
                return
            case .refused(let reason):
                refusals.append("\(route.name): \(reason)")
            }
        }
        throw .undecodable(refusals.joined(separator: "; "))
    }

    private func take(_ picture: Picture, _ source: PlaneSource, of frame: Frame?) {
        self.picture = picture
        self.source = source
        Frame.release(&self.frame)
        self.frame = frame
        textures.isCurrent = false
    }

    private func choose(_ route: any FrameRoute, after refusals: [String]) {
        current = route
        self.refusals = refusals
        self.route = (route.name, (refusals + [route.reason]).joined(separator: "; "))
    }

    /// Records what brings the picture into textures, and keeps them until the GPU is done.
    ///
    /// - Parameter commands: The recording.
    /// - Returns: The textures, ready to be sampled in the fragment stage; nil when there is no picture.
    /// - Throws: What the driver says.
    package func recordTextures(into commands: Commands) throws(VulkanError) -> PlaneSet? {
        guard let picture, let source else { return nil }
        switch source {
        case .images(let planes):
            if let frame { commands.keep(frame) }
            commands.keep(planes)
            return planes
        case .buffers(let buffers):
            if !textures.isCurrent {
                try textures.record(picture, from: buffers, into: commands)
                // The picture lives in the textures now; the camera gets its buffer back when the copy is done.
                if let frame { commands.keep(frame) }
                Frame.release(&frame)
            }
            guard let planes = textures.planes else { return nil }
            commands.keep(planes)
            return planes
        case .memory: return nil
        }
    }

    /// Gives the buffers that hold the picture, and keeps them until the GPU is done.
    ///
    /// - Parameter commands: The recording that reads them.
    /// - Returns: The buffers, ready to be read in the compute stage; nil when there is no picture in buffers.
    package func recordBuffers(into commands: Commands) -> PlaneBuffers? {
        guard case .buffers(let buffers)? = source else { return nil }
        if let frame { commands.keep(frame) }
        commands.keep(buffers)
        buffers.reader = commands.number
        return buffers
    }

    /// The picture as the processor sees it, until the next `load`; nil when there is none in memory.
    package var memory: PlaneMemory? {
        switch source {
        case .memory: frame.flatMap { PlaneMemory($0) }
        case .buffers(let buffers): PlaneMemory(buffers)
        case .images, nil: nil
        }
    }
}
