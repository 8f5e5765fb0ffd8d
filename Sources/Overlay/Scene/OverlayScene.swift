/// A surface's elements, drawn into memory of the caller's, with what the pointer, fingers and keys do to them.
///
/// It knows no compositor and no clock: time comes with each input, in nanoseconds of any clock that only goes forwards. The same inputs give
/// the same actions. Not thread-safe.
public final class OverlayScene {
    /// The elements.
    ///
    /// What a person changes is changed here, too, and told as an action.
    public var root: Element {
        didSet {
            keepSliding()
            if root != oldValue { arranged = nil }
        }
    }
    /// The colours and sizes.
    public var theme: Theme { didSet { if theme != oldValue { forget() } } }
    /// The maker of texts; another one comes with another font.
    public var typesetter: Typesetter { didSet { forget() } }
    /// The width in logical units.
    public private(set) var width = 0.0
    /// The height in logical units.
    public private(set) var height = 0.0
    /// The pixels of a logical unit in 120ths.
    public private(set) var scale = 120
    /// The opacity of all that is drawn, 0…1, for what comes and goes softly.
    public var opacity = 1.0 { didSet { if opacity != oldValue { forget() } } }
    /// The name of what the pointer rests on; nil while it moves.
    public internal(set) var tooltip: OverlayTooltip?

    var hand = Hand()
    var focus = Focus()
    var scrolls: [String: Double] = [:]
    private var arranged: OverlayDescription?
    private var drawn: [Int: OverlayDescription] = [:]
    private var shown: OverlayDescription?

    /// Keeps elements.
    ///
    /// - Parameters:
    ///   - root: The elements.
    ///   - theme: The colours and sizes.
    ///   - typesetter: The maker of texts.
    public init(_ root: Element, theme: Theme = Theme(), typesetter: Typesetter) {
        (self.root, self.theme, self.typesetter) = (root, theme, typesetter)
    }

    /// Sets the size of the surface.
    ///
    /// - Parameters:
    ///   - width: The width in logical units.
    ///   - height: The height in logical units.
    ///   - scale: The pixels of a unit in 120ths.
    public func resize(width: Double, height: Double, scale: Int = 120) {
        guard width.isFinite, height.isFinite else { return }
        let bounded = (min(max(width, 1), 32_767), min(max(height, 1), 32_767), min(max(scale, 1), 120 * 16))
        guard bounded != (self.width, self.height, self.scale) else { return }
        (self.width, self.height, self.scale) = bounded
        forget()
    }

    /// The size that shows everything, in whole logical units.
    ///
    /// - Parameters:
    ///   - width: The most that it may be wide.
    ///   - height: The most that it may be high.
    /// - Returns: Width and height.
    public func preferredSize(width: Double, height: Double) -> (width: Double, height: Double) {
        let arrangement = Arrangement(theme: theme, typesetter: typesetter)
        let wish = arrangement.size(root, width: nil).width.rounded(.up)
        let size = arrangement.size(root, width: min(wish, width))
        return (min(size.width.rounded(.up), width), min(size.height.rounded(.up), height))
    }

    /// The least height, in whole logical units, at which everything that is pressed is in sight: what is too low lets words scroll.
    ///
    /// - Parameter width: The most that it may be wide.
    /// - Returns: The height, at most that of ``preferredSize(width:height:)``.
    public func leastHeight(width: Double) -> Double {
        let arrangement = Arrangement(theme: theme, typesetter: typesetter)
        let wish = arrangement.size(root, width: nil).width.rounded(.up)
        return arrangement.leastHeight(root, width: min(wish, width)).rounded(.up)
    }

    /// The width of the memory that shows the surface, in pixels.
    public var pixelWidth: Int { Int((width * Double(scale) / 120).rounded()) }
    /// The height of the memory that shows the surface, in pixels.
    public var pixelHeight: Int { Int((height * Double(scale) / 120).rounded()) }

