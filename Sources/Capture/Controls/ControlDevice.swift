internal import CV4L2
internal import LinuxIO

/// A camera that is open for its controls alone, beside whatever streams from it; closed, on a thread of its own, when its last owner
/// releases it.
final class ControlDevice: V4L2Node, Sendable {
    let path: String
    let number: Int32
    let calls: DeviceCalls

    /// Opens a node.
    ///
    /// - Throws: The fault of a node that is not there, that the user may not open, or that is no camera.
    init(_ path: String, calls: DeviceCalls) throws(CaptureFault) {
        do throws(SystemError) {
            number = try calls.open(path)
        } catch {
            throw CaptureFault(error, opening: path, calls)
        }
        self.path = path
        self.calls = calls
        guard let capabilities, capabilities.isCamera else {
            throw CaptureFault(.unsupported, "\(path) is no camera; choose another one")
        }
    }

    deinit {
        let close = calls.unwatchedClose ?? calls.close
        calls.nodes.close(path) { [number] in close(number) }
    }

    /// Asks the camera, which may not answer; as long as it does not, all who ask are told so at once.
    ///
    /// - Parameter work: The question; called on another thread, where it may still be at work when this has returned.
    /// - Throws: The fault of the work, or of a driver that does not come back from a call.
    /// - Returns: The result of the work.
    func ask<Value: Sendable>(
        _ work: @escaping @Sendable (ControlNode) throws(CaptureFault) -> Value
    ) throws(CaptureFault) -> Value {
        try calls.ask(path) { [self] (calls) throws(CaptureFault) in
            try work(ControlNode(device: self, calls: calls))
        }
    }

    private var capabilities: VideoDevice.Capabilities? {
        var answer = v4l2_capability()
        guard (try? callKernel(.queryCapabilities, &answer)) != nil else { return nil }
        return VideoDevice.Capabilities(answer)
    }

    /// Takes the next event; nil when none waits.
    ///
    /// - Returns: The control that has changed.
    /// - Throws: The error of a camera that is gone.
    func nextChange() throws(SystemError) -> ControlNumber? {
        var event = v4l2_event()
        do throws(SystemError) {
            try callKernel(.dequeueEvent, &event)
        } catch {
            if error.code != ErrorCode.noEvent, ErrorCode.notThere.contains(error.code) { throw error }
            return nil
        }
        return ControlNumber(rawValue: event.id)
    }
}

/// A camera that is open for its controls, and a way of calls on it that is watched.
struct ControlNode: V4L2Node, Sendable {
    let device: ControlDevice
    let calls: DeviceCalls

    var path: String { device.path }
    var number: Int32 { device.number }

    /// Asks to be told of a control's changes, by whomever, through events (`V4L2_EVENT_CTRL`); not of those made here.
    func subscribe(to control: ControlNumber) {
        var subscription = v4l2_event_subscription()
        subscription.type = UInt32(V4L2_EVENT_CTRL)
        subscription.id = control.rawValue
        try? callKernel(.subscribeEvent, &subscription)
    }
}
