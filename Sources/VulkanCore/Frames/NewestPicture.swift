public import Frames

/// The one owner of the newest frame on the device, from the moment it is taken until the next one takes its place.
///
/// Confined to the device's thread. Routes are tried in order: import before copy; those that have no samples are decoded, once. A
/// frame that cannot be taken leaves the last picture untouched.
public final class NewestPicture {
    /// The picture, ready for a recording's stations; nil before the first frame.
    public var current: CurrentPicture? {
        content.map {
            CurrentPicture($0.picture, $0.samples, version: $0.version, frame: frame, mosaic: $0.mosaic)
        }
    }
    /// The picture's shape and colours; nil before the first frame.
    package var picture: Picture? { content?.picture }
    /// The moment of the newest frame; nil before the first frame.
    public private(set) var moment: FrameMoment?
    /// The route of the last frame, and the reason for it; nil before the first frame.
    package private(set) var route: (name: String, reason: String)?
    /// The way in which samples are read where nothing but a view reads them.
    package let viewAccess: PlaneAccess
    /// The number of frames that have been decoded.
    package private(set) var decodedCount = 0
    /// The number of times that a route was looked for: once for all frames that are alike.
    package private(set) var searchCount = 0
    /// The number of times that samples have been read: once for each frame, and again for one that stays when filters come.
    public private(set) var loadCount: UInt64 = 0

    let device: VulkanDevice
    private let staging: StagingMemory
    private let decode: DecodeRoute
    private let forced: ImportRoute?
    private var access: PlaneAccess
    private var viewRoutes: FrameRoutes
    private var bufferRoutes: FrameRoutes
    private var mosaicRoutes: FrameRoutes
    private let mosaics: MosaicKernel?
    private var shape = FrameShape()
    private var wasDecoded = false
    /// True when a kernel makes the pixels of the frame that is being loaded, or was last.
    private var isMosaic = false
    private(set) var content:
        (picture: Picture, samples: CurrentPicture.Samples, version: UInt64, mosaic: MosaicPicture?)?
    /// The frame on whose memory the picture lies; nil when that is the device's own.
    private(set) var frame: Frame?

    /// Prepares the routes; nothing is made on the device before the first frame.
    ///
    /// - Parameters:
    ///   - device: The device that reads the frames.
    ///   - ring: The submissions that read them.
    ///   - viewAccess: The way in which samples are read where there are no filters.
    ///   - importRoute: The only route for frames that have samples; nil for the best that works.
    package init(
        device: VulkanDevice, ring: CommandRing, viewAccess: PlaneAccess, importRoute: ImportRoute? = nil
    ) {
        self.device = device
        self.viewAccess = viewAccess
        forced = importRoute
        access = viewAccess
        staging = StagingMemory(
            device: device, ring: ring, isRead: viewAccess == .memory, access: viewAccess)
        let copy = CopyRoute(staging: staging)
        // What filters read is drawn as it is until they are ready.
        let rows = TexelRows(areNeeded: viewAccess == .textures)
        func routes(_ access: PlaneAccess, _ rows: TexelRows) -> FrameRoutes {
            FrameRoutes(device: device, access: access, rows: rows, forced: importRoute, copy: copy)
        }
        (viewRoutes, bufferRoutes) = (routes(viewAccess, rows), routes(.buffers, rows))
        mosaicRoutes = routes(.buffers, TexelRows(areNeeded: false))
        mosaics = MosaicKernel(device: device, ring: ring, access: viewAccess)
        decode = DecodeRoute(staging: staging, by: device.instance.decoder)
    }

    /// Makes a frame the picture.
    ///
    /// By the routes that copy, the frame can go when this returns; else it is kept as long as its memory is read. A
    /// frame like the one before takes that one's route again and allocates nothing.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - use: The use of its samples; one that filters cannot read is read for drawing.
    /// - Throws: ``FrameError/noRoute(_:)`` when no route that may be taken takes the frame; else the fault of the
    ///   frame or the device.
    public func load(_ frame: Frame, for use: PictureUse = .drawing) throws(FrameError) {
        let picture = Picture(frame)
        choose(canBeRead(picture, for: use) ? use : .drawing)
        do throws(FrameError) {
            try load(frame, picture)
        } catch {
            switch error {
            case .unsupportedSize, .tooManyBytes, .noRoute:
                guard access != viewAccess else { throw error }
                choose(.drawing)
                try load(frame, picture)
            case .undecodable, .incomplete, .vulkan: throw error
            }
        }
        moment = frame.moment
    }

