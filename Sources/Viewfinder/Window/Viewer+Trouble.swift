internal import LinuxIO
internal import LiveViewOverlay

/// The reason why something was not recorded or saved, which stays on the picture until it is answered.
extension Viewer {
    /// Tells why something was not recorded or saved, in words that stay.
    func tellLasting(_ error: ViewfinderError, of work: SavingTrouble.Work) {
        trouble = SavingTrouble(work, error)
        tell(.failure(error))
    }

    /// Takes the words away that something of their kind has made old.
    func forgetTrouble(of work: SavingTrouble.Work) { if trouble?.work == work { trouble = nil } }

    /// Does what a button of the words means; any of them takes the words away.
    func answerTrouble(_ button: String) {
        let subject = trouble?.subject
        trouble = nil
        switch button {
        case ViewerScreen.troubleFolder: open(.showInFolder, subject)
        case ViewerScreen.troubleFolders: openFolders()
        default: break
        }
    }
}