    /// Everything that is shown, with its places and states.
    public var description: OverlayDescription {
        if let arranged { return arranged }
        var arrangement = Arrangement(theme: theme, typesetter: typesetter, scrolls: scrolls)
        var description = arrangement.place(root, in: Area(width: width, height: height))
        scrolls = arrangement.scrolls
        for index in description.elements.indices { dress(&description.elements[index]) }
        arranged = description
        return description
    }

    /// Adds the states that come from the hand and the keyboard.
    private func dress(_ placed: inout PlacedElement) {
        let id = placed.element.id
        if hand.hovered == id { placed.state.insert(.hovered) }
        if hand.pressed == id { placed.state.insert(.pressed) }
        if let drop = hand.drop, drop.id == id {
            placed.state.insert(drop.isBefore ? .dropBefore : .dropAfter)
        }
        guard focus.id == id else { return }
        placed.state.insert(.focused)
        if focus.isShown { placed.state.insert(.focusShown) }
        placed.editing = focus.editing
    }

    /// Has everything placed anew, since a state changed.
    func invalidate() { arranged = nil }

    /// Forgets what each memory shows, so that all of it is drawn anew.
    public func forget() {
        (arranged, shown, drawn) = (nil, nil, [:])
    }

    /// Draws what has changed since this memory was drawn, and tells what differs from what was drawn last.
    ///
    /// - Parameters:
    ///   - memory: Premultiplied ARGB in the machine's byte order, aligned to four bytes.
    ///   - stride: The number of bytes from one row to the next; nil for rows without padding.
    ///   - buffer: A number of the memory, by which the scene knows what it shows; see ``forget()`` for memory whose content is lost.
    /// - Returns: The rectangles that differ from the last drawing into any memory, or were drawn, in pixels; none where nothing did.
    /// - Throws: The reason why Cairo refuses the memory: it holds ``pixelHeight`` rows of ``pixelWidth`` pixels.
    @discardableResult
    public func render(
        into memory: UnsafeMutableRawBufferPointer, stride: Int? = nil, buffer: Int = 0
    ) throws(OverlayError) -> [PixelArea] {
        let description = description
        let whole = PixelArea(width: pixelWidth, height: pixelHeight)
        let pixels = Double(scale) / 120
        let stale = Damage(from: drawn[buffer], to: description, scale: pixels, within: whole).areas
        let news = Damage(from: shown, to: description, scale: pixels, within: whole).areas
        if !stale.isEmpty {
            let canvas = try unsafe OverlayCanvas(
                memory: memory, width: whole.width, height: whole.height, stride: stride ?? whole.width * 4,
                scale: scale, typesetter: typesetter)
            for area in stale { paint(description, in: area, on: canvas) }
        }
        (drawn[buffer], shown) = (description, description)
        return Damage.merged(stale + news)
    }

    private func paint(_ description: OverlayDescription, in area: PixelArea, on canvas: OverlayCanvas) {
        let pixels = Double(scale) / 120
        let part = Area(
            x: Double(area.x) / pixels, y: Double(area.y) / pixels, width: Double(area.width) / pixels,
            height: Double(area.height) / pixels)
        canvas.clipped(to: part) {
            canvas.clear()
            canvas.faded(to: opacity) { paint(description, within: part, on: canvas) }
        }
    }

    /// Paints everything that reaches into a part of the surface.
    private func paint(_ description: OverlayDescription, within part: Area, on canvas: OverlayCanvas) {
        var painter = ControlPainter(canvas: canvas, theme: theme, typesetter: typesetter)
        var grounds: [Box.Ground] = []
        for placed in description.elements {
            painter.ground = placed.parent.map { grounds[$0] } ?? .none
            var own = painter.ground
            if case .box(let box, _) = placed.element.content, box.ground != .none { own = box.ground }
            grounds.append(own)
            guard !placed.reach.intersection(part).isEmpty else { continue }
            if placed.clip.contains(placed.unclippedReach)
                || placed.clip.contains(Area(width: width, height: height))
            {
                painter.paint(placed)
            } else {
                canvas.clipped(to: placed.clip) { painter.paint(placed) }
            }
        }
    }
}
