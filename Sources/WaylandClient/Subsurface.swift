internal import LinuxIO

/// A surface of its own over a window's picture, drawn in memory: a bar, a notice, a mark (`wl_subsurface`).
///
/// The picture below stays what it is, and a surface that does not change costs nothing. Its content is shown as soon as it is drawn, at most once for
/// each refresh of the display; place and order are the window's, and come with its next picture, which is asked for. While the window takes another size,
/// all of it comes with the first picture of that size (``WindowEvent/resizing``).
///
/// Confined to the main thread. It keeps its window alive, and vanishes with its last reference.
public final class Subsurface {
    /// Draws the picture into memory and returns the rectangles, in pixels, in which it has become another one.
    ///
    /// Called after ``redraw()``, and when size or scale have changed. Where ``DrawingMemory/isBlank`` is true, everything counts as changed. Without a
    /// closure the surface is transparent.
    public var onDraw: ((DrawingMemory) -> [SurfaceRectangle])?
    /// Hears pointer, pen and fingers on the surface; those outside of ``inputRegion`` go to what is below.
    public var onInput: ((SurfaceInput) -> Void)?
    /// Hears that it could not be drawn and is hidden: memory has run out, or none holds a picture of that size.
    ///
    /// ``show()`` tries again.
    public var onFailure: ((WaylandError) -> Void)?

    /// Tells whether a press at a place, in its own logical units, is its own although the place is on the window's edge; nil for nowhere.
    ///
    /// For controls that come so near to the edge, which resizes the window elsewhere. The pointer's shape follows.
    public var ownsEdge: ((SurfacePoint) -> Bool)?

    /// The window below.
    public let window: Window
    /// The size in logical units, at least 1×1.
    public private(set) var size: SurfaceSize
    /// The distance of the top left corner from the window's left edge, in logical units; may be negative.
    public private(set) var x = 0
    /// The distance of the top left corner from the window's top edge, in logical units; may be negative.
    public private(set) var y = 0
    /// True from ``show()`` to ``hide()``.
    public private(set) var isShown = false
    /// The pointer's shape over the surface.
    public var cursor = PointerShape.arrow {
        didSet { window.connection.registry.cursorChanged(of: self) }
    }
    /// The parts that hear pointer, pen and fingers, in logical units: none at first; nil for all of the surface.
    public var inputRegion: [SurfaceRectangle]? = [] {
        didSet { if inputRegion != oldValue { wantInputRegion() } }
    }
    /// The time after which a hidden surface gives its memory back, in nanoseconds.
    public var memoryLifetime: Int64 = 10_000_000_000

    /// True where one colour fills the surface.
    ///
    /// Then a single pixel is drawn, and the compositor stretches it (`wp_viewport`); where it cannot, ``onDraw`` gets all of it.
    public let isUniform: Bool

    private(set) var objects: SubsurfaceObjects
    let content: SubsurfaceContent
    /// True while something waits until the compositor reads.
    private(set) var isHeld = false
    private var isInputRegionSent = false
    private var sentPlace = (x: 0, y: 0)
    private(set) var isMapped = false
    private var isRedrawWanted = true
    /// True while the window has a change of place or order that its next picture is to bring.
    private var isParentBehind = true
    private var timer: EventLoop.TimerID?
    /// The number of acts on the window's surfaces until it was made, or placed above another one.
    private(set) var placeNumber: Int
    /// The surface that it was placed above last; nil where it was not placed.
    private var below: Below?

    private enum Below {
        case picture
        case part(Reference)

        struct Reference {
            weak var part: Subsurface?
        }
    }

    /// Makes a hidden surface, in front of a window's other ones.
    ///
    /// - Parameters:
    ///   - window: The window.
    ///   - size: The size in logical units.
    ///   - isUniform: True where one colour fills the surface.
    /// - Throws: ``WaylandError`` where the compositor has no subsurfaces or no shared memory (`wl_subcompositor`, `wl_shm`), or memory has run out.
    public init(over window: Window, size: SurfaceSize, isUniform: Bool = false) throws(WaylandError) {
        self.window = window
        self.isUniform = isUniform
        self.size = size.possible
        objects = try SubsurfaceObjects(over: window)
        content = SubsurfaceContent(objects, window.connection.registry, window.pacing)
        placeNumber = window.nextPlaceNumber()
        content.onReady = { [weak self] in self?.update() }
        window.parts[objects.surface.handle] = { [weak self] in self }
        window.connection.registry.add(self)
    }

    deinit {
        if let timer { window.loop.cancel(timer) }
        if isMapped { content.unmap() }
        content.close()
        window.connection.registry.forget(objects.surface.handle)
        window.parts[objects.surface.handle] = nil
        window.pacing.update { [objects] in $0.retire(objects) }
    }

    // MARK: - Wishes

    /// Shows the surface; its picture is drawn at once where a changed one is needed.
    public func show() {
        guard !isShown else { return }
        isShown = true
        window.loop.cancel(&timer)
        update()
    }

