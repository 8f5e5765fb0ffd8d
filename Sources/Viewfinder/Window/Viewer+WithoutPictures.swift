internal import Glibc
internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import Logging
internal import WaylandClient

/// The window of a program that has no graphics driver, or lost it: black, with the reason on it.
extension Viewer {
    /// Goes on in a black window, or ends the program with the reason on standard error.
    ///
    /// - Parameter error: The reason why nothing is drawn any more.
    func drawingFailed(_ error: LiveViewError) {
        let reason = ViewfinderError(error)
        let isRead = isatty(STDERR_FILENO) == 1
        let drawing = options.drawing
        let isAsked = drawing.device != nil || drawing.path != nil || drawing.importRoute != nil
        let stays = Self.staysBlack(lacksDriver: error.lacksDriver, isRead: isRead, isAsked: isAsked)
        stays ? goOnWithoutPictures(reason) : fail(reason)
    }

    /// Decides whether a program that cannot draw goes on in a black window.
    ///
    /// - Parameters:
    ///   - lacksDriver: True where this machine has no driver.
    ///   - isRead: True where standard error is a terminal, whose user reads the words there.
    ///   - isAsked: True where the command line says by what to draw.
    /// - Returns: False for one that ends.
    static func staysBlack(lacksDriver: Bool, isRead: Bool, isAsked: Bool) -> Bool {
        lacksDriver || !isRead && !isAsked
    }

    /// Tells why a key does nothing in a black window.
    func tellNothingIsDrawn() {
        switcher.notify(
            Message(
                "This key does nothing: no pictures can be shown",
                comment: "A notice, after a key, in a window without a graphics driver"))
    }

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
        stopRecording()
        chooseWindowSize(for: WindowSize.first(for: switcher.shown?.mode, placement: view))
        beginOverlay()
        updateTitle()
        if overlay.failure != nil { quit() }
    }
}
