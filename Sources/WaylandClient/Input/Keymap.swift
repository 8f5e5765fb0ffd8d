internal import CXKBCommon
internal import LinuxIO

/// The compositor's keymap and the state of its modifiers and layouts (libxkbcommon).
@safe final class Keymap {
    private let keymap: OpaquePointer
    private let state: OpaquePointer
    /// The most bytes of a text; those of all layouts that there are take some hundred thousand.
    private static let mostBytes = 1 << 24

    /// Reads the keymap that a compositor sends.
    ///
    /// The result is nil when it is no keymap.
    ///
    /// - Parameters:
    ///   - file: The file with the text.
    ///   - count: Its length with the final zero.
    /// - Throws: The error of the call that maps the file.
    init?(_ file: borrowing Descriptor, count: Int) throws(SystemError) {
        // Memory beyond the end of a file ends the program that reads it.
        guard let byteCount = file.byteCount, byteCount >= count, count <= Self.mostBytes else { return nil }
        // wl_keyboard 7 demands a private mapping.
        let text = try MemoryMapping(file.number, offset: 0, count: count, writable: false, isShared: false)
        guard let context = KeyContext() else { return nil }
        let characters = unsafe text.bytes.bindMemory(to: CChar.self)
        let length = unsafe characters.firstIndex(of: 0) ?? characters.count
        guard
            let keymap = unsafe xkb_keymap_new_from_buffer(
                context.handle, characters.baseAddress, length, XKB_KEYMAP_FORMAT_TEXT_V1,
                XKB_KEYMAP_COMPILE_NO_FLAGS)
        else { return nil }
        guard let state = unsafe xkb_state_new(keymap) else {
            unsafe xkb_keymap_unref(keymap)
            return nil
        }
        unsafe self.keymap = keymap
        unsafe self.state = state
    }

    deinit {
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
    }

    /// Takes over the compositor's state of modifiers and layouts (`xkb_state_update_mask`).
    func update(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
        unsafe _ = xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
    }

    /// Tells whether a key repeats while it is held; modifiers do not.
    func repeats(_ key: UInt32) -> Bool { unsafe xkb_keymap_key_repeats(keymap, Self.code(key)) != 0 }

    /// Finds the meaning of a key now; nil when it has none.
    func press(_ key: UInt32, isRepeat: Bool) -> KeyPress? {
        let code = Self.code(key)
        let keysym = unsafe Keysym(rawValue: xkb_state_key_get_one_sym(state, code))
        guard keysym.rawValue != 0 else { return nil }
        let isLatin = unsafe isLatin(xkb_state_key_get_layout(state, code)) && !keysym.isFromOtherScript
        let latin = isLatin ? nil : latinKeysym(code)
        return KeyPress(
            keysym: keysym, latinKeysym: latin == keysym ? nil : latin, modifiers: modifiers,
            isRepeat: isRepeat)
    }

    /// The modifiers that are held or locked now.
    var modifiers: Modifiers {
        let names: [(String, Modifiers)] = [
            (XKB_MOD_NAME_SHIFT, .shift), (XKB_MOD_NAME_CTRL, .control), (XKB_MOD_NAME_ALT, .alt),
            (XKB_MOD_NAME_LOGO, .logo),
        ]
        var modifiers: Modifiers = []
        for (name, modifier) in names
        where unsafe xkb_state_mod_name_is_active(state, name, XKB_STATE_MODS_EFFECTIVE) > 0 {
            modifiers.insert(modifier)
        }
        return modifiers
    }

    /// Finds the meaning of a key in the first layout with Latin letters where it is a Latin character, or, where no layout has such letters, by its place.
    private func latinKeysym(_ code: UInt32) -> Keysym? {
        let layouts = unsafe (0..<xkb_keymap_num_layouts(keymap)).filter(isLatin)
        guard !layouts.isEmpty else { return placeKeysym(code) }
        let signs = layouts.lazy.compactMap { [self] layout in
            unsafe keysym(code, layout, level: xkb_state_key_get_level(state, code, layout))
        }
        return signs.first { (0x20...0x7e).contains($0) }.map { Keysym(rawValue: $0) }
    }

    /// Tells whether a layout has Latin letters, as those of other scripts that have some Latin signs do not.
    private func isLatin(_ layout: UInt32) -> Bool {
        (16...50).contains { key in
            keysym(Self.code(key), layout, level: 0).map { (0x61...0x7a).contains($0) } == true
        }
    }

    /// Finds the only meaning of a key in a layout.
    private func keysym(_ code: UInt32, _ layout: UInt32, level: UInt32) -> UInt32? {
        var keysyms: UnsafePointer<xkb_keysym_t>?
        let count = unsafe xkb_keymap_key_get_syms_by_level(keymap, code, layout, level, &keysyms)
        return unsafe count == 1 ? keysyms?[0] : nil
    }

    /// Finds the meaning that a key would have on an American keyboard, by its row and column (ISO/IEC 9995): `AD01` has the place of Q.
    ///
    /// Keyboards on a screen, whose numbers of keys mean no place, have other names.
    private func placeKeysym(_ code: UInt32) -> Keysym? {
        let name = unsafe xkb_keymap_key_get_name(keymap, code).map { unsafe String(cString: $0) } ?? ""
        let isShifted = modifiers.contains(.shift)
        let row: String? =
            switch name.prefix(2) {
            case "AE": isShifted ? "!@#$%^&*()_+" : "1234567890-="
            case "AD": isShifted ? "QWERTYUIOP{}" : "qwertyuiop[]"
            case "AC": isShifted ? "ASDFGHJKL:\"" : "asdfghjkl;'"
            case "AB": isShifted ? "ZXCVBNM<>?" : "zxcvbnm,./"
            default: nil
            }
        guard let signs = row?.utf8, let column = Int(name.dropFirst(2)), column > 0 else { return nil }
        return signs.dropFirst(column - 1).first.map { Keysym(rawValue: UInt32($0)) }
    }

    /// Converts a key to XKB's number: it counts from 8, as X11 did.
    private static func code(_ key: UInt32) -> UInt32 { key &+ 8 }
}

extension Keysym {
    /// True for characters outside ASCII; false for keys without a character (function keys, arrows, modifiers, media
    /// keys).
    fileprivate var isFromOtherScript: Bool {
        !(0x20...0x7e).contains(rawValue) && !(0xfd00...0xffff).contains(rawValue) && rawValue < 0x1000_0000
            || (0x0100_0000...0x0110_ffff).contains(rawValue)
    }
}
