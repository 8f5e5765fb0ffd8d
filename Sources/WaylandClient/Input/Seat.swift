internal import Logging

/// A person's keyboard, pointer, touch screen and drawing tablets (`wl_seat`); they come and go with the devices.
final class Seat {
    let proxy: WlSeat
    /// The global's name in the registry.
    let name: UInt32
    private let context: SeatContext
    private let logger: Logger
    private var keyboard: Keyboard?
    private var pointer: Pointer?
    private var touch: Touch?
    private var tablets: Tablets?

    /// Listens to a seat; the registry owns it.
    init(_ proxy: WlSeat, name: UInt32, globals: any InputGlobals, logger: Logger) {
        self.proxy = proxy
        self.name = name
        self.logger = logger
        context = SeatContext(proxy, name: name, globals: globals)
        proxy.listen { [weak self] event in
            if case .capabilities(let capabilities) = event { self?.adapt(to: capabilities) }
        }
        // No capability tells of tablets.
        tablets = globals.tablets?.getTabletSeat(seat: proxy).map { [context] in Tablets($0, context) }
    }

    private func adapt(to capabilities: WlSeat.Capability) {
        if !capabilities.contains(.keyboard) {
            keyboard?.release()
            keyboard = nil
        } else if keyboard == nil, let proxy = proxy.getKeyboard() {
            keyboard = Keyboard(proxy, seat: context, logger: logger)
        }
        if !capabilities.contains(.pointer) {
            pointer?.release()
            pointer = nil
        } else if pointer == nil, let proxy = proxy.getPointer() {
            pointer = Pointer(proxy, context)
        }
        if !capabilities.contains(.touch) {
            touch?.release()
            touch = nil
        } else if touch == nil, let proxy = proxy.getTouch() {
            touch = Touch(proxy, context)
        }
    }

    /// Tells that a window's state has changed; the pointer may have to hide or change its shape.
    func windowChanged(_ window: any InputWindow) {
        pointer?.windowChanged(window)
        tablets?.windowChanged(window)
    }

    /// Tells that a surface wants another cursor.
    func cursorChanged(of surface: AnyObject) {
        pointer?.cursorChanged(of: surface)
        tablets?.cursorChanged(of: surface)
    }

    /// Tells that nothing is heard any more, so that nobody would tell of a held key's release.
    func connectionLost() { keyboard?.stopRepeating() }

    func release() {
        keyboard?.release()
        pointer?.release()
        touch?.release()
        tablets?.release()
        if proxy.understands(version: 5) { proxy.release() } else { proxy.handle.discard() }
    }
}
