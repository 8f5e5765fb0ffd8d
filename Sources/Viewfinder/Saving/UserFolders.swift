internal import LinuxIO
internal import Synchronization

/// The places of the user's pictures and videos, as xdg-user-dirs tells them.
struct UserFolders {
    /// The purpose of a folder.
    enum Kind: String, CaseIterable {
        case pictures, videos

        fileprivate var key: String { self == .pictures ? "XDG_PICTURES_DIR" : "XDG_VIDEOS_DIR" }
        fileprivate var fallback: String { self == .pictures ? "Pictures" : "Videos" }
    }

    /// The home and the folder for settings.
    var environment = UserEnvironment()
    /// Gives the text of a file; nil where there is none.
    var read: @Sendable (String) -> String? = UserFolders.text
    /// The files whose disks have not answered, and the moments until which they are not asked again.
    private static let silent = Mutex<[String: Int64]>([:])

    /// Finds the folder's path, which need not exist yet.
    ///
    /// - Parameters:
    ///   - kind: The folder's purpose.
    ///   - settings: The user's settings, whose folders come first.
    /// - Returns: The path.
    /// - Throws: The error of a user without a home.
    func path(of kind: Kind, _ settings: UserSettings = UserSettings()) throws(ViewfinderError) -> String {
        if let folder = settings.folders[kind] { return folder }
        guard let home = environment.home, let settings = environment.settingsFolder else {
            throw ViewfinderError("there is no folder to save in: HOME is not set", about: .folders)
        }
        let text = answer(settings + "/user-dirs.dirs") ?? ""
        let values = text.split(separator: "\n").compactMap { Self.value(of: kind.key, in: $0, home: home) }
        return values.last ?? "\(home)/\(kind.fallback)"
    }

    /// The name of a folder in a sentence: that of a folder of the home alone, such as Pictures; others by their paths, in which the home is `~`.
    func name(of folder: String) -> String {
        guard let home = environment.home, home != "/", folder.hasPrefix(home + "/") else { return folder }
        let rest = folder.dropFirst(home.count + 1)
        return rest.contains("/") || rest.hasPrefix(".") ? "~/" + rest : String(rest)
    }

    /// Reads a file; nil where its disk does not answer within two seconds, and in the half minute after that.
    private func answer(_ path: String) -> String? {
        guard Self.silent.withLock({ $0[path] ?? 0 }) <= MonotonicClock.now() else { return nil }
        let deadline = MonotonicClock.moment(in: 2)
        let text = SystemThread.result(name: "read folders", until: deadline) { [read] in read(path) }
        if text == nil { Self.silent.withLock { $0[path] = MonotonicClock.moment(in: 30) } }
        return text ?? nil
    }

    /// Reads the beginning of a text of which a path may be made; nil for one with damaged characters.
    private static func text(of path: String) -> String? {
        SystemFile.text(path).flatMap { $0.unicodeScalars.contains("\u{FFFD}") ? nil : $0 }
    }

    /// Reads the value in a line `KEY="$HOME/folder"` or `KEY="/folder"`, which xdg-user-dirs writes for shells.
    private static func value(of key: String, in line: Substring, home: String) -> String? {
        let sides = line.split(separator: "=", maxSplits: 1)
        guard sides.count == 2, sides[0].filter({ $0 != " " && $0 != "\t" }) == key else { return nil }
        let quoted = sides[1].drop { $0 == " " || $0 == "\t" }
        guard quoted.first == "\"" else { return nil }
        var value = ""
        var isEscaped = false
        for letter in quoted.dropFirst() {
            if !isEscaped, letter == "\"" { break }
            if !isEscaped, letter == "\\" {
                isEscaped = true
                continue
            }
            value.append(letter)
            isEscaped = false
        }
        if value == "$HOME" || value.hasPrefix("$HOME/") { value = home + value.dropFirst("$HOME".count) }
        while value.count > 1, value.hasSuffix("/") { value.removeLast() }
        return value.hasPrefix("/") ? value : nil
    }
}
