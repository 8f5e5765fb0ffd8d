internal import LinuxIO
internal import Overlay

/// The panel with the folders that pictures and videos are saved in.
struct FoldersPage: Equatable {
    /// A folder.
    struct Folder: Equatable {
        let kind: UserFolders.Kind
        /// Its path, or why there is none.
        let path: String
        /// The desktop's folder; nil where there is none.
        let desktops: String?
        /// True for one that the user has chosen.
        let isChosen: Bool
    }

    /// Something that a person wants of a folder.
    enum Wish: Equatable {
        case open(UserFolders.Kind)
        case choose(UserFolders.Kind)
        /// The desktop's folder is taken.
        case reset(UserFolders.Kind)
    }

    var folders: [Folder] = []

    private static let (open, choose, reset) = ("folder-open=", "folder-choose=", "folder-reset=")

    var element: Element {
        .panel("folders", title: ScreenWords.folders, folders.flatMap(rows))
    }

    private func rows(of folder: Folder) -> [Element] {
        let kind = folder.kind.rawValue
        let path = Element.label("folder-\(kind)-path", folder.path, LabelFace(lines: LabelFace.allLines))
        return [
            .heading("folder-\(kind)", ScreenWords.heading(of: folder.kind)),
            .paragraph("folder-\(kind)-line", [path]),
            .item(Self.open + kind, ScreenWords.openFolder),
            .item(Self.choose + kind, ScreenWords.chooseFolder, ItemFace(opensMore: true)),
            .item(
                Self.reset + kind, ScreenWords.desktopsFolder,
                ItemFace(detail: folder.isChosen ? folder.desktops : nil, isChosen: !folder.isChosen)),
        ]
    }

    /// The wish that an action of the panel means; nil for one that means none.
    static func wish(_ action: OverlayAction) -> Wish? {
        guard case .activated(let id) = action else { return nil }
        func kind(_ prefix: String) -> UserFolders.Kind? {
            id.rest(after: prefix).flatMap { UserFolders.Kind(rawValue: $0) }
        }
        return kind(open).map { .open($0) } ?? kind(choose).map { .choose($0) }
            ?? kind(reset).map { .reset($0) }
    }
}

extension FoldersPage {
    /// Tells of the folders that hold now.
    ///
    /// - Parameters:
    ///   - settings: The user's settings, whose folders come first.
    ///   - places: The desktop's.
    init(_ settings: UserSettings, and places: UserFolders = UserFolders()) {
        folders = UserFolders.Kind.allCases.map { kind in
            let path = Result { () throws(ViewfinderError) in try places.path(of: kind, settings) }
            let words =
                switch path {
                case .success(let path): ScreenWords.path(path)
                case .failure(let error): error.message.localized
                }
            return Folder(
                kind: kind, path: words,
                desktops: (try? places.path(of: kind)).map(ScreenWords.path),
                isChosen: settings.folders[kind] != nil)
        }
    }
}
