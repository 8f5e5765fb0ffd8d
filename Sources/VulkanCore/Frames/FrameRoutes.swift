internal import Frames

/// The routes for one way of reading, best first, and the one that took the last frame.
struct FrameRoutes {
    private let access: PlaneAccess
    private let routes: [any FrameRoute]
    private let first: FirstFrames
    private var current: (route: any FrameRoute, origin: MemoryOrigin)?

    /// Lists the routes; nothing is made on the device.
    ///
    /// - Parameters:
    ///   - device: The device that reads the frames.
    ///   - access: The way of reading.
    ///   - rows: The check of rows that are read as they lie.
    ///   - forced: The only route; nil for the best that works.
    ///   - copy: The route of last resort.
    init(
        device: VulkanDevice, access: PlaneAccess, rows: TexelRows, forced: ImportRoute?, copy: CopyRoute
    ) {
        let isForced = forced != nil
        let all: [(ImportRoute, any FrameRoute)] = [
            (
                .dmabuf,
                DMABufferRoute(
                    device: device, takesImages: access == .textures, rows: rows, isForced: isForced)
            ),
            (.userptr, UserPointerRoute(device: device, rows: rows, isForced: isForced)),
            (.hostptr, HostPointerRoute(device: device, rows: rows, isForced: isForced)),
            (.copy, copy),
        ]
        let routes: [any FrameRoute] =
            switch (access, forced) {
            case (.memory, nil): [InPlaceRoute(), copy]
            case (.memory, .some(let forced)): forced == .copy ? [copy] : []
            case (_, .some(let forced)): all.filter { $0.0 == forced }.map(\.1)
            case (_, nil): all.map(\.1)
            }
        self.init(routes, device: device, access: access)
    }

    /// Takes routes, best first.
    init(_ routes: [any FrameRoute], device: VulkanDevice, access: PlaneAccess) {
        self.routes = routes
        self.access = access
        first = FirstFrames(device: device)
    }

    /// Takes a frame by the route that took the one before.
    ///
    /// - Returns: The answer; nil when there is no such route, it refuses, or the device has not read what it should.
    /// - Throws: The device's failure.
    func loadAgain(_ frame: Frame, _ picture: Picture) throws(FrameError) -> RouteAnswer? {
        guard let current, frame.buffer.origin === current.origin else { return nil }
        let answer = try current.route.load(frame, picture)
        if case .refused = answer { return nil }
        if !first.areOver, try fault(of: frame, answer, by: current.route) != nil { return nil }
        return answer
    }

    /// Takes a frame by the first route that does not refuse and by which the device reads what it should.
    ///
    /// - Returns: The answer, the route's name, and the reasons for it.
    /// - Throws: ``FrameError/noRoute(_:)`` when all refuse; else the device's failure.
    mutating func load(
        _ frame: Frame, _ picture: Picture
    ) throws(FrameError) -> (answer: RouteAnswer, name: String, reason: String) {
        var words: [String] = []
        current = nil
        for route in routes {
            let answer = try answer(frame, picture, by: route)
            if case .refused(let refusal) = answer {
                words.append("\(route.name): \(refusal)")
                continue
            }
            current = (route, frame.buffer.origin)
            let reason = [route.reason, route.proof(of: frame)].compactMap(\.self).joined(separator: ", ")
            return (answer, route.name, (words + [reason]).joined(separator: "; "))
        }
        if access == .memory { words.append("the processor draws from the frames as they are") }
        throw .noRoute(words.joined(separator: "; "))
    }

    /// Gives a route's answer to the first frame of a stream: the refusal of one by which the device reads something else.
    private func answer(
        _ frame: Frame, _ picture: Picture, by route: any FrameRoute
    ) throws(FrameError) -> RouteAnswer {
        var words = ""
        // Images that are read wrongly may be read rightly as buffers.
        for _ in 0..<2 {
            if let refusal = route.refusal(of: frame) { return .refused(refusal) }
            let answer = try route.load(frame, picture)
            if case .refused = answer { return answer }
            first.begin(answer)
            guard let fault = try fault(of: frame, answer, by: route) else { return answer }
            words = fault
        }
        return .refused(words)
    }

    /// Compares the device's reading of a frame with the processor's, if it is one of the first, and tells a route of a difference.
    private func fault(
        of frame: Frame, _ answer: RouteAnswer, by route: any FrameRoute
    ) throws(FrameError) -> String? {
        guard !first.areOver, let samples = answer.read, let words = try first.fault(of: frame, answer)
        else { return nil }
        route.distrust(frame, samples, words)
        return words
    }
}
