internal import CXKBCommon

/// The meaning of a key as X11 and Wayland number it (`xkb_keysym_t`).
public struct Keysym: Hashable, Sendable, CustomStringConvertible {
    /// The number; Latin-1 characters have their own code.
    public let rawValue: UInt32

    /// Makes a keysym from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Finds a keysym by name, for example `c`, `space`, `F11` or `Escape` (`xkb_keysym_from_name`).
    ///
    /// The result is nil for a name that does not exist.
    ///
    /// - Parameter name: The name as in `xkbcommon-keysyms.h`, without `XKB_KEY_`.
    public init?(name: String) {
        let number = unsafe xkb_keysym_from_name(name, XKB_KEYSYM_NO_FLAGS)
        guard number != 0 else { return nil }
        rawValue = number
    }

    /// The name (`xkb_keysym_get_name`).
    public var description: String {
        unsafe String(mostBytes: 64) { unsafe xkb_keysym_get_name(rawValue, $0, $1) } ?? "keysym \(rawValue)"
    }

    /// The letters that it types (`xkb_keysym_to_utf8`); nil for a key that types none, or a control character.
    public var text: String? {
        guard let text = unsafe String(mostBytes: 8, { unsafe xkb_keysym_to_utf8(rawValue, $0, $1) }),
            let first = text.unicodeScalars.first, first.value >= 0x20, first.value != 0x7f
        else { return nil }
        return text
    }

    /// The small letter of a capital one; any other keysym itself (`xkb_keysym_to_lower`).
    public var lowercase: Keysym { Keysym(rawValue: xkb_keysym_to_lower(rawValue)) }
}

extension String {
    /// Takes a text that libxkbcommon writes; nil where it writes none.
    init?(mostBytes: Int, _ write: (UnsafeMutablePointer<CChar>, Int) -> Int32) {
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: mostBytes) { text in
            guard let start = text.baseAddress, unsafe write(start, text.count) > 0 else {
                return nil as String?
            }
            return unsafe String(cString: start)
        }
        guard let text else { return nil }
        self = text
    }
}
