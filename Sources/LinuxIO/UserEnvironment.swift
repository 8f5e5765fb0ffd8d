internal import Glibc
internal import Synchronization

/// The user's environment, as far as libraries know it: folders, the session, and wishes.
///
/// It is the only place where a library reads the process's environment. Whatever needs some of it takes a value as an
/// argument, by default the process's; a program that knows better passes its own.
public struct UserEnvironment: Sendable, Equatable {
    /// The user's home (`HOME`), an absolute path; nil where there is none.
    public var home: String?
    /// The folder for what can be made again (XDG Base Directory Specification: `XDG_CACHE_HOME`, else `~/.cache`).
    public var cacheFolder: String?
    /// The folder for settings (`XDG_CONFIG_HOME`, else `~/.config`).
    public var settingsFolder: String?
    /// The folder for sockets (`XDG_RUNTIME_DIR`).
    public var runtimeFolder: String?
    /// The Wayland display's name or socket (`WAYLAND_DISPLAY`).
    public var waylandDisplay: String?
    /// The launcher's leave to open in front of other windows (`XDG_ACTIVATION_TOKEN`, else `DESKTOP_STARTUP_ID`).
    public var activationToken: String?
    /// The cursor theme's name (`XCURSOR_THEME`).
    public var cursorTheme: String?
    /// The cursors' size in logical units (`XCURSOR_SIZE`).
    public var cursorSize: Int?
    /// The language and the country of programs' words (POSIX: `LC_ALL`, else `LC_MESSAGES`, else `LANG`), such as `fa_IR.UTF-8`; nil
    /// where none is named.
    public var locale: String?
    /// The language and the country of what is typed (POSIX: `LC_ALL`, else `LC_CTYPE`, else `LANG`); nil where none is named.
    public var typingLocale: String?
    /// The user's words to Vulkan's loader and Mesa about drivers and devices, by the variables' names.
    public var deviceWishes: [String: String]

    /// True where the user's language is written from right to left.
    public var readsFromRightToLeft: Bool {
        guard let locale else { return false }
        let language = locale.prefix { $0.isLetter }.lowercased()
        // Some languages have several scripts, and the locale's end names the one that is not usual.
        let script = locale.split(separator: "@").dropFirst().first ?? ""
        return Self.rightToLeft.contains(language)
            ? !["latin", "devanagari"].contains(script) : script == "arabic"
    }

    /// The languages (ISO 639) that are usually written in the scripts of Arabic, Hebrew, Syriac, Thaana and N'Ko.
    private static let rightToLeft: Set = [
        "ar", "arc", "azb", "ckb", "dv", "fa", "glk", "he", "iw", "ks", "lrc", "mzn", "nqo", "pnb", "ps",
        "sd", "syr", "ug", "ur", "yi",
    ]

    /// The variables in ``deviceWishes``.
    public static let deviceVariables =
        [
            "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT",
            "VK_LOADER_DRIVERS_DISABLE", "NODEVICE_SELECT",
        ] + deviceOrderVariables + deviceServerVariables
    /// The variables by which users choose the order of graphics devices.
    public static let deviceOrderVariables = [
        "MESA_VK_DEVICE_SELECT", "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE", "DRI_PRIME",
        "__NV_PRIME_RENDER_OFFLOAD", "VK_LOADER_DEVICE_SELECT",
    ]
    /// The variables by which Mesa's drivers of virtual machines take a program in the place of the kernel's device.
    public static let deviceServerVariables = ["VN_DEBUG", "VIRTGPU_KUMQUAT"]

    private static let takenToken = Mutex<String?>(nil)

    /// Takes the launcher's leave out of the process's environment, where it would reach children; ``init()`` goes on giving it.
    ///
    /// To be called first thing in a program, while there is one thread: to remove a variable moves the others, which threads may be reading.
    public static func takeActivationToken() {
        let token = UserEnvironment().activationToken
        takenToken.withLock { $0 = token }
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] { unsafe _ = unsetenv(name) }
    }

    /// Reads the process's environment.
    ///
    /// Any thread, as long as none writes to it.
    public init() {
        self.init { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
        activationToken = Self.takenToken.withLock { $0 } ?? activationToken
    }

    /// Reads any environment.
    ///
    /// - Parameter value: The value of a variable; nil where it is not set.
    public init(_ value: (String) -> String?) {
        // The specification: a path that is not absolute counts as none.
        func folder(_ name: String) -> String? { value(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        home = folder("HOME")
        cacheFolder = folder("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache" }
        settingsFolder = folder("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
        runtimeFolder = folder("XDG_RUNTIME_DIR")
        waylandDisplay = value("WAYLAND_DISPLAY")
        activationToken = value("XDG_ACTIVATION_TOKEN") ?? value("DESKTOP_STARTUP_ID")
        cursorTheme = value("XCURSOR_THEME")
        cursorSize = value("XCURSOR_SIZE").flatMap { Int($0) }
        // POSIX: a variable without a value counts as none.
        func locale(_ name: String) -> String? {
            ["LC_ALL", name, "LANG"].lazy.compactMap(value).first { !$0.isEmpty }
        }
        (self.locale, typingLocale) = (locale("LC_MESSAGES"), locale("LC_CTYPE"))
        deviceWishes = [:]
        for name in Self.deviceVariables { deviceWishes[name] = value(name) }
    }
}
