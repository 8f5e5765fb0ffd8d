internal import LinuxIO
internal import LiveViewOverlay
internal import Overlay
internal import WaylandClient

/// The files that were saved, as the desktop opens them.
extension Viewer {
    /// The number of pixels of a row of the last picture in small: enough for the bar at twice its size.
    static let thumbnailSide = 80

    /// The buttons of a sentence that tells of something.
    static func buttons(about subject: NoticeSubject?) -> [Element] {
        switch subject {
        case .file:
            [
                .button(ViewerScreen.openFile, ScreenWords.openFile),
                .button(ViewerScreen.showFile, ScreenWords.showInFolder),
            ]
        case .folder:
            [
                .button(ViewerScreen.showFile, ScreenWords.openFolder),
                .button(ViewerScreen.folders, ScreenWords.folders),
            ]
        case .folders: [.button(ViewerScreen.folders, ScreenWords.folders)]
        case .source: [.button(ViewerScreen.trySource, ScreenWords.tryAgain)]
        case .modes: [.button(ViewerScreen.modes, ScreenWords.modes)]
        case .controls: [.button(ViewerScreen.setBack, ScreenWords.setBack)]
        case .reset: [.button(ViewerScreen.undoReset, ScreenWords.undo)]
        case nil: []
        }
    }

    /// Has the desktop open the last file, or a file or folder that was told of.
    func open(_ act: DesktopFiles.Act, _ subject: NoticeSubject?) {
        switch subject {
        case .file(let path), .folder(let path): open(act, path)
        case .folders, .source, .modes, .controls, .reset, nil: break
        }
    }

    /// Has the desktop open the last picture or movie.
    func openLastFile() { if let lastFile { open(.open, lastFile.path) } }

    /// Drags the file that a small picture shows into another program.
    func drag(_ picture: String) {
        switch (picture, told.subject) {
        case (LastFile.saved, .file(let path)?): overlay?.beginDrag(of: [path])
        case (ViewerScreen.lastFile, _): if let lastFile { overlay?.beginDrag(of: [lastFile.path]) }
        default: break
        }
    }

    /// Has the desktop open a file, or show a file or folder.
    func open(_ act: DesktopFiles.Act, _ path: String) {
        guard let window, let files else { return }
        window.requestActivationToken(overlay?.lastPress) { [weak self] token in
            files.perform(act, on: path, token: token) { trouble in
                if let trouble { self?.switcher.notify(trouble) }
            }
        }
    }
}
