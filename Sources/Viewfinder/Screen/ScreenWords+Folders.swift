internal import LinuxIO

/// The words of the panel of folders.
extension ScreenWords {
    static var folders: String {
        words("Folders", "A row of the menu, and the title of the panel with the folders to save in")
    }
    static var chooseFolder: String {
        words("Choose…", "A row of the panel of folders: opens the desktop's dialog for another folder")
    }
    static var desktopsFolder: String {
        words("Default folder", "A row of the panel of folders: the user's own Pictures or Videos folder")
    }

    /// A path, read from left to right in every language (Unicode Standard Annex 9: LRI, PDI).
    static func path(_ path: String) -> String { "\u{2066}\(Message(verbatim: path).localized)\u{2069}" }

    /// The heading above a folder.
    static func heading(of kind: UserFolders.Kind) -> String {
        switch kind {
        case .pictures: words("Pictures", "A heading in the panel of folders: where photographs are saved")
        case .videos: words("Videos", "A heading in the panel of folders: where recordings are saved")
        }
    }

    /// The title of the desktop's dialog.
    static func title(of kind: UserFolders.Kind) -> String {
        switch kind {
        case .pictures: words("Folder for pictures", "The title of the dialog in which a folder is chosen")
        case .videos: words("Folder for videos", "The title of the dialog in which a folder is chosen")
        }
    }
}
