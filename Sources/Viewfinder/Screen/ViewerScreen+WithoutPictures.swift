internal import Overlay

/// The bar and the menu of a window in which nothing can be drawn.
extension ViewerScreen {
    var fullScreenName: String { isFullscreen ? ScreenWords.leaveFullScreen : ScreenWords.fullScreen }

    var fullScreenButton: Element {
        button(.toggleFullScreen, isFullscreen ? .leaveFullScreen : .fullScreen, fullScreenName)
    }

    /// The bar: full screen, keys and quit.
    var barWithoutPictures: [Element] {
        [
            fullScreenButton,
            .icon(
                Self.keys, .keyboard, name: ScreenWords.keys, key: KeyBindings.keys(of: .showKeys)),
            button(.quit, .close, ScreenWords.quit),
        ].map { $0.with { $0.rank = 3 } }
    }

    /// The menu: the same.
    var menuWithoutPictures: Element {
        .menu(
            "menu", name: ScreenWords.more,
            [
                item(.toggleFullScreen, fullScreenName), opening(Self.keys, ScreenWords.keys, .showKeys),
                item(.quit, ScreenWords.quit),
            ])
    }
}

extension Action {
    /// True for what has a meaning where nothing can be drawn.
    var worksWithoutPictures: Bool {
        switch self {
        case .toggleFullScreen, .leaveFullScreenOrQuit, .quit, .showKeys: true
        default: false
        }
    }
}
