internal import LinuxIO

extension CaptureFault {
    /// Makes the fault of a failed call on a camera.
    ///
    /// - Parameters:
    ///   - error: The call and its error.
    ///   - name: The camera's name, or its path where it has not told its name.
    ///   - mode: The mode that was asked of it, for a person; nil before anything was.
    init(_ error: SystemError, camera name: String, mode: String? = nil) {
        let isOpening = error.call == "open"
        switch error.code {
        case ErrorCode.busy:
            let users = CameraUsers.names(of: error.target)
            let who = users.isEmpty ? "another program" : users.joined(separator: ", ")
            self.init(.busy, "\(name) is in use by \(who); close that program and choose the camera again")
        case let code where ErrorCode.notPermitted.contains(code) && isOpening:
            self.init(
                .permission,
                "you may not open \(error.target); add yourself to its group with"
                    + " 'sudo usermod -aG video $USER' and log in again")
        case let code where ErrorCode.notThere.contains(code):
            self.init(
                .gone,
                isOpening
                    ? "there is no camera at \(error.target); plug it in, or choose another one"
                    : "\(name) was unplugged; plug it in again")
        case ErrorCode.noSpace where !isOpening:
            self.init(
                .bandwidth,
                "the USB bus has no room for \(name) at \(mode ?? "this mode"); choose a smaller size, a compressed"
                    + " format such as MJPG, or another USB port")
        case ErrorCode.notADevice:
            self.init(.unsupported, "\(error.target) is no camera; choose another one")
        default:
            self.init(.io, "\(name) does not work (\(error)); unplug the camera and plug it in again")
        }
    }
}
