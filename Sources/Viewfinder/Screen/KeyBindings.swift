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
    case stepRange
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
            Binding("c", "Next camera", .nextCamera, repeats: true),
            Binding("Shift+c", "Previous camera", .previousCamera, [.shift("c")], repeats: true),
        ]
        + (1...9).map { Binding("\($0)", "Camera \($0)", .camera($0), ["\($0)", "KP_\($0)"]) }
        + [
            Binding("m", "Fit, fill or stretch the picture", .cycleFillMode, repeats: true),
            Binding("h", "Mirror the picture", .mirror),
            Binding("r", "Rotate the picture clockwise", .rotate, repeats: true),
            Binding("Space", "Freeze the picture, or go on", .freeze, ["space"]),
            Binding("k", "Colour range: limited, full, as told", .stepRange, repeats: true),
            Binding("e", "Equalize the brightness, or not", .equalize),
            Binding("]", "Next filter", .nextFilter, ["bracketright"], repeats: true),
            Binding("[", "Previous filter", .previousFilter, ["bracketleft"], repeats: true),
            Binding(
                "=", "Raise the filter's first parameter", .raiseParameter, ["equal", "plus", "KP_Add"],
                repeats: true),
            Binding(
                "-", "Lower the filter's first parameter", .lowerParameter, ["minus", "KP_Subtract"],
                repeats: true),
            Binding("0", "No filters", .removeFilters, ["0", "KP_0"]),
            Binding("l", "The panel of filters", .showFilters),
            Binding("z", "Zoom in, by the camera or in the picture", .zoom(1), repeats: true),
            Binding("Shift+z", "Zoom out", .zoom(-1), [.shift("z")], repeats: true),
        ]
        + [("Left", -1, 0), ("Right", 1, 0), ("Up", 0, -1), ("Down", 0, 1)].map { key, across, down in
            Binding(
                key, "Turn the camera \(key.lowercased()), or move the detail",
                .turn(across: across, down: down), repeats: true)
        }
        + [
            Binding("x", "Expose more", .expose(1), repeats: true),
            Binding("Shift+x", "Expose less", .expose(-1), [.shift("x")], repeats: true),
            Binding("d", "Reset the camera's settings and the zoom", .resetControls),
            Binding("p", "Save the picture in your Pictures folder", .photograph),
            Binding("Ctrl+c", "Copy the picture to the clipboard", .copy, [.control("c")]),
            Binding("t", "Timer: off, 3, 5 or 10 s", .stepTimer, repeats: true),
            Binding("v", "Record into your Videos folder, or end the recording", .record),
            Binding("Shift+v, Pause", "Pause the recording, or go on", .pause, [.shift("v"), "Pause"]),
            Binding("s", "Record with sound, or without", .toggleSound),
            Binding("f, F11", "Full screen, or back to the window", .toggleFullScreen, ["f", "F11"]),
            Binding("Esc", "Close a panel, leave full screen, or quit", .leaveFullScreenOrQuit, ["Escape"]),
            Binding("q, Ctrl+w", "Quit", .quit, ["q", .control("w")]),
            Binding("i", "Show format, size, rate and latency", .toggleInformation),
            Binding("?, F1", "The panel of keys", .showKeys, ["question", "F1"]),
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

/// A key without modifiers is written as its keysym's name.
extension KeyBindings.Chord: ExpressibleByStringInterpolation {
    init(stringLiteral keysym: String) { self.init(keysym: keysym) }

    static func shift(_ letter: String) -> Self { Self(keysym: letter, shift: true) }

    static func control(_ letter: String) -> Self { Self(keysym: letter, control: true) }
}

extension KeyBindings.Binding {
    /// A row of the table; without chords the key is pressed that is named as a user reads it.
    init(
        _ keys: String, _ help: String, _ action: Action, _ chords: [KeyBindings.Chord]? = nil,
        repeats: Bool = false
    ) {
        self.init(
            chords: chords ?? [KeyBindings.Chord(keysym: keys)], keys: keys, help: help, action: action,
            repeats: repeats)
    }
}
