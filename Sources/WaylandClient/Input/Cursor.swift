/// The picture of one pointer: drawn by the compositor (cursor-shape-v1), else taken from the cursor theme.
final class Cursor {
    private struct Shown: Equatable {
        var kind: CursorKind?
        var scale: Int
    }

    private let pointer: WlPointer
    private let device: WpCursorShapeDeviceV1?
    private unowned let globals: any InputGlobals
    private var surface: WlSurface?
    private var themes: [Int: CursorTheme] = [:]
    private var serial: UInt32 = 0
    private var shown: Shown?

    init(_ pointer: WlPointer, _ globals: any InputGlobals) {
        self.pointer = pointer
        self.globals = globals
        device = globals.cursorShape?.getPointer(pointer: pointer)
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
        let wanted = Shown(kind: kind, scale: device == nil ? max(1, Int(scale.rounded(.up))) : 1)
        guard wanted != shown else { return }
        shown = wanted
        if let device { device.setShape(serial: serial, shape: kind.shape) } else { draw(kind, wanted.scale) }
    }

    var isHidden: Bool { shown.map { $0.kind == nil } ?? false }

    func hide() {
        let wanted = Shown(kind: nil, scale: 1)
        guard wanted != shown else { return }
        shown = wanted
        pointer.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
    }

    private func draw(_ kind: CursorKind, _ wantedScale: Int) {
        guard let surface, let memory = globals.sharedMemory else { return }
        let scale = surface.understands(version: 3) ? wantedScale : 1
        let theme = themes[scale] ?? CursorTheme(globals.environment, scale: scale, memory: memory)
        themes[scale] = theme
        guard let image = theme?.image(kind.themeNames) else { return }
        if surface.understands(version: 3) { surface.setBufferScale(scale: Int32(scale)) }
        surface.attach(buffer: image.buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
        pointer.setCursor(
            serial: serial, surface: surface, hotspotX: image.hotspotX / Int32(scale),
            hotspotY: image.hotspotY / Int32(scale))
    }
}
