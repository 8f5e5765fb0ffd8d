internal import VulkanCore

/// A graphics device's place in the order in which devices are tried, for reports.
struct DevicePlace: Encodable, Equatable {
    /// A device that has shown pictures in a window.
    struct Taken: Sendable, Equatable {
        /// The text that tells it from others of its name; in no report.
        let identity: String
        let name: String
        /// The reason for it, and why others were passed over.
        let reason: String
    }

    /// A device that can draw, and the reason for its place.
    typealias Candidate = (identity: String, name: String, number: Int, reason: String)

    let name: String
    /// The number by which it can be chosen; nil for one whose driver is loaded only where no other device will do.
    let number: Int?
    /// True for the device that is taken, or would be taken first where there is no window.
    let isTaken: Bool
    /// The reason why it is taken, or why not.
    let reason: String

    /// Puts devices in order.
    ///
    /// - Parameters:
    ///   - devices: The devices that can draw, in any order.
    ///   - order: The rule of the order.
    ///   - taken: The device that has drawn in a window, and the reason; nil where none has.
    /// - Returns: The places.
    static func all(
        _ devices: [PhysicalDevice], _ order: DeviceOrder, _ taken: Taken?
    ) -> [DevicePlace] {
        let inOrder = devices.sorted { $0.index < $1.index }
        let places = order.sorted(inOrder.map { DeviceOrder.Candidate(kind: $0.kind, nodes: $0.nodes) })
        return all(
            places.map { place in
                let device = inOrder[place.index]
                return (device.identity, device.name, device.index, place.reason)
            }, taken)
    }

    /// Says why each device is taken or is not.
    ///
    /// - Parameters:
    ///   - places: The devices, in order.
    ///   - taken: The device that has drawn in a window, and the reason; nil where none has. One that is not among the others comes last:
    ///     none of them could.
    /// - Returns: The places.
    static func all(_ places: [Candidate], _ taken: Taken?) -> [DevicePlace] {
        let place =
            taken.map { taken in places.firstIndex { $0.identity == taken.identity } ?? places.count } ?? 0
        let listed = places.indices.map { index in
            let (_, name, number, reason) = places[index]
            let words =
                if index == place {
                    taken?.reason ?? reason
                } else if index < place {
                    "it cannot show pictures in the window"
                        + (taken.map { $0.reason.contains(name) ? ": \($0.reason)" : "" } ?? "")
                } else {
                    "\(places[place].name) comes before it: \(places[place].reason)"
                }
            return DevicePlace(name: name, number: number, isTaken: index == place, reason: words)
        }
        guard let taken, place == places.count else { return listed }
        return listed + [DevicePlace(name: taken.name, number: nil, isTaken: true, reason: taken.reason)]
    }
}
