internal import Glibc
internal import LinuxIO

/// The pictures of a subsurface: their memory, the moment at which one may be drawn, and the requests that show it.
final class SubsurfaceContent {
    /// The form of a picture.
    struct Form: Equatable {
        /// The size in logical units.
        let size: SurfaceSize
        let scale: SurfaceScale
        /// True where one pixel is enough.
        let isUniform: Bool
        /// The size of its picture in pixels.
        var pixels: SurfaceSize {
            isUniform ? SurfaceSize(width: 1, height: 1) : scale.bufferSize(for: size)
        }
    }

    /// Called when a picture can be drawn that could not be before.
    var onReady: (() -> Void)?
    private var objects: SubsurfaceObjects
    private unowned let registry: Registry
    private let pacing: SurfacePacing
    /// True while commits wait for the window's next one (`wl_subsurface.set_sync`).
    private var isInStep = false
    private var pool: SharedBufferPool?
    private var callback: WlCallback?
    private var sentFactor = 1
    private var sentDestination: SurfaceSize?
    /// The form of the newest picture.
    private var form: Form?
    private var isMapped = false

    init(_ objects: SubsurfaceObjects, _ registry: Registry, _ pacing: SurfacePacing) {
        self.objects = objects
        self.registry = registry
        self.pacing = pacing
    }

    /// Goes over to another window's surface, out of step with it; nothing is shown.
    func move(to objects: SubsurfaceObjects) { (self.objects, isInStep) = (objects, false) }

    /// Ends everything; the surface itself stays.
    func close() {
        onReady = nil
        forgetCallback()
        giveMemoryBack()
    }

    /// Gives all memory back; the surface must show nothing.
    func giveMemoryBack() { pool = nil }

    /// Takes the picture away.
    func unmap() {
        forgetCallback()
        isMapped = false
        objects.surface.attach(buffer: nil, x: 0, y: 0)
        commit()
    }

    /// Commits: for now, or for the window's first picture of another size.
    func commit() {
        keepStep()
        objects.surface.commit()
        // That picture may have come meanwhile, and no other may follow.
        keepStep()
    }

    private func keepStep() {
        let isWanted = pacing.isResizing
        guard isWanted != isInStep else { return }
        isInStep = isWanted
        if isWanted { objects.subsurface.setSync() } else { objects.subsurface.setDesync() }
    }

    /// Draws and shows a picture, or shows the newest one again.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - isChanged: True when the newest one will not do.
    ///   - draw: Draws it.
    /// - Throws: ``WaylandError`` when there is no memory.
    /// - Returns: False when it has to wait, for the compositor to take the last picture or to release one.
    func show(
        _ form: Form, isChanged: Bool, _ draw: ((DrawingMemory) -> [SurfaceRectangle])?
    ) throws(WaylandError) -> Bool {
        let form = usable(form)
        let pixels = form.pixels
        if !isChanged, form == self.form, let buffer = pool?.newestBuffer(of: pixels) {
            pool?.showNewest()
            commit(buffer, [SurfaceRectangle(pixels)], form)
            return true
        }
        // The window's next picture must not show an older size.
        guard callback == nil || form != self.form && pacing.isResizing else { return false }
        // The compositor still reads from an old pool until the commit below.
        let old = pool
        defer { withExtendedLifetime(old) {} }
        do throws(SystemError) {
            guard let (pool, picture) = try freePicture(of: pixels, isNew: form != self.form) else {
                return false
            }
            let memory = unsafe DrawingMemory(
                bytes: pool.bytesOf(picture.number), size: pixels, stride: SharedBufferPool.stride(pixels),
                logicalSize: form.size, scale120: form.scale.parts, isBlank: picture.isBlank)
            // An unchanged picture that goes to another place in memory has been copied there.
            let isDrawn = isChanged || picture.isBlank
            let drawn = (isDrawn ? draw : nil)?(memory).compactMap { $0.clipped(to: pixels) } ?? []
            let changed = picture.isBlank ? [SurfaceRectangle(pixels)] : drawn
            guard !changed.isEmpty || !isMapped else { return true }
            pool.show(picture.number, changed: changed)
            commit(picture.buffer, isMapped ? changed : [SurfaceRectangle(pixels)], form)
            return true
        } catch {
            throw .noMemory(for: pixels, error)
        }
    }

    // MARK: - Parts

    private func freePicture(
        of pixels: SurfaceSize, isNew: Bool
    ) throws(SystemError) -> (SharedBufferPool, SharedBufferPool.Picture)? {
        let pool = try suitable(pixels)
        if let picture = try pool.take(pixels, isNew: isNew) { return (pool, picture) }
        guard pacing.isResizing else { return nil }
        // The window does not wait until the compositor releases one.
        self.pool = nil
        let other = try suitable(pixels)
        return try other.take(pixels, isNew: true).map { (other, $0) }
    }

    private func suitable(_ pixels: SurfaceSize) throws(SystemError) -> SharedBufferPool {
        if let pool, pool.suits(pixels) { return pool }
        guard let globals = registry.sharedMemory else {
            throw SystemError(call: "wl_shm.create_pool", code: ENOMEM)
        }
        let made = try SharedBufferPool(globals, size: pixels)
        made.onRelease = { [weak self] in self?.onReady?() }
        pool = made
        return made
    }

    /// The form that the surface can have: parts of whole numbers, and a pixel that is stretched, need a viewport.
    private func usable(_ form: Form) -> Form {
        if objects.viewport != nil {
            return form.isUniform ? Form(size: form.size, scale: .fractional(120), isUniform: true) : form
        }
        var scale = form.scale
        if case .fractional(let parts) = scale {
            scale = .whole(objects.surface.understands(version: 3) ? (parts + 119) / 120 : 1)
        }
        return Form(size: form.size, scale: scale, isUniform: false)
    }

    private func commit(_ buffer: WlBuffer, _ changed: [SurfaceRectangle], _ form: Form) {
        (self.form, isMapped) = (form, true)
        let surface = objects.surface
        surface.attach(buffer: buffer, x: 0, y: 0)
        if case .whole(let factor) = form.scale, factor != sentFactor, surface.understands(version: 3) {
            sentFactor = factor
            surface.setBufferScale(scale: Int32(factor))
        }
        if case .fractional = form.scale, form.size != sentDestination {
            sentDestination = form.size
            objects.viewport?.setDestination(
                width: Int32(form.size.width), height: Int32(form.size.height))
        }
        if surface.understands(version: 4) {
            for part in changed {
                surface.damageBuffer(
                    x: Int32(part.x), y: Int32(part.y), width: Int32(part.width), height: Int32(part.height))
            }
        } else {
            surface.damage(x: 0, y: 0, width: .max, height: .max)
        }
        askForCallback()
        commit()
    }

    private func askForCallback() {
        guard callback == nil else { return }
        callback = objects.surface.frame()
        callback?.listen { [weak self] _ in
            self?.forgetCallback()
            self?.onReady?()
        }
    }

    private func forgetCallback() {
        callback?.handle.discard()
        callback = nil
    }
}

extension SurfaceScale {
    /// The number of pixels that make 120 logical units.
    fileprivate var parts: Int {
        switch self {
        case .whole(let factor): 120 * factor
        case .fractional(let parts): parts
        }
    }
}

extension WaylandError {
    fileprivate static func noMemory(for size: SurfaceSize, _ error: SystemError) -> WaylandError {
        WaylandError(
            "nothing is shown over the picture: there is no memory for \(size) pixels (\(error.call): \(error.reason)); close other programs"
        )
    }
}
