/// The words of the buttons of notices, and of the files that they tell of.
extension ScreenWords {
    static var otherCamera: String { words("Other camera", "A button of a notice: the next source is shown") }
    static var tryAgain: String { words("Try again", "A button of a notice: the camera is opened again") }
    static var why: String {
        words(
            "Why?",
            "A button of the notice that there is no camera: what was looked for, and what was found, is shown"
        )
    }
    static var details: String {
        words(
            "Details", "A button of a notice: each camera that cannot be used is shown with what can be done")
    }
    static var noCamera: String {
        words(
            "There is no camera; this is the test card. Plug one in.",
            "A notice that stays until a camera is there")
    }
    static var openFile: String {
        words("Open", "A button of a notice: the picture or movie that was saved is opened")
    }
    static var showInFolder: String {
        words("Show in folder", "A button of a notice: the folder with the saved file is opened")
    }
    static var openFolder: String {
        words(
            "Open folder",
            "A button of a notice, and a row of the panel of folders: that for pictures or movies is opened")
    }
    static var seen: String {
        words("OK", "A button of a notice that stays: it was read, and goes")
    }
    static var setBack: String {
        words(
            "Set back",
            "A button of a notice: what another program changed of the camera gets its old value; and a row below a camera's control, with its first value"
        )
    }
    static var undo: String {
        words("Undo", "A button of a notice: the camera's settings are again what they were before the reset")
    }
    static var wholePicture: String {
        words("1:1", "A button of the notice that tells how much the picture is enlarged: all of it is shown")
    }
    static var openPictures: String {
        words("Open the folder of pictures", "A button of the bar, before the first picture is saved")
    }
    static var openPicture: String {
        words("Open the last picture", "The bar's small picture of what was saved last")
    }
    static var openMovie: String {
        words("Open the last movie", "The bar's small picture of what was saved last")
    }
}
