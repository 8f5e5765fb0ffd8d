internal import VulkanCore

/// The succession of the devices of a view: a pure state machine over what has failed.
///
/// A device that cannot show a picture in the window gives its place to the next one. One that was lost, by the hang of another program or a
/// driver's reset, is opened anew; one that is lost again soon gives its place up, too.
struct DeviceSuccession {
    /// The step after a failure.
    enum Step: Equatable {
        /// The same device, opened anew.
        case again
        /// The next device.
        case next
        /// Nothing: the view ends with the error.
        case end
    }

    /// The time within which a further loss is another device's turn, in nanoseconds: from a loss to the moment at which the device stopped
    /// answering once more.
    private static let interval: Int64 = 60_000_000_000

    /// A device that could not show pictures, or was lost too often.
    struct Failed {
        let name: String
        let identity: String
        let reason: String
    }

    /// The devices that had to give up their place.
    private(set) var passedOver: [Failed] = []
    private var losses: [(identity: String, time: Int64)] = []

    /// Decides what comes after a failure.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - device: The device.
    ///   - hasShown: True when the device has shown pictures since it was opened.
    ///   - wait: The time for which it has not answered before it counted as lost, in nanoseconds; a processor's is as long as the time
    ///     that two losses may be apart.
    ///   - time: Now, in nanoseconds.
    /// - Returns: The step.
    mutating func step(
        after error: VulkanError, of device: (name: String, identity: String), hasShown: Bool,
        after wait: Int64 = 0, at time: Int64
    ) -> Step {
        func passOver(_ reason: String) -> Step {
            passedOver.append(Failed(name: device.name, identity: device.identity, reason: reason))
            return .next
        }
        // The next device could not be opened either.
        guard error.kind != .blocked else { return .end }
        // What memory there is may do once all is made anew.
        guard error.kind == .deviceLost || error.kind == .outOfMemory else {
            // The surface of one that has shown pictures is lost with its compositor.
            return hasShown ? .end : passOver(error.description)
        }
        losses.removeAll { time - wait - $0.time >= Self.interval }
        losses.append((device.identity, time))
        if losses.count > 2 { return .end }
        // Another device's loss is not this one's fault.
        let isSecond = losses.count { $0.identity == device.identity } == 2
        return isSecond ? passOver("it was lost twice: \(error.description)") : .again
    }

    /// The error of a view for which no device is left.
    ///
    /// - Parameter last: The last device's.
    /// - Returns: The error, which names all devices.
    func error(after last: VulkanError) -> VulkanError {
        if passedOver.count == 1, let only = passedOver.first, only.reason == last.description {
            return VulkanError(
                last.kind,
                "\(only.name) can show no pictures in this window: \(only.reason); choose another with --device"
            )
        }
        guard passedOver.count > 1 else { return last }
        return VulkanError(
            last.kind,
            "no graphics device can show pictures in this window ("
                + passedOver.map { "\($0.name): \($0.reason)" }.joined(separator: "; ") + ")")
    }

    /// The reason for a device in reports, with those that were passed over.
    ///
    /// - Parameter placeReason: The reason for the device's place in the order.
    /// - Returns: The reason.
    func reason(_ placeReason: String) -> String {
        ([placeReason] + passedOver.map { "not \($0.name): \($0.reason)" })
            .filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
