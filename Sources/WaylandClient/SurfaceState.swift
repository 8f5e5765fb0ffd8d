/// A surface's needs at one moment: the form of the next commit, and whether one is wanted.
public struct SurfaceState: Sendable, Equatable {
    /// The size that the next buffer must have, in pixels.
    public internal(set) var bufferSize: SurfaceSize
    /// The size of the surface in the compositor's logical units.
    public internal(set) var logicalSize: SurfaceSize
    /// True once the compositor has said how large the surface is; before that nothing may be presented.
    public internal(set) var isConfigured = false
    /// True while the compositor says that nobody sees the surface (xdg-shell 6).
    public internal(set) var isSuspended = false
    /// True where the compositor tells when nobody sees the surface; another one answers no commit meanwhile.
    public internal(set) var tellsSuspension = false
    /// True while a frame callback has been asked for by a commit and has not come yet.
    public internal(set) var isFrameCallbackOwed = false
    /// The moment since which a callback is owed, in nanoseconds of `MonotonicClock`: of the oldest commit, or of the end of ``isSuspended`` where
    /// that came later; 0 when none is.
    public internal(set) var owedSince: Int64 = 0
    /// True while the compositor waits for a commit that answers its newest configure, or the scale has changed: draw
    /// again, even when there is no new picture.
    public internal(set) var isCommitWanted = false
    /// True for the moment in which subsurfaces are drawn for the window's coming size: no picture may begin, and the change handler is called
    /// when that is over.
    public internal(set) var isAboutToChange = false
    /// The time between two refreshes of the display, in nanoseconds.
    public internal(set) var refreshPeriod: Int64 = 16_666_667

    /// The number of frame callbacks that have come.
    public internal(set) var callbackCount: UInt64 = 0
    /// The moment at which the last one was heard, in nanoseconds of `MonotonicClock`; 0 before the first.
    public internal(set) var lastCallback: Int64 = 0
    /// The time for which the last one was owed, in nanoseconds.
    public internal(set) var lastCallbackDelay: Int64 = 0
    /// The moment at which the display last showed a commit, in nanoseconds of `MonotonicClock`; 0 when no compositor
    /// has told.
    public internal(set) var lastPresented: Int64 = 0

    /// The longest time, in nanoseconds, that a compositor takes to answer a commit of a surface that is seen.
    public static let callbackPatience: Int64 = 1_000_000_000

    /// The number of pixels that make one logical unit.
    public var scale: Double { surfaceScale.factor }

    var surfaceScale: SurfaceScale
    /// The serial that the commit acknowledges.
    var configureSerial: UInt32 = 0
    /// The number of configures so far: serials may wrap.
    var configureNumber: UInt64 = 0

    init(logicalSize: SurfaceSize, scale: SurfaceScale) {
        self.logicalSize = logicalSize
        surfaceScale = scale
        bufferSize = scale.bufferSize(for: logicalSize)
    }

    mutating func resize(to size: SurfaceSize, scale: SurfaceScale) {
        logicalSize = size
        surfaceScale = scale
        bufferSize = scale.bufferSize(for: size)
    }
}
