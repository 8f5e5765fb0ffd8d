internal import LinuxIO
internal import LiveViewOverlay
internal import Overlay

/// The reason why something was not recorded or saved, in words that stay until somebody has answered them: nobody may look while it happens.
struct SavingTrouble: Equatable {
    /// The kinds of work, of which the next one that goes well makes the words old.
    enum Work { case movie, photograph, sound }

    let work: Work
    let message: Message
    /// The thing that it tells of; nil for none.
    let subject: NoticeSubject?

    init(_ work: Work, _ error: ViewfinderError) {
        (self.work, message, subject) = (work, error.message, error.subject)
    }

    /// The words over the picture, with a button for what can be done, and one for what was read.
    var notice: OverlayNotice {
        let act: Element? =
            switch (subject, work) {
            case (.folder, .movie): .button(ViewerScreen.troubleFolder, ScreenWords.openFolder)
            case (.folder, .photograph), (.folders, _):
                .button(ViewerScreen.troubleFolders, ScreenWords.folders)
            default: nil
            }
        let seen = Element.button(ViewerScreen.troubleSeen, ScreenWords.seen)
        return OverlayNotice(
            message.sentence, buttons: [act, seen].compactMap(\.self), icon: .warning, isFault: true)
    }
}
