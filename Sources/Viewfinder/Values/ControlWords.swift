internal import Capture
internal import LinuxIO

extension CameraControl {
    /// The name as a person reads it.
    var title: Message { .ofDriver(name) }

    /// The words in English behind a control's range: its default and what keeps it from being set.
    var remarkWords: String {
        var words = ""
        if let initial, initial != value { words += "; default \(initial)" }
        if remarks.contains(.readOnly) { words += "; read only" }
        if remarks.contains(.inactive) { words += "; the camera chooses" }
        if remarks.contains(.grabbed) { words += "; held by another program" }
        return words
    }
}