    /// Reads the frame that stays once more where another use needs that: filters have come, and its samples lie in no buffers.
    ///
    /// A frame that filters cannot read stays as it is.
    public func prepare(for use: PictureUse) {
        switch content?.samples {
        case .images?, .memory?:
            guard use == .filters, access == viewAccess, let frame, let picture = Picture(frame),
                canBeRead(picture, for: use)
            else { return }
            choose(use)
            try? load(frame, picture)
        // What was copied or decoded lies in buffers that every drawing can read.
        case .buffers?, .copied?, nil: return
        }
    }

    private func choose(_ use: PictureUse) {
        let wish = access(for: use)
        guard wish != access else { return }
        access = wish
        staging.bounds = bounds(of: wish)
        shape = FrameShape()
    }

    private func access(for use: PictureUse) -> PlaneAccess { use == .filters ? .buffers : viewAccess }

    private func bounds(of access: PlaneAccess) -> PictureBounds {
        PictureBounds(device.physical.limits, drawing: viewAccess, reading: access)
    }

    /// Tells whether the use takes pictures of this size; that of a compressed one, which is nil, is known when it is decoded.
    private func canBeRead(_ picture: Picture?, for use: PictureUse) -> Bool {
        let wish = access(for: use)
        guard wish != viewAccess, let picture else { return true }
        return (try? picture.checkSize(bounds(of: wish))) != nil
    }

    /// Gives the frame's buffer back to its source: the picture goes on in the copy that its painter has made.
    package func giveBack() {
        guard frame != nil, let content else { return }
        content.mosaic?.mosaic = nil
        self.content = (content.picture, .copied, content.version, nil)
        Frame.release(&frame)
    }

    private func load(_ frame: Frame, _ picture: Picture?) throws(FrameError) {
        isMosaic = picture == nil
        guard let picture = picture ?? mosaics?.description(of: frame) else { return try loadDecoded(frame) }
        try picture.checkSize(staging.bounds)
        let isSame = try shape.isSame(frame)
        let mosaic = isMosaic ? try mosaics?.prepare(frame.layout, besides: content?.mosaic) : nil
        if isSame, !wasDecoded, let answer = try routes.loadAgain(frame, picture) {
            return take(answer, of: frame, mosaic)
        }
        searchCount += 1
        let taken = try routes.load(frame, picture)
        take(taken.answer, of: frame, mosaic)
        route = (
            taken.name, isMosaic ? "\(taken.reason), and a kernel makes pixels of the mosaic" : taken.reason
        )
        wasDecoded = false
    }

    private var routes: FrameRoutes {
        get { isMosaic ? mosaicRoutes : access == viewAccess ? viewRoutes : bufferRoutes }
        set {
            if isMosaic {
                mosaicRoutes = newValue
            } else if access == viewAccess {
                viewRoutes = newValue
            } else {
                bufferRoutes = newValue
            }
        }
    }

    private func loadDecoded(_ frame: Frame) throws(FrameError) {
        let (picture, planes) = try decode.load(frame)
        decodedCount += 1
        take(.copied(picture, .buffers(planes)), of: frame)
        guard !wasDecoded else { return }
        wasDecoded = true
        let always = forced == nil ? "" : "frames without samples are always decoded; "
        route = (decode.name, always + decode.reason)
    }

    private func take(_ answer: RouteAnswer, of frame: Frame, _ mosaic: MosaicPicture? = nil) {
        switch answer {
        case .copied(let picture, let samples), .imported(let picture, let samples):
            content?.mosaic?.mosaic = nil
            content = (picture, samples, device.newVersion(), mosaic)
            if let mosaic, case .buffers(let planes) = samples {
                mosaic.mosaic = planes
                content?.samples = .buffers(mosaic.planes)
            }
            Frame.release(&self.frame)
            if case .imported = answer { self.frame = frame }
        case .refused: return
        }
        loadCount += 1
        switch content?.samples {
        case .images(let planes)?: planes.acquired = nil
        case .buffers(let buffers)?: buffers.acquired = nil
        case .memory?, .copied?, nil: break
        }
    }
}
