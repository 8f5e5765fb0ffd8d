internal import CWayland
internal import Faults
internal import Glibc
internal import LinuxIO

extension WaylandError {
    static let noAnswer = WaylandError(Fault.compositorSilent.sentence())

    static func noDisplay(
        _ name: String?, _ environment: UserEnvironment, _ error: SystemError
    ) -> WaylandError {
        let display = name ?? environment.waylandDisplay
        guard let display, !display.isEmpty else {
            return WaylandError(
                "no Wayland display: WAYLAND_DISPLAY is not set; start the program from a Wayland desktop")
        }
        guard display.hasPrefix("/") || environment.runtimeFolder != nil else {
            return WaylandError(
                "no Wayland display: XDG_RUNTIME_DIR is not set; set it to the folder that holds '\(display)'"
            )
        }
        return WaylandError(
            Fault.noCompositor.sentence([.path: display, .reason: error.reason]))
    }

    /// Makes the error of a display that worked and works no longer (`wl_display_get_error`).
    static func disconnected(_ display: OpaquePointer) -> WaylandError {
        let code = unsafe wl_display_get_error(display)
        var interface: UnsafePointer<wl_interface>?
        var object: UInt32 = 0
        let reason = unsafe wl_display_get_protocol_error(display, &interface, &object)
        // A refusal on the wl_display itself, as of a request that there is not, has another code than EPROTO.
        guard unsafe code == EPROTO || interface != nil else {
            let reason = SystemError(call: "", code: code).reason
            return WaylandError(Fault.compositorGone.sentence([.reason: reason]))
        }
        let name = unsafe interface.map { unsafe String(cString: $0.pointee.name) } ?? "an object"
        let words = ClientLog.lastLine.map { ": \($0)" } ?? ""
        return WaylandError(
            Fault.compositorRefused.sentence([.object: "\(name)@\(object)", .reason: "\(reason)\(words)"]))
    }
}
