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

    private let device: VulkanDevice
    private let access: PlaneAccess
    private let forced: ImportRoute?
    private let routes: [any FrameRoute]
    private let decode: DecodeRoute
    private let textures: PlaneTextures
    private var shape = FrameShape()
    /// The route that took the last frame; nil for a compressed one.
    private var current: (any FrameRoute)?
    private var origin: MemoryOrigin?
    private var source: PlaneSource?
    /// Whether the GPU has yet to take the memory over from the camera.
    private var mustAcquire = false
    /// On whose memory the picture lies; nil when it lies in ours.
    private var frame: Frame?

    /// Prepares the routes; nothing is made on the device before the first frame.
    ///
    /// - Parameters:
    ///   - device: Where the planes are read.
    ///   - ring: The submissions that read them.
    ///   - access: How they are read: by one of the two `record` methods, or through `memory`.
    ///   - forced: The only route for uncompressed frames; nil for the best that works.
    package init(device: VulkanDevice, ring: CommandRing, access: PlaneAccess, forced: ImportRoute? = nil) {
        self.device = device
        self.access = access
        self.forced = forced
        let staging = StagingMemory(device: device, ring: ring, isRead: access == .memory)
        let copy = CopyRoute(staging: staging)
        let all: [(ImportRoute, any FrameRoute)] = [
            (.dmabuf, DMABufferRoute(device: device, access: access)),
            (.userptr, UserPointerRoute(device: device, access: access)),
            (.hostptr, HostPointerRoute(device: device, access: access, isForced: forced != nil)),
            (.copy, copy),
        ]
        routes =
            switch (access, forced) {
            case (.memory, nil): [InPlaceRoute(), copy]
            case (.memory, .some(let forced)): forced == .copy ? [copy] : []
            case (_, .some(let forced)): all.filter { $0.0 == forced }.map(\.1)
            case (_, nil): all.map(\.1)
            }
        decode = DecodeRoute(staging: staging)
        textures = PlaneTextures(device: device)
    }

    /// Makes a frame the picture.
    ///
    /// By the routes that copy, the frame can go when this returns; else it is kept as long as its memory is read. A
    /// frame like the one before takes that one's route again and allocates nothing.
    ///
    /// - Throws: Kind `noRoute` when the frame cannot go the forced way.
    package func load(_ frame: Frame) throws(FrameError) {
        guard let picture = Picture(frame) else { return try loadCompressed(frame) }
        try picture.checkSize(limit: device.physical.maximumImageSide)
        let isSameShape = try shape.isSame(frame)
        if isSameShape, frame.buffer.origin === origin, let current {
            if accept(try current.load(frame, picture), of: frame) == nil { return }
        }
        try choose(for: frame, picture)
    }

    private func choose(for frame: Frame, _ picture: Picture) throws(FrameError) {
        var words: [String] = []
        for route in routes {
            guard let refusal = accept(try route.load(frame, picture), of: frame) else {
                current = route
                origin = frame.buffer.origin
                self.route = (route.name, (words + [route.reason]).joined(separator: "; "))
                return
            }
            words.append("\(route.name): \(refusal)")
        }
        if access == .memory { words.append("the processor draws from the frames as they are") }
        throw .noRoute(words.joined(separator: "; "))
    }

    private func loadCompressed(_ frame: Frame) throws(FrameError) {
        let (picture, planes) = try decode.load(frame)
        take(picture, .buffers(planes), of: nil)
        guard current != nil || route == nil else { return }
        current = nil
        let always = forced == nil ? "" : "compressed frames are always decoded; "
        route = (decode.name, always + decode.reason)
    }

    /// Makes what a route has taken the picture; the reason when it has refused.
    private func accept(_ answer: RouteAnswer, of frame: Frame) -> String? {
        switch answer {
        case .copied(let picture, let source): take(picture, source, of: nil)
        case .imported(let picture, let source): take(picture, source, of: frame)
        case .refused(let reason): return reason
        }
        return nil
    }

    private func take(_ picture: Picture, _ source: PlaneSource, of frame: Frame?) {
        self.picture = picture
        self.source = source
        Frame.release(&self.frame)
        self.frame = frame
        mustAcquire = true
        textures.isCurrent = false
    }

    /// Lets go of the picture and of the frame that holds it; recordings under way keep what they read.
    package func forget() {
        picture = nil
        source = nil
        textures.isCurrent = false
        Frame.release(&frame)
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
            if mustAcquire, planes.isShared { commands.acquire(planes) }
            mustAcquire = false
            if let frame { commands.keep(frame) }
            commands.keep(planes)
            return planes
        case .buffers(let buffers):
            if !textures.isCurrent {
                acquire(buffers, into: commands)
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
        acquire(buffers, into: commands)
        if let frame { commands.keep(frame) }
        commands.keep(buffers)
        buffers.reader = commands.number
        return buffers
    }

    /// The buffers that hold the picture; nil when there is none in buffers.
    ///
    /// A recording that reads them begins with ``recordBuffers(into:)``.
    package var buffers: PlaneBuffers? {
        if case .buffers(let buffers)? = source { return buffers }
        return nil
    }

    private func acquire(_ buffers: PlaneBuffers, into commands: Commands) {
        if mustAcquire { for buffer in buffers.shared { commands.acquire(buffer) } }
        mustAcquire = false
    }

    /// The picture as the processor sees it, until the next `load`; nil when there is none in memory.
    package var memory: PlaneMemory? {
        switch source {
        case .memory: frame.flatMap { PlaneMemory($0) }
        case .buffers(let buffers): PlaneMemory(buffers) ?? frame.flatMap { PlaneMemory($0) }
        case .images, nil: nil
        }
    }
}
