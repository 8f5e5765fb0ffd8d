internal import WaylandClient

/// The action of a key.
enum Action: Equatable {
    case nextCamera
    case previousCamera
    case camera(Int)
    case cycleFillMode
    case mirror
    case rotate
    case freeze
    case equalize
    case nextFilter
    case previousFilter
    case raiseParameter
    case lowerParameter
    case removeFilters
    case showFilters
    case zoom(Int)
    case turn(across: Int, down: Int)
    case expose(Int)
    case resetControls
    case photograph
    case copy
    case stepTimer
    case record
    case pause
    case toggleSound
    case toggleFullScreen
    case leaveFullScreenOrQuit
    case quit
    case toggleInformation
    case showKeys
}

/// The keys: the one table behind the program, `viewfinder keys`, the README and the man page.
enum KeyBindings {
    /// The keys of an action, as the screen shows them; nil for one without.
    static func keys(of action: Action) -> String? {
        all.first { $0.action == action }.map { shown($0.keys) }
    }

    /// The first of an action's keys, for a sentence; none for one without.
    static func firstKey(of action: Action) -> String {
        String((keys(of: action) ?? "").prefix { $0 != "," })
    }

    /// Keys as keyboards have them on their caps: a letter is a capital, `Shift+c` is Shift+C.
    static func shown(_ keys: String) -> String {
        let letters = Array(keys)
        func isPart(_ place: Int) -> Bool {
            letters.indices.contains(place) && (letters[place].isLetter || letters[place].isNumber)
        }
        return letters.indices.map { place in
            isPart(place - 1) || isPart(place + 1) ? String(letters[place]) : letters[place].uppercased()
        }.joined()
    }

    /// One way to press a key.
    struct Chord {
        /// The keysym's name as xkbcommon has it; letters in lower case.
        let keysym: String
        var shift = false
        var control = false
    }

    /// Keys with one action, as a user reads them.
    struct Binding {
        let chords: [Chord]
        /// Letters as they are typed without Shift.
        let keys: String
        let help: String
        let action: Action
        /// True when holding the key does it again and again.
        var repeats = false
    }

