/// A request for a token by which another program may bring its window to the front.
final class ActivationRequest {
    private let proxy: XdgActivationTokenV1
    private let done: (String) -> Void

    /// Asks for the token.
    ///
    /// - Parameters:
    ///   - proxy: A token object without requests yet.
    ///   - surface: The surface of the window that asks.
    ///   - press: The press that the user made for it; nil for none.
    ///   - done: Called once with the token, unless the request is released first.
    init(
        _ proxy: XdgActivationTokenV1, surface: WlSurface, press: (serial: UInt32, seat: WlSeat)?,
        done: @escaping (String) -> Void
    ) {
        (self.proxy, self.done) = (proxy, done)
        proxy.listen { [weak self] event in
            if case .done(let token) = event { self?.done(token) }
        }
        if let press { proxy.setSerial(serial: press.serial, seat: press.seat) }
        proxy.setSurface(surface: surface)
        proxy.commit()
    }

    deinit { proxy.destroy() }
}
