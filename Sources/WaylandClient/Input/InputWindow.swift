internal import LinuxIO

/// A window as keyboards, pointers and fingers see it.
protocol InputWindow: AnyObject {
    /// The main thread's loop, for timers.
    var loop: EventLoop { get }
    var geometry: WindowGeometry { get }
    /// The window on the desktop; nil once that is gone.
    var toplevel: XdgToplevel? { get }
    /// Pixels of its picture per logical unit.
    var scale: Double { get }
    var gestures: GesturePolicy { get }
    /// The pointer's shape over the picture.
    var cursor: PointerShape { get }
    func setFullscreen(_ isWanted: Bool)
    /// Tells the program.
    func tell(_ event: WindowEvent)
}

/// A surface over a window's picture as pointers and fingers see it.
protocol InputPart: AnyObject {
    /// The window below.
    var inputWindow: any InputWindow { get }
    /// The place of its top left corner on the window.
    var origin: SurfacePoint { get }
    /// The pointer's shape over it.
    var cursor: PointerShape { get }
    /// Tells whether a place is its own though it is on the window's edge.
    func ownsEdge(at point: SurfacePoint) -> Bool
    /// Tells the program.
    func tell(_ input: SurfaceInput)
}

/// The globals that keyboards and pointers need, and the windows and their parts by their surfaces.
protocol InputGlobals: AnyObject {
    var compositor: WlCompositor? { get }
    var sharedMemory: WlShm? { get }
    var cursorShape: WpCursorShapeManagerV1? { get }
    var touchpadGestures: ZwpPointerGesturesV1? { get }
    var tablets: ZwpTabletManagerV2? { get }
    var environment: UserEnvironment { get }
    /// The last press of a key, a button or a finger.
    var lastInput: InputGrant? { get set }
    func inputWindow(of surface: ProxyHandle) -> (any InputWindow)?
    func inputPart(of surface: ProxyHandle) -> (any InputPart)?
}

extension InputWindow {
    /// Does or tells what a gesture means, as the window's policy has it.
    ///
    /// - Parameters:
    ///   - action: The gesture.
    ///   - point: The place now.
    ///   - device: The device that made it.
    ///   - seat: The seat that the device belongs to.
    func perform(
        _ action: PointerGestures.Action?, at point: SurfacePoint, by device: InputDevice,
        of seat: SeatContext
    ) {
        func click(_ press: PointerGestures.Press) -> Click {
            Click(
                point: press.point, device: device, time: press.time, modifiers: seat.modifiers,
                grant: seat.grant(press.serial))
        }
        func drag(_ press: PointerGestures.Press) -> Drag {
            Drag(
                start: press.point, point: point, device: device, modifiers: seat.modifiers,
                grant: seat.grant(press.serial))
        }
        switch action {
        case .click(let press): tell(.clicked(click(press)))
        case .doubleClick where gestures.doubleClickTogglesFullscreen:
            setFullscreen(!geometry.isFullscreen)
        case .doubleClick(let press): tell(.doubleClicked(click(press)))
        case .secondaryClick(let press)
        where gestures.secondaryClickShowsMenu || seat.modifiers.contains(.alt):
            let place = press.point.whole
            toplevel?.showWindowMenu(seat: seat.proxy, serial: press.serial, x: place.x, y: place.y)
        case .secondaryClick(let press): tell(.secondaryClicked(click(press)))
        case .resize(let serial, let edge): toplevel?.resize(seat: seat.proxy, serial: serial, edges: edge)
        case .dragBegan(let press) where gestures.dragsMoveWindow:
            if !geometry.isFullscreen { toplevel?.move(seat: seat.proxy, serial: press.serial) }
        case .dragBegan(let press): tell(.dragBegan(drag(press)))
        case .dragMoved(let press): tell(.dragMoved(drag(press)))
        case .dragEnded(let press): tell(.dragEnded(drag(press)))
        case nil: break
        }
    }
}
