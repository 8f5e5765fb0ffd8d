internal import Logging

/// A person's keyboard, pointer and touch screen (`wl_seat`); they come and go with the devices.
final class Seat {
    let proxy: WlSeat
    /// The global's name in the registry.
    let name: UInt32
    private unowned let globals: any InputGlobals
    private let logger: Logger
    private var keyboard: Keyboard?
    private var pointer: Pointer?
    private var touch: Touch?

    /// Listens to a seat; the registry owns it.
    init(_ proxy: WlSeat, name: UInt32, globals: any InputGlobals, logger: Logger) {
        self.proxy = proxy
        self.name = name
        self.globals = globals
        self.logger = logger
        proxy.listen { [weak self] event in
            if case .capabilities(let capabilities) = event { self?.adapt(to: capabilities) }
        }
    }

    private func adapt(to capabilities: WlSeat.Capability) {
        if !capabilities.contains(.keyboard) {
            keyboard?.release()
            keyboard = nil
        } else if keyboard == nil, let proxy = proxy.getKeyboard() {
            keyboard = Keyboard(proxy, globals: globals, logger: logger)
        }
        if !capabilities.contains(.pointer) {
            pointer?.release()
            pointer = nil
        } else if pointer == nil, let proxy = proxy.getPointer() {
            pointer = Pointer(proxy, seat: self.proxy, globals: globals)
        }
        if !capabilities.contains(.touch) {
            touch?.release()
            touch = nil
        } else if touch == nil, let proxy = proxy.getTouch() {
            touch = Touch(proxy, seat: self.proxy, globals: globals)
        }
    }

    /// Tells that a window's state has changed; the pointer may have to hide or change its shape.
    func windowChanged(_ window: any InputWindow) { pointer?.windowChanged(window) }

    /// Tells that nothing is heard any more, so that nobody would tell of a held key's release.
    func connectionLost() { keyboard?.stopRepeating() }

    func release() {
        keyboard?.release()
        pointer?.release()
        touch?.release()
        if proxy.understands(version: 5) { proxy.release() } else { proxy.handle.discard() }
    }
}