    static let all: [Binding] =
        [
            Binding(
                chords: [Chord(keysym: "c")], keys: "c", help: "Next camera", action: .nextCamera,
                repeats: true),
            Binding(
                chords: [Chord(keysym: "c", shift: true)], keys: "Shift+c", help: "Previous camera",
                action: .previousCamera, repeats: true),
        ]
        + (1...9).map { number in
            Binding(
                chords: [Chord(keysym: "\(number)"), Chord(keysym: "KP_\(number)")], keys: "\(number)",
                help: "Camera \(number)", action: .camera(number))
        }
        + [
            Binding(
                chords: [Chord(keysym: "m")], keys: "m", help: "Fit, fill or stretch the picture",
                action: .cycleFillMode, repeats: true),
            Binding(chords: [Chord(keysym: "h")], keys: "h", help: "Mirror the picture", action: .mirror),
            Binding(
                chords: [Chord(keysym: "r")], keys: "r", help: "Rotate the picture clockwise",
                action: .rotate, repeats: true),
            Binding(
                chords: [Chord(keysym: "space")], keys: "Space", help: "Freeze the picture, or go on",
                action: .freeze),
            Binding(
                chords: [Chord(keysym: "e")], keys: "e", help: "Equalize the brightness, or not",
                action: .equalize),
            Binding(
                chords: [Chord(keysym: "bracketright")], keys: "]", help: "Next filter", action: .nextFilter,
                repeats: true),
            Binding(
                chords: [Chord(keysym: "bracketleft")], keys: "[", help: "Previous filter",
                action: .previousFilter, repeats: true),
            Binding(
                chords: [Chord(keysym: "equal"), Chord(keysym: "plus"), Chord(keysym: "KP_Add")], keys: "=",
                help: "Raise the filter's first parameter", action: .raiseParameter, repeats: true),
            Binding(
                chords: [Chord(keysym: "minus"), Chord(keysym: "KP_Subtract")], keys: "-",
                help: "Lower the filter's first parameter", action: .lowerParameter, repeats: true),
            Binding(
                chords: [Chord(keysym: "0"), Chord(keysym: "KP_0")], keys: "0", help: "No filters",
                action: .removeFilters),
            Binding(
                chords: [Chord(keysym: "l")], keys: "l", help: "The panel of filters", action: .showFilters),
            Binding(
                chords: [Chord(keysym: "z")], keys: "z",
                help: "Zoom in, by the camera or in the picture", action: .zoom(1), repeats: true),
            Binding(
                chords: [Chord(keysym: "z", shift: true)], keys: "Shift+z", help: "Zoom out",
                action: .zoom(-1), repeats: true),
        ]
        + [("Left", -1, 0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1)].map { key, across, down in
            Binding(
                chords: [Chord(keysym: key)], keys: key,
                help: "Turn the camera \(key.lowercased()), or move the detail",
                action: .turn(across: across, down: down), repeats: true)
        }
        + [
            Binding(
                chords: [Chord(keysym: "x")], keys: "x", help: "Expose more", action: .expose(1),
                repeats: true),
            Binding(
                chords: [Chord(keysym: "x", shift: true)], keys: "Shift+x", help: "Expose less",
                action: .expose(-1), repeats: true),
            Binding(
                chords: [Chord(keysym: "d")], keys: "d",
                help: "Reset the camera's settings and the zoom",
                action: .resetControls),
            Binding(
                chords: [Chord(keysym: "p")], keys: "p", help: "Save the picture in your Pictures folder",
                action: .photograph),
            Binding(
                chords: [Chord(keysym: "c", control: true)], keys: "Ctrl+c",
                help: "Copy the picture to the clipboard", action: .copy),
            Binding(
                chords: [Chord(keysym: "t")], keys: "t", help: "Timer: off, 3, 5 or 10 s",
                action: .stepTimer, repeats: true),
            Binding(
                chords: [Chord(keysym: "v")], keys: "v",
                help: "Record into your Videos folder, or end the recording", action: .record),
            Binding(
                chords: [Chord(keysym: "v", shift: true), Chord(keysym: "Pause")], keys: "Shift+v, Pause",
                help: "Pause the recording, or go on", action: .pause),
            Binding(
                chords: [Chord(keysym: "s")], keys: "s", help: "Record with sound, or without",
                action: .toggleSound),
            Binding(
                chords: [Chord(keysym: "f"), Chord(keysym: "F11")], keys: "f, F11",
                help: "Full screen, or back to the window", action: .toggleFullScreen),
            Binding(
                chords: [Chord(keysym: "Escape")], keys: "Esc",
                help: "Close a panel, leave full screen, or quit",
                action: .leaveFullScreenOrQuit),
            Binding(
                chords: [Chord(keysym: "q"), Chord(keysym: "w", control: true)], keys: "q, Ctrl+w",
                help: "Quit", action: .quit),
            Binding(
                chords: [Chord(keysym: "i")], keys: "i",
                help: "Show format, size, rate and latency", action: .toggleInformation),
            Binding(
                chords: [Chord(keysym: "question"), Chord(keysym: "F1")], keys: "?, F1",
                help: "The panel of keys", action: .showKeys),
        ]

    /// The lines that users read: keys and their actions, those that belong together as one.
    static var table: [(keys: String, help: String)] {
        all.compactMap { binding in
            switch binding.action {
            case .camera(1): ("1…9", "Camera 1 to 9")
            case .camera: nil
            default: (binding.keys, binding.help)
            }
        }
    }

    /// The table as text, one line per binding.
    static var text: String {
        let width = table.map(\.keys.count).max() ?? 0
        return table.map { row in
            row.keys + String(repeating: " ", count: width - row.keys.count + 3) + row.help
        }.joined(separator: "\n")
    }

    /// Finds the action of a pressed key.
    ///
    /// Shift counts for letters alone: where a layout needs it for `?` or a digit, it is part of the keysym already. On
    /// layouts of another script a key has the meaning that it has in the user's Latin layout.
    static func action(for key: KeyPress) -> Action? {
        guard key.modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
        let meanings = [key.keysym, key.latinKeysym].compactMap { $0 }
        let bindings = meanings.compactMap { binding(of: $0, key.modifiers) }
        return bindings.first.flatMap { $0.repeats || !key.isRepeat ? $0.action : nil }
    }

    private static func binding(of keysym: Keysym, _ modifiers: Modifiers) -> Binding? {
        let name = keysym.lowercase.description
        let isLetter = name.count == 1 && name.first?.isLetter == true
        let shift = isLetter && modifiers.contains(.shift)
        let control = modifiers.contains(.control)
        return all.first { binding in
            binding.chords.contains { $0.keysym == name && $0.shift == shift && $0.control == control }
        }
    }
}
