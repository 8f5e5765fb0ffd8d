internal import Frames

/// A choice of frames so that no more than so many a second are left.
///
/// The moments at which frames are due lie a period apart, from the first one on. Each due moment lets one frame pass, the first that
/// comes after it; so the others stay evenly spaced, whatever the source's rate.
struct FramePace: Sendable {
    private let period: Double
    /// The next due moment, in nanoseconds after the first frame.
    private var due: Double?
    private var origin: Int64 = 0

    /// Makes a choice.
    ///
    /// - Parameter rate: The largest number of frames per second, above zero.
    init(_ rate: Rational) { period = 1e9 / rate.value }

    /// Tells whether a frame passes that was taken at this moment, in nanoseconds.
    mutating func admits(_ nanoseconds: Int64) -> Bool {
        let time = Double(nanoseconds) - Double(origin)
        if let due, abs(time - due) < 2 * period {
            guard time >= due else { return false }
            self.due = due + period
            return true
        }
        // The first frame, or one after a break. Frames of the usual rates and their halves, thirds and so on then come as far from
        // the due moments as can be: a little jitter does not change which of them pass.
        origin = nanoseconds
        due = period * 7 / 12
        return true
    }
}
