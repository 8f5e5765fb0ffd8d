internal import Capture
internal import Glibc
internal import LinuxIO

/// The rule of what a report may not say: names of users, whatever they stand in, and whatever would steer a terminal; where it is to be sent as it is,
/// no name of a camera and no place of the user's either.
struct Discretion {
    /// The longest text in a report, in Unicode scalars: a character may have any number of them.
    private static let longest = 2000

    /// The folders that are not named, each with the word in its place, the longest path first.
    private let folders: [(path: String, word: String)]
    private let user: String?
    /// The words that are not told, with those in their places.
    private var hidden: [(name: String, word: String)] = []
    /// True where no place but the system's own is told.
    private var hidesPlaces = false

    /// The folders that every system has.
    private static let common = ["/dev/", "/sys/", "/proc/", "/usr/", "/etc/", "/lib/"]

    /// Hides the names of cameras, too, and all places but those that every system has.
    ///
    /// - Parameter cameras: The cameras.
    /// - Returns: The rule.
    func forSending(_ cameras: [CameraIdentity]) -> Discretion {
        var rule = self
        rule.hidesPlaces = true
        for (number, camera) in cameras.enumerated() {
            for name in [camera.name, camera.id, camera.path] where !name.isEmpty {
                rule.hidden.append((name, "camera \(number + 1)"))
            }
        }
        // A name may be a part of another one.
        rule.hidden.sort { $1.name.count < $0.name.count }
        return rule
    }

    /// Takes the process's user.
    init() {
        let name = unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_name) }
        let places = UserEnvironment()
        self.init(
            home: places.home, user: name,
            folders: [
                "$XDG_CACHE_HOME": places.cacheFolder, "$XDG_CONFIG_HOME": places.settingsFolder,
                "$XDG_RUNTIME_DIR": places.runtimeFolder,
            ].compactMapValues(\.self))
    }

    /// Takes any user; root, whose name is no secret, has none.
    ///
    /// - Parameters:
    ///   - home: The home folder, which becomes `~`.
    ///   - user: The name.
    ///   - others: Other folders of the user's by the words that take their place; those below the home are named as they are there.
    init(home: String?, user: String?, folders others: [String: String] = [:]) {
        func whole(_ path: String) -> String { String(path.reversed().drop { $0 == "/" }.reversed()) }
        let home = home.map(whole) ?? ""
        let rest = others.map { (whole($1), $0) }.filter {
            home.isEmpty || !($0.0 + "/").hasPrefix(home + "/")
        }
        folders = ([(home, "~")] + rest).filter { !$0.0.isEmpty }
            .sorted { ($1.0.count, $0.1) < ($0.0.count, $1.1) }
        self.user = user.flatMap { $0 == "root" || $0.isEmpty ? nil : $0 }
    }

    /// Cleans all texts of a value.
    ///
    /// Names of members, which are the report's own words or a driver's, only lose what steers a terminal: a user may be called `path`.
    func cleaned(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .boolean, .integer, .number: value
        case .text(let text): .text(cleaned(text))
        case .list(let list): .list(list.map(cleaned))
        case .object(let members):
            .object(
                Dictionary(members.map { (Self.harmless($0.key), cleaned($0.value)) }) { first, _ in first })
        }
    }

    /// Cleans a text.
    func cleaned(_ text: String) -> String {
        // Before anything is looked for, so that nothing hides in a name.
        var text = Self.harmless(text)
        for folder in folders {
            text = Self.replacing(folder.path, by: folder.word, in: text) { !Self.isOfName($0) }
        }
        // Those of others, too.
        text = Self.shortened(text)
        for (name, word) in hidden { text = text.replacing(name, with: word) }
        if hidesPlaces { text = Self.withoutPlaces(text) }
        guard let user else { return text }
        return Self.replacing(user, by: "USER", in: text) { !$0.isLetter && !$0.isNumber }
    }

    /// Leaves out the places that a text names.
    private static func withoutPlaces(_ text: String) -> String {
        var (result, word) = ("", "")
        func finished(_ word: String) -> String {
            let isPlace = word.hasPrefix("/") && word.count > 1 && !common.contains { word.hasPrefix($0) }
            return isPlace ? "…" : word
        }
        for character in text {
            if character.isWhitespace || ":;,()'\"“”=".contains(character) {
                result += finished(word) + String(character)
                word = ""
            } else {
                word.append(character)
            }
        }
        return result + finished(word)
    }

    /// True for what may go on with a folder's name, so that another one than the home begins with the same letters.
    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "-_.".contains(character)
    }

    private static func harmless(_ text: String) -> String {
        text.showingControls().shortened(to: longest)
    }

    /// Replaces the name behind `/home/`.
    private static func shortened(_ text: String) -> String {
        guard let start = text.firstRange(of: "/home/") else { return text }
        let name = text[start.upperBound...].prefix { $0 != "/" && $0 != ":" && !$0.isWhitespace }
        let rest = shortened(String(text[name.endIndex...]))
        return text[..<start.upperBound] + (name.isEmpty ? "" : "USER") + rest
    }

    /// Replaces a text where it stands by itself.
    private static func replacing(
        _ part: String, by other: String, in text: String, where isBoundary: (Character) -> Bool
    ) -> String {
        var (result, rest) = ("", text[...])
        while let range = rest.firstRange(of: part) {
            let before =
                range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
            let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
            let stands =
                (after.map(isBoundary) ?? true)
                && (part.hasPrefix("/") || (before.map(isBoundary) ?? true))
            result += rest[..<range.lowerBound] + (stands ? other : part)
            rest = rest[range.upperBound...]
        }
        return result + rest
    }
}
