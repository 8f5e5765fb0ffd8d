internal import Overlay

/// The rule by which the second press of a double click means what the first one was on.
///
/// What has come under the pointer in between, since something moved or opened, is not meant; nor is it by further presses without a pause.
///
/// A pure state machine; times are nanoseconds of a clock that only goes forwards.
struct SecondPress {
    /// The guest and the control that a press is on.
    struct Target: Equatable {
        /// The guest's name; nil for the picture.
        var guest: String?
        /// The control's name; nil for none.
        var control: String?
    }

    private var last: (target: Target, time: Int64, x: Double, y: Double)?

    /// True where the first press was on the picture.
    var beganOnPicture: Bool { last.map { $0.target.guest == nil } ?? false }

    /// Takes a press.
    ///
    /// - Parameters:
    ///   - target: The guest and the control that it is on.
    ///   - x: The distance of its place from the window's left edge.
    ///   - y: The distance of its place from the window's top edge.
    ///   - time: Its moment.
    /// - Returns: False where it is not meant.
    mutating func isMeant(_ target: Target, x: Double, y: Double, at time: Int64) -> Bool {
        let way = OverlayInput.doublePressWay
        guard let last, time - last.time <= OverlayInput.doublePressTime, abs(x - last.x) <= way,
            abs(y - last.y) <= way, last.target != target
        else {
            last = (target, time, x, y)
            return true
        }
        self.last = (last.target, time, x, y)
        return false
    }
}
