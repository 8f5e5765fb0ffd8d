package import Frames

/// Textures that hold a picture, one per plane.
///
/// A recording that samples them must keep them (`Commands.keep`).
package final class PlaneSet {
    /// One image per plane, in the order of the pixel format's planes.
    package let images: [DeviceImage]

    init(images: [DeviceImage]) { self.images = images }
}

/// A way for a frame's samples into textures.
///
/// Each is one file; ``FrameTexture`` has them in order, best first.
protocol FrameRoute: AnyObject {
    /// The route's name in reports.
    var name: String { get }
    /// Why this route is a good one where no other took the frame, for reports.
    var reason: String { get }

    /// Takes a frame, or says why not. A taken frame becomes the picture with the next `record`.
    ///
    /// - Throws: When no other route could do better: the frame itself is bad, or the device failed.
    func load(_ frame: Frame) throws(FrameError) -> RouteAnswer

    /// Records what brings the loaded frame into textures; nothing when it is there already.
    ///
    /// - Returns: Nil before the first frame.
    func record(into commands: Commands) throws(VulkanError) -> PlaneSet?
}

/// What a route says to a frame.
enum RouteAnswer {
    /// It has taken it.
    case loaded(Picture)
    /// It cannot take it, and why.
    case refused(String)
}

/// The newest frame as textures.
///
/// Confined to the device's thread. Routes are tried in order: import before upload. A frame that cannot be taken
/// leaves the last picture untouched.
package final class FrameTexture {
    /// What the textures hold, or will hold once the pending commands are recorded.
    package private(set) var picture: Picture?
    private let routes: [any FrameRoute]
    private var current: (any FrameRoute)?
    private var refusals: [String] = []

    /// The route of the last frame, and why it was this one; nil before the first frame.
    package private(set) var route: (name: String, reason: String)?

    package init(device: VulkanDevice, ring: CommandRing) {
        let textures = StagedTextures(device: device, ring: ring)
        routes = [CopyRoute(textures: textures), DecodeRoute(textures: textures)]
    }

    /// Makes a frame the picture.
    ///
    /// By the routes that copy, the frame can go when this returns.
    package func load(_ frame: Frame) throws(FrameError) {
        var refusals: [String] = []
        for route in routes {
            switch try route.load(frame) {
            case .loaded(let picture):
                self.picture = picture
                if current !== route || self.refusals != refusals { choose(route, after: refusals) }
                return
            case .refused(let reason):
                refusals.append("\(route.name): \(reason)")
            }
        }
        throw .undecodable(refusals.joined(separator: "; "))
    }

    private func choose(_ route: any FrameRoute, after refusals: [String]) {
        current = route
        self.refusals = refusals
        self.route = (route.name, (refusals + [route.reason]).joined(separator: "; "))
    }

    /// Records what brings the picture into textures, and keeps them until the GPU is done.
    ///
    /// - Returns: The textures, ready to be sampled in the fragment stage; nil when there is no picture.
    package func record(into commands: Commands) throws(VulkanError) -> PlaneSet? {
        guard let planes = try current?.record(into: commands) else { return nil }
        commands.keep(planes)
        return planes
    }
}
