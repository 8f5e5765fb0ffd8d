internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import Logging
internal import WaylandClient

/// The window of a program that has no graphics driver: black, with the reason on it.
extension Viewer {
    /// Shows why nothing can be drawn, where there is a window for it and somebody to read it; else the program ends with those words.
    ///
    /// - Parameter error: The reason.
    func goOnWithoutPictures(_ error: ViewfinderError) {
        note(error)
        guard failure?.description == error.description, options.drawing.frameLimit == nil,
            let window, let overlay,
            renderer.stop(), let picture = try? BlackPicture(of: window)
        else { return quit() }
        logger.info("\(error)")
        blackPicture = picture
        chooseWindowSize(for: WindowSize.first(for: switcher.shown?.mode, placement: view))
        beginOverlay()
        updateTitle()
        if overlay.failure != nil { quit() }
    }
}
