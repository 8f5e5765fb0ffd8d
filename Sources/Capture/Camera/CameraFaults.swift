internal import Faults
internal import LinuxIO

extension CaptureFault {
    /// Makes the fault of a failed call on a camera.
    ///
    /// - Parameters:
    ///   - error: The call and its error.
    ///   - name: The camera's name, or its path where it has not told its name.
    ///   - mode: The mode that was asked of it, for a person; nil before anything was.
    ///   - isUsedHere: True where another run of this program has the camera.
    init(_ error: SystemError, camera name: String, mode: String? = nil, isUsedHere: Bool = false) {
        let isOpening = error.call == "open"
        switch error.code {
        case ErrorCode.busy:
            let users = CameraUsers.names(of: error.target)
            if users.isEmpty, isUsedHere {
                self.init(.busy, Fault.usedHere.message([.camera: name]))
                return
            }
            let who =
                users.isEmpty
                ? Message("another program", comment: "Who uses a camera; the system does not say which one")
                : Message(verbatim: users.joined(separator: ", "))
            self.init(.busy, Fault.busy.message([.camera: name, .program: who]))
        case let code where ErrorCode.notPermitted.contains(code) && isOpening:
            self.init(.permission, Fault.forbidden.message([.path: error.target]))
        case let code where ErrorCode.notThere.contains(code):
            self.init(
                .gone,
                isOpening
                    ? Fault.absent.message([.path: error.target])
                    : Fault.unplugged.message([.camera: name]))
        case ErrorCode.noSpace where !isOpening:
            self.init(
                .bandwidth,
                Fault.noRoom.message([
                    .camera: name,
                    .mode: mode.map { Message(verbatim: $0) }
                        ?? Message("this mode", comment: "Size and format of a camera, which are not known"),
                ]))
        case ErrorCode.notADevice where isOpening || error.call == V4L2Request.queryCapabilities.name:
            self.init(.unsupported, Fault.noCamera.message([.path: error.target]))
        case let code where ErrorCode.usedUp.contains(code):
            self.init(.io, Fault.usedUp.message([.camera: name, .reason: error]))
        default:
            self.init(.io, Fault.broken.message([.camera: name, .reason: error]))
        }
    }

    /// Makes the fault of a node that cannot be opened beside what this program has of it.
    init(_ error: SystemError, opening path: String, _ calls: DeviceCalls) {
        self.init(error, camera: path, isUsedHere: calls.nodes.runs(of: SystemFile.real(path)) > 0)
    }

    /// Makes the fault of a driver that does not come back from a call.
    init(silent name: String) { self.init(.stalled, Fault.hung.message([.camera: name])) }

    /// Makes the fault of a driver whose answer is no picture.
    init(unshowable answer: String, camera name: String) {
        self.init(.unsupported, Fault.unshowable.message([.camera: name, .mode: answer]))
    }
}
