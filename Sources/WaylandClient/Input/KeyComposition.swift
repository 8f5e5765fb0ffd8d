internal import CXKBCommon
public import LinuxIO

/// The letters that several keys make together: dead keys and the Compose key, by the user's table (libxkbcommon).
///
/// A program gives it each key that is pressed while a text is typed, but for those that Control, Alt or Super make a command, and resets it when the
/// text is left. Confined to one thread.
@safe public final class KeyComposition {
    private let state: OpaquePointer

    /// Reads the user's own table (`XCOMPOSEFILE`, `~/.XCompose`), or else that of the user's language, or else the common one.
    ///
    /// The result is nil where the system has no tables, whose folder is `/usr/share/X11/locale`.
    ///
    /// - Parameter environment: The user's language.
    public init?(_ environment: UserEnvironment = UserEnvironment()) {
        guard let context = KeyContext() else { return nil }
        func read(_ locale: String) -> OpaquePointer? {
            unsafe xkb_compose_table_new_from_locale(context.handle, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
        guard let table = unsafe environment.typingLocale.flatMap({ unsafe read($0) }) ?? read("C") else {
            return nil
        }
        // The state keeps the table.
        defer { unsafe xkb_compose_table_unref(table) }
        guard let state = unsafe xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
        unsafe self.state = state
    }

    deinit { unsafe xkb_compose_state_unref(state) }

    /// Takes a key that is pressed.
    ///
    /// - Parameter keysym: Its meaning.
    /// - Returns: The letters of the sequence that the key completes; an empty text within a sequence, and for a key that breaks one; nil for a key
    ///   outside of all sequences.
    public func take(_ keysym: Keysym) -> String? {
        // Modifiers come in between.
        guard unsafe xkb_compose_state_feed(state, keysym.rawValue) == XKB_COMPOSE_FEED_ACCEPTED else {
            return nil
        }
        switch unsafe xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_NOTHING: return nil
        case XKB_COMPOSE_COMPOSED:
            // Tables have at most 256 bytes for a sequence.
            return unsafe String(mostBytes: 257) { unsafe xkb_compose_state_get_utf8(state, $0, $1) } ?? ""
        default: return ""
        }
    }

    /// Forgets the keys of a sequence that is not complete.
    public func reset() { unsafe xkb_compose_state_reset(state) }
}