    /// Hides the surface.
    public func hide() {
        guard isShown else { return }
        isShown = false
        update()
        timer = window.loop.schedule(at: MonotonicClock.now() + memoryLifetime) { [weak self] in
            self?.timer = nil
            self?.content.giveMemoryBack()
            self?.isRedrawWanted = true
        }
    }

    /// Asks for a new picture, because what it shows has changed.
    public func redraw() {
        isRedrawWanted = true
        update()
    }

    /// Sets the size in logical units; another one is drawn anew.
    public func resize(to size: SurfaceSize) {
        let size = size.possible
        guard size != self.size else { return }
        self.size = size
        redraw()
    }

    /// Moves the top left corner, in logical units of the window; it takes effect with the window's next picture, which is asked for.
    public func move(toX x: Int, y: Int) {
        (self.x, self.y) = (x, y)
        update()
    }

    /// Puts the surface right in front of another one of the window, or right in front of the picture.
    ///
    /// - Parameter other: Another subsurface of the window; nil for the picture.
    public func place(above other: Subsurface?) {
        guard other !== self, other == nil || other?.window === window else { return }
        below = other.map { Below.part(Below.Reference(part: $0)) } ?? .picture
        placeNumber = window.nextPlaceNumber()
        sendOrder(above: other)
        update()
    }

    private func sendOrder(above other: Subsurface?) {
        objects.subsurface.placeAbove(sibling: (other?.objects.surface) ?? window.objects.surface)
        isParentBehind = true
    }

    /// Goes over to the window's new surface, on top of those that have gone over before.
    ///
    /// - Throws: ``WaylandError`` when memory has run out.
    func moveToNewSurface() throws(WaylandError) {
        if isMapped { content.unmap() }
        isMapped = false
        try objects.move(over: window)
        content.move(to: objects)
        sentPlace = (0, 0)
        isParentBehind = true
    }

    /// Takes its place among those that are there, and shows itself again.
    func showOnNewSurface() {
        switch below {
        case .picture?: sendOrder(above: nil)
        case .part(let other)?: if let part = other.part { sendOrder(above: part) }
        case nil: break
        }
        update()
    }

    // MARK: - Requests

    /// Tells that the window has another scale.
    func scaleChanged() { redraw() }

    /// Sends what differs from what was sent, unless the compositor does not read.
    func update() {
        isHeld = !window.connection.makeRoom()
        guard !isHeld else { return }
        sendPlace()
        if isShown {
            if !isInputRegionSent { sendInputRegion() }
            draw()
        } else if isMapped {
            isMapped = false
            content.unmap()
            // sway paints what was below only with the window's next picture.
            isParentBehind = true
            askForCommit()
        }
    }

    private func sendPlace() {
        if sentPlace != (x, y) {
            sentPlace = (x, y)
            objects.subsurface.setPosition(x: Int32(clamping: x), y: Int32(clamping: y))
            isParentBehind = true
        }
        if isShown { askForCommit() }
    }

    private func askForCommit() {
        guard isParentBehind else { return }
        isParentBehind = false
        window.pacing.update { $0.wantCommit() }
    }

    private func wantInputRegion() {
        isInputRegionSent = false
        update()
        // It is the surface's own state; a picture that stays brings it, too.
        if isInputRegionSent, isMapped { content.commit() }
    }

    private func sendInputRegion() {
        isInputRegionSent = true
        guard let parts = inputRegion else { return objects.surface.setInputRegion(region: nil) }
        guard let region = window.objects.compositor.createRegion() else { return }
        for part in parts where part.width > 0 && part.height > 0 {
            region.add(
                x: Int32(clamping: part.x), y: Int32(clamping: part.y), width: Int32(clamping: part.width),
                height: Int32(clamping: part.height))
        }
        objects.surface.setInputRegion(region: region)
        region.destroy()
    }

    private func draw() {
        let form = SubsurfaceContent.Form(
            size: size, scale: window.pacing.state.surfaceScale, isUniform: isUniform)
        guard isRedrawWanted || !isMapped else { return }
        do throws(WaylandError) {
            // A wish that comes while it is drawn is for the next picture.
            let isChanged = isRedrawWanted
            isRedrawWanted = false
            if try content.show(form, isChanged: isChanged, onDraw) {
                isMapped = true
            } else {
                isRedrawWanted = isChanged
            }
        } catch {
            hide()
            isRedrawWanted = true
            onFailure?(error)
        }
    }
}

extension Subsurface: InputPart {
    /// The place of the top left corner on the window: added to a place on the surface it makes one on the window.
    public var origin: SurfacePoint { SurfacePoint(x: Double(x), y: Double(y)) }

    var inputWindow: any InputWindow { window }

    func ownsEdge(at point: SurfacePoint) -> Bool { ownsEdge?(point) ?? false }

    func tell(_ input: SurfaceInput) { onInput?(input) }
}
