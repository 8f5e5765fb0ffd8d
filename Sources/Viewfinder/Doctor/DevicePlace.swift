internal import VulkanCore

/// A graphics device's place in the order in which devices are tried, for reports.
struct DevicePlace: Encodable, Equatable {
    let name: String
    /// The number by which it can be chosen.
    let number: Int
    /// True for the device that is taken.
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
        _ devices: [PhysicalDevice], _ order: DeviceOrder, _ taken: StatisticsReport.Choice?
    ) -> [DevicePlace] {
        let inOrder = devices.sorted { $0.index < $1.index }
        let places = order.sorted(inOrder.map { DeviceOrder.Candidate(kind: $0.kind, nodes: $0.nodes) })
        return all(places.map { (inOrder[$0.index].name, inOrder[$0.index].index, $0.reason) }, taken)
    }

    /// Says why each device is taken or is not.
    ///
    /// - Parameters:
    ///   - places: The names, the numbers and the reasons for the places, in order.
    ///   - taken: The device that has drawn in a window, and the reason; nil where none has.
    /// - Returns: The places.
    static func all(
        _ places: [(name: String, number: Int, reason: String)], _ taken: StatisticsReport.Choice?
    ) -> [DevicePlace] {
        let place = taken.flatMap { taken in places.firstIndex { $0.name == taken.name } } ?? 0
        return places.indices.map { index in
            let (name, number, reason) = places[index]
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
    }
}
