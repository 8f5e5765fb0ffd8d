/// The picture of one pointer or pen: drawn by the compositor (cursor-shape-v1), else taken from the cursor theme.
final class Cursor {
    private struct Shown: Equatable {
        var kind: CursorKind?
        var scale: Int
    }

    /// Asks for a picture: the serial, its surface or none, and its hotspot (`wl_pointer.set_cursor`).
    typealias Setter = (UInt32, WlSurface?, Int32, Int32) -> Void

    private let set: Setter
    private let device: WpCursorShapeDeviceV1?
    private unowned let globals: any InputGlobals
    private var surface: WlSurface?
    private var themes: [Int: CursorTheme] = [:]
    private var serial: UInt32 = 0
    private var shown: Shown?

    /// Makes the cursor of a device.
    ///
    /// - Parameters:
    ///   - device: The compositor's own shapes for it; nil where it has none.
    ///   - globals: Shared memory and the theme for pictures of ours.
    ///   - set: The device's request for a picture.
    init(_ device: WpCursorShapeDeviceV1?, _ globals: any InputGlobals, _ set: @escaping Setter) {
        self.device = device
        self.globals = globals
        self.set = set
        if device == nil { surface = globals.compositor?.createSurface() }
    }

    func release() {
        device?.destroy()
        surface?.destroy()
    }

    /// Tells that the pointer has come over a surface: the cursor that it shows is not known any more.
    func enter(_ serial: UInt32) {
        self.serial = serial
        shown = nil
    }

    /// Shows a cursor.
    ///
    /// - Parameters:
    ///   - kind: The cursor.
    ///   - scale: The number of pixels per logical unit of the window below.
    func show(_ kind: CursorKind, scale: Double) {
        if kind == .shape(.hidden) { return hide() }
        let wanted = Shown(kind: kind, scale: device == nil ? max(1, Int(scale.rounded(.up))) : 1)
        guard wanted != shown else { return }
        shown = wanted
        let (shape, names) = kind.cursor
        if let device { device.setShape(serial: serial, shape: shape) } else { draw(names, wanted.scale) }
    }

    var isHidden: Bool { shown.map { $0.kind == nil } ?? false }

    func hide() {
        let wanted = Shown(kind: nil, scale: 1)
        guard wanted != shown else { return }
        shown = wanted
        set(serial, nil, 0, 0)
    }

    private func draw(_ names: [String], _ wantedScale: Int) {
        guard let surface, let memory = globals.sharedMemory else { return }
        let scale = surface.understands(version: 3) ? wantedScale : 1
        let theme = themes[scale] ?? CursorTheme(globals.environment, scale: scale, memory: memory)
        themes[scale] = theme
        guard let image = theme?.image(names) else { return }
        if surface.understands(version: 3) { surface.setBufferScale(scale: Int32(scale)) }
        surface.attach(buffer: image.buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
        set(serial, surface, image.hotspotX / Int32(scale), image.hotspotY / Int32(scale))
    }
}
