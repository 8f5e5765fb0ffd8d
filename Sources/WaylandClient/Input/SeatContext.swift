/// The facts of a seat that its devices share.
final class SeatContext {
    let proxy: WlSeat
    /// The global's name in the registry.
    let name: UInt32
    unowned let globals: any InputGlobals
    /// The modifiers that are held on its keyboard, as far as they are told: to the window with the focus.
    var modifiers: Modifiers = []

    init(_ proxy: WlSeat, name: UInt32, globals: any InputGlobals) {
        self.proxy = proxy
        self.name = name
        self.globals = globals
    }

    /// Takes note of a press.
    @discardableResult
    func grant(_ serial: UInt32) -> InputGrant {
        let grant = InputGrant(serial: serial, seat: name)
        globals.lastInput = grant
        return grant
    }
}
