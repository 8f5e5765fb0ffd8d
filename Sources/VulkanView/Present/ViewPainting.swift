internal import Frames
internal import Logging
internal import VulkanCore

/// The path by which a view draws, with its painter and the view's own cell.
///
/// A picture that is larger than what the path reads has the view draw by another one from then on, unless a path was asked for by name, or cells
/// were made for this one. Confined to the view's thread.
struct ViewPainting {
    /// The path, and the reason for it.
    private(set) var path: (name: DrawPath, reason: String)
    private(set) var painter: any PicturePainter
    /// The view's own picture.
    let own: ViewCell
    private let device: VulkanDevice
    private let ring: CommandRing
    private let importRoute: ImportRoute?
    /// False where the path stays, whatever is to be shown.
    private let mayChange: Bool
    private var others: [Weak] = []

    private struct Weak { weak var cell: ViewCell? }

    /// Prepares a path.
    ///
    /// - Parameters:
    ///   - choice: The path, and the reason for it.
    ///   - mayChange: True where larger pictures may go another way.
    ///   - device: The device that draws.
    ///   - ring: The view's submissions.
    ///   - importRoute: The only way for frames to the device; nil for the best that works.
    /// - Throws: The driver's error.
    init(
        _ choice: (path: DrawPath, reason: String), mayChange: Bool, device: VulkanDevice, ring: CommandRing,
        importRoute: ImportRoute?
    ) throws(VulkanError) {
        path = (choice.path, choice.reason)
        painter = try choice.path.makePainter(device: device, ring: ring)
        own = try ViewCell(choice.path, painter, device: device, ring: ring, importRoute: importRoute)
        (self.device, self.ring, self.importRoute, self.mayChange) = (device, ring, importRoute, mayChange)
    }

    /// Makes a cell beside the view's own.
    ///
    /// - Throws: The driver's error.
    mutating func makeCell() throws(ViewError) -> ViewCell {
        try ViewError.wrapping { () throws(VulkanError) in
            let cell = try ViewCell(path.name, painter, device: device, ring: ring, importRoute: importRoute)
            others.removeAll { $0.cell == nil }
            others.append(Weak(cell: cell))
            return cell
        }
    }

    /// Makes a frame the view's picture; see ``View/load(_:for:)``.
    mutating func load(_ frame: Frame, for use: PictureUse) throws(ViewError) {
        do throws(ViewError) {
            try own.load(frame, for: use)
        } catch .frame(let error) where error.tooLarge != nil && mayChange {
            guard others.allSatisfy({ $0.cell == nil }) else { throw .frame(error) }
            try change(for: frame, use, after: error)
        }
    }

    /// Goes on by the first path that reads a frame.
    private mutating func change(
        for frame: Frame, _ use: PictureUse, after error: FrameError
    ) throws(ViewError) {
        for next in path.name.forLargerPictures
        where device.importTrust.barredPaths[next.rawValue] == nil {
            let reason = "\(path.name.rawValue) cannot draw so large a picture: \(error)"
            let made: ViewPainting
            made = try ViewError.wrapping { () throws(VulkanError) in
                try ViewPainting(
                    (next, reason), mayChange: true, device: device, ring: ring, importRoute: importRoute)
            }
            do throws(ViewError) {
                try made.own.load(frame, for: use)
            } catch .frame(let other) where other.tooLarge != nil {
                continue
            }
            // A drawing may be under way by the one before.
            device.waitUntilIdle()
            own.adopt(made.own)
            (path, painter) = (made.path, made.painter)
            device.logger.info("drawing by \(next.rawValue): \(reason)")
            return
        }
        throw .frame(error)
    }
}

extension DrawPath {
    /// The paths that read larger pictures than this one, the fastest first.
    fileprivate var forLargerPictures: [DrawPath] {
        switch self {
        case .fragment: [.compute, .host]
        case .compute: [.host]
        case .host: []
        }
    }
}
