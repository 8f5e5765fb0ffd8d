import Glibc
import LinuxIO
import Testing

/// What libraries know of the user's environment.
@Suite struct UserEnvironmentTests {
    private func environment(_ variables: [String: String]) -> UserEnvironment {
        UserEnvironment { variables[$0] }
    }

    @Test func foldersAreThoseOfTheSpecification() {
        let usual = environment(["HOME": "/home/ada"])
        #expect(usual.home == "/home/ada")
        #expect((usual.cacheFolder, usual.settingsFolder) == ("/home/ada/.cache", "/home/ada/.config"))
        #expect(usual.runtimeFolder == nil)
        let own = environment([
            "HOME": "/home/ada", "XDG_CACHE_HOME": "/fast", "XDG_CONFIG_HOME": "/etc/ada",
            "XDG_RUNTIME_DIR": "/run/user/1000",
        ])
        #expect((own.cacheFolder, own.settingsFolder) == ("/fast", "/etc/ada"))
        #expect(own.runtimeFolder == "/run/user/1000")
    }

    @Test func pathsThatAreNotAbsoluteCountAsNone() {
        let relative = environment([
            "HOME": "ada", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "", "XDG_RUNTIME_DIR": "run",
        ])
        #expect(relative == environment([:]))
        #expect(environment(["HOME": "/ada", "XDG_CACHE_HOME": "cache"]).cacheFolder == "/ada/.cache")
    }

    @Test func wishesAreReadAsTheyAre() {
        let wishes = environment([
            "WAYLAND_DISPLAY": "wayland-7", "XDG_ACTIVATION_TOKEN": "token", "XCURSOR_THEME": "Adwaita",
            "XCURSOR_SIZE": "48", "DRI_PRIME": "1", "VK_DRIVER_FILES": "", "OTHER": "1",
        ])
        #expect((wishes.waylandDisplay, wishes.activationToken) == ("wayland-7", "token"))
        #expect((wishes.cursorTheme, wishes.cursorSize) == ("Adwaita", 48))
        #expect(wishes.deviceWishes == ["DRI_PRIME": "1", "VK_DRIVER_FILES": ""])
        #expect(environment(["XCURSOR_SIZE": "large"]).cursorSize == nil)
    }

    @Test func theLocaleIsThatOfTheFirstVariableWithAValue() {
        #expect(environment([:]).locale == nil)
        #expect(environment(["LANG": "de_DE.UTF-8", "LC_TIME": "fa_IR"]).locale == "de_DE.UTF-8")
        #expect(environment(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ar", "LC_ALL": ""]).locale == "ar")
        #expect(environment(["LANG": "ar", "LC_MESSAGES": "ar", "LC_ALL": "C"]).locale == "C")
    }

    @Test func whatIsTypedHasALocaleOfItsOwn() {
        let german = environment(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "ar", "LC_CTYPE": "el_GR.UTF-8"])
        #expect((german.locale, german.typingLocale) == ("ar", "el_GR.UTF-8"))
        #expect(environment(["LC_CTYPE": "", "LANG": "fr_FR"]).typingLocale == "fr_FR")
    }

    @Test(arguments: [
        ("ar", true), ("ar_EG.UTF-8", true), ("fa_IR", true), ("he_IL.utf8", true), ("ur_PK", true),
        ("ps_AF", true), ("dv_MV", true), ("ug_CN@latin", false), ("sd_IN@devanagari", false),
        ("tt_RU@arabic", true), ("de_DE.UTF-8", false), ("arn_CL", false), ("C", false), ("POSIX", false),
        ("", false), ("fas", false), ("AR_eg", true), ("@", false), ("_", false),
    ])
    func languagesKnowTheirDirection(locale: String, readsFromRightToLeft: Bool) {
        #expect(environment(["LC_MESSAGES": locale]).readsFromRightToLeft == readsFromRightToLeft)
    }

    /// In a process of its own, whose environment is changed.
    @Test(arguments: ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"])
    func theLaunchersTokenIsTakenAndKept(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            setenv(name, "token", 1)
            #expect(UserEnvironment().activationToken == "token")
            UserEnvironment.takeActivationToken()
            #expect(getenv(name) == nil && UserEnvironment().activationToken == "token")
        }
    }

    @Test func theDefaultIsTheProcess() throws {
        let home = getenv("HOME").map { String(cString: $0) }
        #expect(UserEnvironment().home == home)
    }
}
