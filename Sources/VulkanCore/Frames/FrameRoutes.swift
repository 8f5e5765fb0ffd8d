internal import Frames

/// The routes for one way of reading, best first, and the one that took the last frame.
struct FrameRoutes {
    private let access: PlaneAccess
    private let routes: [any FrameRoute]
    private var current: (route: any FrameRoute, origin: MemoryOrigin)?

    /// Lists the routes; nothing is made on the device.
    ///
    /// - Parameters:
    ///   - device: The device that reads the frames.
    ///   - access: The way of reading.
    ///   - forced: The only route; nil for the best that works.
    ///   - copy: The route of last resort.
    init(
        device: VulkanDevice, access: PlaneAccess, forced: ImportRoute?, copy: CopyRoute
    ) {
        self.access = access
        let rows = TexelRows(areNeeded: access == .textures)
        let all: [(ImportRoute, any FrameRoute)] = [
            (.dmabuf, DMABufferRoute(device: device, takesImages: access == .textures, rows: rows)),
            (.userptr, UserPointerRoute(device: device, rows: rows)),
            (.hostptr, HostPointerRoute(device: device, rows: rows, isForced: forced != nil)),
            (.copy, copy),
        ]
        routes =
            switch (access, forced) {
            case (.memory, nil): [InPlaceRoute(), copy]
            case (.memory, .some(let forced)): forced == .copy ? [copy] : []
            case (_, .some(let forced)): all.filter { $0.0 == forced }.map(\.1)
            case (_, nil): all.map(\.1)
            }
    }

    /// Takes a frame by the route that took the one before.
    ///
    /// - Returns: The answer; nil when there is no such route, or it refuses.
    /// - Throws: The device's failure.
    func loadAgain(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer? {
        guard let current, frame.buffer.origin === current.origin else { return nil }
        let answer = try current.route.load(frame, picture)
        if case .refused = answer { return nil }
        return answer
    }

    /// Takes a frame by the first route that does not refuse.
    ///
    /// - Returns: The answer, the route's name, and the reasons for it.
    /// - Throws: ``FrameError/noRoute(_:)`` when all refuse; else the device's failure.
    mutating func load(
        _ frame: Frame, _ picture: Picture
    ) throws(FrameError) -> (answer: RouteAnswer, name: String, reason: String) {
        var words: [String] = []
        for route in routes {
            let answer = try route.load(frame, picture)
            if case .refused(let refusal) = answer {
                words.append("\(route.name): \(refusal)")
                continue
            }
            current = (route, frame.buffer.origin)
            return (answer, route.name, (words + [route.reason]).joined(separator: "; "))
        }
        if access == .memory { words.append("the processor draws from the frames as they are") }
        throw .noRoute(words.joined(separator: "; "))
    }
}
