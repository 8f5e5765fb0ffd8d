internal import LinuxIO

/// The folders to save in, as a person chooses them.
extension Viewer {
    /// Opens the panel of folders, with those that hold now.
    func openFolders() { open(.folders(FoldersPage(settings))) }

    /// Does what a person wants of a folder.
    func follow(_ wish: FoldersPage.Wish) {
        switch wish {
        case .open(let kind):
            do throws(ViewfinderError) {
                let path = try UserFolders().path(of: kind, settings)
                guard FileAccess.isFolder(path) == true else {
                    return switcher.notify(
                        Message(
                            "There is no folder {path} yet; the first picture or movie makes it",
                            ["path": path],
                            comment: "A notice; the folder of pictures or movies was to be opened"))
                }
                open(.showInFolder, path)
            } catch {
                switcher.notify(error.message)
            }
        case .choose(let kind): choose(kind)
        case .reset(let kind): save(kind, in: nil)
        }
    }

    private func choose(_ kind: UserFolders.Kind) {
        let current = try? UserFolders().path(of: kind, settings)
        files?.chooseFolder(ScreenWords.title(of: kind), from: current) { [weak self] choice in
            switch choice {
            case .folder(let path): self?.save(kind, in: path)
            case .cancelled: break
            case .failed(let trouble): self?.switcher.notify(trouble)
            }
        }
    }

    /// Saves pictures or videos in a folder from now on; nil for the desktop's.
    private func save(_ kind: UserFolders.Kind, in path: String?) {
        settings.folders[kind] = path
        keeper.keep(.folder(path, of: kind))
        if case .folders? = panel { openFolders() }
    }
}
