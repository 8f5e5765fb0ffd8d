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
/// neither late nor stuck, and only in a driver that speaks them: Mesa does since version 25.0. Compositors have had faults
/// even so: a run by mailbox comes first, and a callback that FIFO waits for in vain ends its use.
public struct PresentationPolicy: Hashable, Sendable {
    /// True when the compositor offers `wp_fifo_manager_v1`.
    public var hasFifo: Bool
    /// The version of the compositor's `wp_presentation`; 0 where it is not offered.
    public var presentationVersion: Int
    /// The compositor's kind and version, as ``PresentationVerdict`` keeps them.
    public var compositor: String
    /// The verdict of earlier runs with this compositor and the driver; nil where there is none.
    public var mayUseFifo: Bool?

    /// Describes a compositor; without arguments one that offers neither.
    public init(hasFifo: Bool = false, presentationVersion: Int = 0, compositor: String = "") {
        self.hasFifo = hasFifo
        self.presentationVersion = presentationVersion
        self.compositor = compositor
    }

    /// The first version of Mesa that speaks fifo-v1; another one in tests, whose driver is older.
    package var firstMesa = 25

    private var isFifoSafe: Bool { hasFifo && presentationVersion >= 2 }

    /// Tells whether FIFO is used where the verdict is for it.
    func isFifoPossible(from offered: Set<PresentationMode>, by driver: DriverIdentity) -> Bool {
        isFifoSafe && driver.isMesa(atLeast: firstMesa) && offered.contains(.fifo)
            && offered.contains(.mailbox)
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
        guard offered.contains(.mailbox) else {
            return (.fifo, "the driver does not offer mailbox")
        }
        if isFifoPossible(from: offered, by: driver) {
            switch mayUseFifo {
            case true?: return (.fifo, "an earlier run has had its frame callbacks in time here")
            case false?: return (.mailbox, "by FIFO a frame callback did not come for a second here")
            case nil: return (.mailbox, "no run has had enough frame callbacks in time here for FIFO yet")
            }
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

/// The verdict of runs on FIFO with a compositor and a driver.
///
/// Another version of the driver has none, nor has a compositor that offers other protocols.
public struct PresentationVerdict: Hashable, Sendable, Codable {
    /// The compositor's kind and version, in any words that tell them apart.
    public let compositor: String
    /// The driver's name.
    public let driver: String
    /// The driver's version as it counts.
    public let driverVersion: UInt32
    /// The identity of the driver's build, 32 hexadecimal digits.
    public let driverBuild: String
    /// True after a run that had 120 frame callbacks within a second of their commits; false, and for good, once FIFO has waited in vain for one that
    /// mailbox then got in time, or kept back all later pictures.
    public let mayUseFifo: Bool

    /// Makes a verdict.
    public init(on compositor: String, by driver: DriverIdentity, mayUseFifo: Bool) {
        (self.compositor, self.mayUseFifo) = (compositor, mayUseFifo)
        (self.driver, driverVersion, driverBuild) = (driver.name, driver.version, driver.driverUUID)
    }

    /// Tells whether the verdict is on a compositor and a driver.
    func isOn(_ other: Self) -> Bool {
        (compositor, driver, driverVersion, driverBuild)
            == (other.compositor, other.driver, other.driverVersion, other.driverBuild)
    }
}
