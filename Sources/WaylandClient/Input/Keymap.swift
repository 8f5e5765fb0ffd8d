internal import CXKBCommon
internal import LinuxIO

/// The compositor's keymap and the state of its modifiers and layouts (libxkbcommon).
@safe final class Keymap {
    private let context: OpaquePointer
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
        guard let context = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
        // Complaints about keymaps would go to stderr.
        unsafe xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        let characters = unsafe text.bytes.bindMemory(to: CChar.self)
        let length = unsafe characters.firstIndex(of: 0) ?? characters.count
        guard
            let keymap = unsafe xkb_keymap_new_from_buffer(
                context, characters.baseAddress, length, XKB_KEYMAP_FORMAT_TEXT_V1,
                XKB_KEYMAP_COMPILE_NO_FLAGS)
        else {
            unsafe xkb_context_unref(context)
            return nil
        }
        guard let state = unsafe xkb_state_new(keymap) else {
            unsafe xkb_keymap_unref(keymap)
            unsafe xkb_context_unref(context)
            return nil
        }
        unsafe self.context = context
        unsafe self.keymap = keymap
        unsafe self.state = state
    }

    deinit {
        unsafe xkb_state_unref(state)
        unsafe xkb_keymap_unref(keymap)
        unsafe xkb_context_unref(context)
    }

    /// Takes over the compositor's state of modifiers and layouts (`xkb_state_update_mask`).
    func update(depressed: UInt32, latched: UInt32, locked: UInt32, layout: UInt32) {
        unsafe _ = xkb_state_update_mask(state, depressed, latched, locked, 0, 0, layout)
    }

    /// Tells whether a key repeats while it is held; modifiers do not.
    func repeats(_ key: UInt32) -> Bool { unsafe xkb_keymap_key_repeats(keymap, Self.code(key)) != 0 }

    /// Finds the meaning of a key now; nil when it has none.
    func press(_ key: UInt32, isRepeat: Bool) -> KeyPress? {
        let keysym = unsafe Keysym(rawValue: xkb_state_key_get_one_sym(state, Self.code(key)))
        guard keysym.rawValue != 0 else { return nil }
        let latin = keysym.isFromOtherScript ? latinKeysym(key) : nil
        return KeyPress(keysym: keysym, latinKeysym: latin, modifiers: modifiers, isRepeat: isRepeat)
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

    /// Finds the meaning of a key in the first layout where it is a Latin character.
    private func latinKeysym(_ key: UInt32) -> Keysym? {
        let code = Self.code(key)
        for layout in 0..<(unsafe xkb_keymap_num_layouts_for_key(keymap, code)) {
            let level = unsafe xkb_state_key_get_level(state, code, layout)
            var keysyms: UnsafePointer<xkb_keysym_t>?
            let count = unsafe xkb_keymap_key_get_syms_by_level(keymap, code, layout, level, &keysyms)
            if count == 1, let keysyms = unsafe keysyms, (0x20...0x7e).contains(unsafe keysyms[0]) {
                return Keysym(rawValue: unsafe keysyms[0])
            }
        }
        return nil
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
