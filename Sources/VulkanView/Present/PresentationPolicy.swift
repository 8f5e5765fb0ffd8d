public import VulkanCore

/// A way of finished pictures to the compositor; those of Vulkan's presentation modes that a viewer may want.
public enum PresentationMode: String, CaseIterable, Sendable, Codable {
    /// A newer picture replaces the one that waits (`VK_PRESENT_MODE_MAILBOX_KHR`).
    case mailbox
    /// Each picture waits its turn (`VK_PRESENT_MODE_FIFO_KHR`).
    case fifo
}

/// The choice of the presentation mode from what compositor and driver offer: a pure function.
///
/// Mailbox never waits for a window that nobody sees, and the newest picture wins; the program draws at the
/// compositor's pace by itself, on frame callbacks. FIFO in drivers that build on frame callbacks blocks without bound
/// while the window is hidden. Only the protocols fifo-v1 and presentation-time version 2 give FIFO a pace that is
/// neither late nor stuck, and only in a driver that speaks them: Mesa does since version 25.0.
public struct PresentationPolicy: Hashable, Sendable {
    /// True when the compositor offers `wp_fifo_manager_v1`.
    public var hasFifo: Bool
    /// The version of the compositor's `wp_presentation`; 0 where it is not offered.
    public var presentationVersion: Int

    /// Describes a compositor; without arguments one that offers neither.
    public init(hasFifo: Bool = false, presentationVersion: Int = 0) {
        self.hasFifo = hasFifo
        self.presentationVersion = presentationVersion
    }

    /// Chooses the mode.
    ///
    /// - Parameters:
    ///   - offered: The modes that the driver offers for the surface.
    ///   - driver: The driver.
    /// - Returns: The mode, and the reason for it, for reports.
    public func choose(
        from offered: Set<PresentationMode>, by driver: DriverIdentity
    ) -> (mode: PresentationMode, reason: String) {
        let isFifoSafe = hasFifo && presentationVersion >= 2
        if isFifoSafe, driver.isMesa(atLeast: 25), offered.contains(.fifo) {
            return (
                .fifo, "the compositor offers fifo-v1 and presentation-time version \(presentationVersion)"
            )
        }
        guard offered.contains(.mailbox) else {
            return (.fifo, "the driver does not offer mailbox")
        }
        if isFifoSafe {
            return (
                .mailbox,
                "\(driver.name.isEmpty ? "the driver" : driver.name) is not known to use the compositor's fifo-v1"
            )
        }
        if !hasFifo {
            return (.mailbox, "the compositor does not offer fifo-v1, without which FIFO can block")
        }
        return (
            .mailbox, "the compositor's presentation-time has version \(presentationVersion), FIFO needs 2"
        )
    }
}
