public import LinuxIO

/// The order in which graphics devices are tried: a pure function of facts.
///
/// A picture that the compositor's own device has drawn goes to the screen as it is; that of another one is copied for each frame, and a card
/// that sleeps is woken for it. So the compositor's device comes first, then the others in the order of Vulkan's loader, which Mesa's layer has
/// sorted by the compositor's wish, too; processors come last. Where the compositor's device is not among them, those beside a processor come before
/// cards, which may sleep. A user who has told Mesa or the loader an order (``UserEnvironment/deviceWishes``)
/// gets that one.
public struct DeviceOrder: Sendable, Hashable {
    /// The facts that decide about a device.
    public struct Candidate: Sendable, Hashable {
        /// The kind of hardware.
        public var kind: PhysicalDevice.Kind
        /// The numbers of its primary and its render node (`VK_EXT_physical_device_drm`); none where the driver tells none.
        public var nodes: [DeviceNumber]

        /// Describes a device.
        public init(kind: PhysicalDevice.Kind, nodes: [DeviceNumber] = []) {
            self.kind = kind
            self.nodes = nodes
        }
    }

    /// A device's place in the order.
    public struct Place: Sendable, Hashable {
        /// The number of the device in the loader's order.
        public let index: Int
        /// The reason for the place, for reports.
        public let reason: String
    }

    /// The compositor's device (``WaylandClient/WaylandConnection/graphicsDevice``); nil where it is not known.
    public var compositorDevice: DeviceNumber?
    /// The variable by which the user has chosen an order; nil without one.
    public var userVariable: String?

    /// Takes the facts.
    ///
    /// - Parameters:
    ///   - compositorDevice: The compositor's device; nil where it is not known.
    ///   - environment: The user's words to Mesa and the loader.
    public init(
        compositorDevice: DeviceNumber? = nil, environment: UserEnvironment = UserEnvironment()
    ) {
        self.compositorDevice = compositorDevice
        userVariable = UserEnvironment.deviceOrderVariables.first {
            environment.deviceWishes[$0]?.isEmpty == false
        }
    }

    /// Puts devices in order.
    ///
    /// - Parameter candidates: The devices in the loader's order.
    /// - Returns: All of them, the first to try first.
    public func sorted(_ candidates: [Candidate]) -> [Place] {
        if let userVariable {
            return candidates.indices.map { Place(index: $0, reason: "\(userVariable) has chosen the order") }
        }
        let isKnown = compositorDevice.map { device in candidates.contains { $0.nodes.contains(device) } }
        func rank(_ candidate: Candidate) -> Int {
            if let compositorDevice, candidate.nodes.contains(compositorDevice) { return 0 }
            return switch candidate.kind {
            case .cpu: 4
            // Where nobody says which card the screen hangs on, it is rarely the one that has to be woken.
            case .discrete, .virtual, .other: isKnown == true ? 1 : 2
            case .integrated: 1
            }
        }
        return candidates.indices.sorted { (rank(candidates[$0]), $0) < (rank(candidates[$1]), $1) }.map {
            Place(index: $0, reason: reason(candidates[$0], candidates.map(\.kind), isKnown))
        }
    }

    private func reason(
        _ candidate: Candidate, _ kinds: [PhysicalDevice.Kind], _ isKnown: Bool?
    ) -> String {
        if let compositorDevice, candidate.nodes.contains(compositorDevice) {
            return "the compositor draws on it (\(compositorDevice))"
        }
        if kinds.count == 1 { return "there is no other" }
        return switch isKnown {
        case nil:
            "the compositor does not tell its device"
                + (kinds.contains(.integrated) && kinds.contains { $0 != .integrated && $0 != .cpu }
                    ? ", and graphics beside the processor come before cards" : "")
        case false?: "none is the compositor's (\(compositorDevice.map { "\($0)" } ?? "unknown"))"
        default: "it comes next"
        }
    }
}
