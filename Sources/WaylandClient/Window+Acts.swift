internal import LinuxIO

/// The acts of a window on its desktop, for a program that draws its own title bar or menu.
///
/// Each is a wish: a configure answers those that change state or size, and a compositor that cannot do one does nothing; ``Window/capabilities``
/// tells.
extension Window {
    /// True while the compositor shows the window in full screen.
    public var isFullscreen: Bool { geometry.isFullscreen }

    /// True while the window is maximised.
    public var isMaximized: Bool { geometry.isMaximized }

    /// True while it is the window that the user works with.
    public var isActivated: Bool { geometry.isActivated }

    /// Asks for full screen or asks to leave it (`xdg_toplevel.set_fullscreen`, `unset_fullscreen`).
    public func setFullscreen(_ isWanted: Bool) {
        if isWanted {
            toplevel?.setFullscreen(output: nil)
        } else {
            toplevel?.unsetFullscreen()
        }
    }

    /// Asks that the window fills what the desktop leaves free, or asks for its size before (`xdg_toplevel.set_maximized`, `unset_maximized`).
    public func setMaximized(_ isWanted: Bool) {
        if isWanted { toplevel?.setMaximized() } else { toplevel?.unsetMaximized() }
    }

    /// Asks that the window is put away (`xdg_toplevel.set_minimized`); no event tells that it was, but ``SurfaceState/isSuspended`` may.
    public func minimize() { toplevel?.setMinimized() }

    /// Begins a move of the window by the user (`xdg_toplevel.move`): the compositor takes the pointer, or the finger, until it is let go.
    ///
    /// - Parameter grant: The press that is held.
    public func beginMove(_ grant: InputGrant) {
        guard let seat = connection.registry.seat(of: grant) else { return }
        toplevel?.move(seat: seat, serial: grant.serial)
    }

    /// Begins a change of the window's size by the user (`xdg_toplevel.resize`).
    ///
    /// - Parameters:
    ///   - edge: The edge or corner that goes with the pointer.
    ///   - grant: The press that is held.
    public func beginResize(_ edge: WindowEdge, _ grant: InputGrant) {
        guard let seat = connection.registry.seat(of: grant) else { return }
        toplevel?.resize(seat: seat, serial: grant.serial, edges: edge.wire)
    }

    /// Asks for the compositor's menu of the window (`xdg_toplevel.show_window_menu`).
    ///
    /// - Parameters:
    ///   - point: The place on the window; that of a subsurface's event is moved by ``Subsurface/origin``.
    ///   - grant: The press that asks for it.
    public func showWindowMenu(at point: SurfacePoint, _ grant: InputGrant) {
        guard let seat = connection.registry.seat(of: grant) else { return }
        let (x, y) = point.whole
        toplevel?.showWindowMenu(seat: seat, serial: grant.serial, x: x, y: y)
    }

    /// Asks for a token by which another program may bring its window to the front, since the user wants that (`xdg_activation_v1.get_activation_token`).
    ///
    /// The program that is started finds it in the environment variable `XDG_ACTIVATION_TOKEN`. A later request takes the place of one that is not answered
    /// yet.
    ///
    /// - Parameters:
    ///   - grant: The press that the user made for it; nil for none, which many compositors do not take for a reason.
    ///   - done: Called once on the main thread; with nil where the compositor has no tokens, at once, or does not answer within two seconds.
    public func requestActivationToken(_ grant: InputGrant?, _ done: @escaping (String?) -> Void) {
        activationRequest = nil
        guard !isHidden, let proxy = connection.registry.activation?.getActivationToken() else {
            return done(nil)
        }
        let press = grant.flatMap { grant in
            connection.registry.seat(of: grant).map { (serial: grant.serial, seat: $0) }
        }
        let request = ActivationRequest(proxy, surface: objects.surface, press: press) { [weak self] token in
            self?.activationRequest = nil
            done(token.isEmpty ? nil : token)
        }
        activationRequest = request
        loop.schedule(at: MonotonicClock.now() + 2_000_000_000) { [weak self, weak request] in
            guard let request, self?.activationRequest === request else { return }
            self?.activationRequest = nil
            done(nil)
        }
    }

    /// Asks the compositor to draw title bar and borders, or asks it not to (xdg-decoration); ``decoration`` tells what it does.
    public func setDecorationWanted(_ isWanted: Bool) {
        noteDecoration(isWanted)
        guard !isHidden else { return }
        objects.decoration?.setMode(mode: isWanted ? .serverSide : .clientSide)
    }
}
