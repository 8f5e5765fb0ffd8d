public import Frames
public import VulkanCore

/// The finding on a route by which a device reads a source's first frames in place.
public struct RouteFinding: Codable, Sendable, Hashable {
    /// The route's name.
    public let route: String
    /// The number of frames that have gone by it; the 1st, 2nd, 5th, 10th and 30th are compared, 64 lines of each plane.
    public var frames = 0
    /// The way in which they were read, in words; nil where none has gone by it.
    public var reason: String?
    /// The reason why they did not go by it, or not any more; nil where they did.
    public var refusal: String?
    /// The first line that the device has read otherwise than the processor, in words; nil where all were the same.
    public var difference: String?
}

/// A trial of one route with a source's first frames: lines of them as the device reads them are compared with what the processor sees.
///
/// Confined to the device's thread; a driver that hangs keeps that.
public final class RouteTrial {
    /// The number of frames after which nothing is left to be compared.
    public static let frameCount = 30

    /// The finding until now.
    public private(set) var finding: RouteFinding

    private let device: VulkanDevice
    private let view: OffscreenView

    /// Prepares a trial.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - device: The device, on which nobody else reads frames.
    /// - Throws: The driver's error.
    public init(_ route: ImportRoute, on device: VulkanDevice) throws(VulkanError) {
        self.device = device
        view = try OffscreenView(device: device, importRoute: route)
        finding = RouteFinding(route: route.rawValue)
    }

    /// True when no frame more is needed.
    public var isOver: Bool { finding.refusal != nil || finding.frames >= Self.frameCount }

    /// The verdicts that follow: those on kinds of memory that were read wrongly.
    public var verdicts: [DeviceVerdict] { DeviceVerdict.all(of: device.importTrust.seenRefusals) }

    /// Lets the device read a frame.
    ///
    /// - Parameter frame: The next frame of the source.
    /// - Throws: The device's failure.
    public func take(_ frame: Frame) throws(VulkanError) {
        do throws(ViewError) {
            try view.load(frame)
            let way = view.importRoute
            if way?.name == finding.route {
                (finding.frames, finding.reason) = (finding.frames + 1, way?.reason)
            } else {
                finding.refusal = way?.reason
            }
        } catch .vulkan(let error) {
            throw error
        } catch {
            finding.refusal = error.description
        }
        finding.difference = finding.difference ?? verdicts.first?.words
    }
}
