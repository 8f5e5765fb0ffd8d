internal import LinuxIO

/// The compositor's word on the graphics device from which it takes pictures without a detour (`zwp_linux_dmabuf_feedback_v1`).
///
/// It is asked once: a window that is open stays on its device.
final class GraphicsFeedback {
    /// The version of `zwp_linux_dmabuf_v1` that brought it.
    static let version = 4

    /// The device; nil until the compositor has told it, and where it names none.
    private(set) var mainDevice: DeviceNumber?
    private let proxy: ZwpLinuxDmabufFeedbackV1
    private var isOver = false

    /// Asks.
    ///
    /// - Parameter globals: The compositor's buffers of graphics devices, at least of version 4.
    init?(_ globals: ZwpLinuxDmabufV1) {
        guard let proxy = globals.getDefaultFeedback() else { return nil }
        self.proxy = proxy
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        guard !isOver else { return }
        isOver = true
        proxy.destroy()
    }

    private func hear(_ event: ZwpLinuxDmabufFeedbackV1.Event) {
        switch event {
        // The drivers read the table for themselves; the descriptor is ours to close.
        case .formatTable(let descriptor, _): _ = Descriptor(owning: descriptor)
        case .mainDevice(let words): mainDevice = Self.device(words)
        case .done: release()
        case .trancheDone, .trancheTargetDevice, .trancheFormats, .trancheFlags: break
        }
    }

    /// Reads a `dev_t`, whose bytes came as words; nil for an array of another size.
    static func device(_ words: [UInt32]) -> DeviceNumber? {
        switch words.count {
        case 1: DeviceNumber(UInt64(words[0]))
        case 2: DeviceNumber(UInt64(words[0]) | UInt64(words[1]) << 32)
        default: nil
        }
    }
}
