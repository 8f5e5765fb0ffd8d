/// The compositor's wishes and our own size, before they become one; pure.
struct WindowGeometry: Equatable {
    /// The wishes of `xdg_toplevel.configure`.
    struct Request: Equatable {
        /// The size; zero in a direction leaves it to us.
        var size = SurfaceSize(width: 0, height: 0)
        var states: Set<XdgToplevel.State> = []
    }

    /// The size that the window takes when it may choose; remembered while it is maximized or in full screen.
    ///
    /// Nil while nobody has set one.
    private(set) var floatingSize: SurfaceSize?
    /// The largest useful size (`configure_bounds`); zero when unknown.
    var bounds = SurfaceSize(width: 0, height: 0)
    private(set) var current: Request
    private(set) var size: SurfaceSize

    init(initialSize: SurfaceSize?) {
        floatingSize = initialSize?.possible
        current = Request()
        size = floatingSize ?? SurfaceSize(width: 1, height: 1)
    }

    /// Sets the first size; a size that is known already stays.
    mutating func chooseInitialSize(_ size: SurfaceSize) {
        floatingSize = floatingSize ?? size.possible
    }

    /// Tells whether the compositor's wish can be granted: it names a size, or we have one.
    func canApply(_ request: Request) -> Bool { floatingSize != nil || !request.size.isEmpty }

    /// Applies the compositor's wishes.
    mutating func apply(_ request: Request) {
        let fitted = Self.fit(floatingSize ?? size, into: bounds)
        // A compositor may say anything, and what is drawn is larger still.
        let wish = SurfaceSize(
            width: request.size.width > 0 ? request.size.width : fitted.width,
            height: request.size.height > 0 ? request.size.height : fitted.height)
        size = wish.possible
        current = request
        if isFloating, !request.size.isEmpty { floatingSize = size }
    }

    var isFullscreen: Bool { current.states.contains(.fullscreen) }

    var isMaximized: Bool { current.states.contains(.maximized) }

    var isActivated: Bool { current.states.contains(.activated) }

    var isSuspended: Bool { current.states.contains(.suspended) }

    /// True when the user may drag the window's edges.
    var isResizable: Bool { current.states.isDisjoint(with: [.fullscreen, .maximized]) }

    /// True when the size is the user's choice and not the layout's.
    private var isFloating: Bool {
        current.states.isDisjoint(with: [
            .fullscreen, .maximized, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom,
        ])
    }

    /// Shrinks a size to the bounds and keeps its aspect; zero bounds change nothing.
    private static func fit(_ size: SurfaceSize, into bounds: SurfaceSize) -> SurfaceSize {
        guard !bounds.isEmpty, size.width > bounds.width || size.height > bounds.height else { return size }
        if size.width * bounds.height > bounds.width * size.height {
            return SurfaceSize(width: bounds.width, height: max(1, size.height * bounds.width / size.width))
        }
        return SurfaceSize(width: max(1, size.width * bounds.height / size.height), height: bounds.height)
    }
}
