internal import Overlay

/// The words of the program's buttons, rows and panels, each with the place and the meaning for translators.
///
/// What is told, in notices and in the title, is a ``LinuxIO/Message``, since logs have it in English, too.
enum ScreenWords {
    static func words(_ text: String, _ comment: String) -> String {
        Strings.localized(text, comment: comment)
    }

    static var photograph: String { words("Take a picture", "The round button of the bar") }
    static var record: String { words("Record a movie", "A button of the bar; no recording runs") }
    static var stopRecording: String { words("End the recording", "A button of the bar; a recording runs") }
    static var pause: String { words("Pause the recording", "A button of the bar while a recording runs") }
    static var resume: String {
        words("Go on with the recording", "A button of the bar while a recording is paused")
    }
    static var sound: String { words("Record sound", "A switch in the menu: movies have sound") }
    static var soundOn: String {
        words("Recordings have sound", "A switch of the bar, a microphone, while it is on")
    }
    static var soundOff: String {
        words("Recordings have no sound", "A switch of the bar, a crossed microphone, while it is off")
    }
    static var soundOfNext: String {
        words("End the recording first", "Why the switches for sound cannot be pressed: a recording runs")
    }
    static var nextCamera: String { words("Next camera", "A button of the bar: the next source is shown") }
    static var mirror: String { words("Mirror", "A switch: left and right of the picture are exchanged") }
    static var turn: String { words("Turn", "A button: the picture is rotated by 90° clockwise") }
    static var fit: String { words("Fit", "How the picture fills the window: all of it is seen, with bars") }
    static var fill: String { words("Fill", "How the picture fills the window: cut at two edges") }
    static var stretch: String { words("Stretch", "How the picture fills the window: out of shape") }
    static var freeze: String { words("Freeze", "A switch: the picture stands still") }
    static var frozen: String {
        words("Frozen", "A mark: the picture stands still because the user wants it")
    }
    static var removeFilters: String { words("No filters", "A row of the menu: all filters are taken away") }
    static var equalize: String { words("Equalize brightness", "A switch: histogram equalization") }
    static var fullScreen: String { words("Full screen", "A button: the window fills the screen") }
    static var leaveFullScreen: String {
        words("Leave full screen", "A button: the window gets its size back")
    }
    static var more: String { words("More", "A button of the bar: opens a menu") }
    static var information: String {
        words(
            "Show format and rate",
            "A switch: format, size, rate and delay are in the title, or on the picture")
    }
    static var keys: String { words("Keys", "A row of the menu, and the title of the panel with all keys") }
    static var cameras: String {
        words("Cameras", "A row of the menu, and the title of the panel with all sources")
    }
    static var controls: String {
        words("Camera controls", "A row of the menu, and the title of the panel with brightness and the like")
    }
    static var resetControls: String {
        words("Reset all", "A button: all controls of the camera get their first value")
    }
    static var controlIsHeld: String {
        words(
            "Another program holds it, or it is fixed while pictures run.",
            "Why a control of the camera cannot be set")
    }
    static var controlIsRead: String {
        words("It can only be read.", "Why a control of the camera cannot be set")
    }
    static func bit(_ number: Int) -> String {
        words("Bit NUMBER", "A switch of a control that is made of bits; NUMBER is that of the bit, from 0")
            .replacing("NUMBER", with: "\(number)")
    }
    static var typeText: String {
        words("Type a text", "The field of a control of the camera that takes words, while it is empty")
    }
    static var noControls: String {
        words("This source has nothing to set.", "The panel of camera controls, where there are none")
    }
    static var quit: String { words("Quit", "A row of the menu: ends the program") }
    static var shown: String { words("shown now", "The state of a source in the list of cameras") }
    static var startingNow: String {
        words("starting …", "The state of a source in the list of cameras: its first picture is waited for")
    }
    static var notShown: String {
        words("not shown", "The state of a source in the list of cameras: nothing is known against it")
    }

    /// The words of what a key does.
    static func help(_ words: String) -> String { self.words(words, "What a key does, in the panel of keys") }

    /// The words of a source whose first picture has not come yet.
    static func starting(_ name: String) -> String {
        words("Starting NAME …", "A card: the picture of a camera is waited for; NAME is its name")
            .replacing("NAME", with: name)
    }
}
