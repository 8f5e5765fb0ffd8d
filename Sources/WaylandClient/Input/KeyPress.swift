/// A key that went down, in the words of the active keyboard layout.
public struct KeyPress: Sendable, Equatable {
    /// The meaning of the key now: layout, level and locks applied; `C` and not `c` while Shift is held.
    public let keysym: Keysym
    /// The meaning in the first Latin layout of the keyboard, when the active layout is of another script: it lets a
    /// key named by a Latin letter work on a Greek keyboard, too.
    ///
    /// Where no layout of the keyboard is Latin, it is the meaning at the key's place on an American keyboard.
    public let latinKeysym: Keysym?
    /// The modifiers that are held with it.
    public let modifiers: Modifiers
    /// True when the key is held and this is not its first press.
    public let isRepeat: Bool

    /// Makes a key press, for example for a test.
    ///
    /// - Parameters:
    ///   - keysym: The meaning of the key.
    ///   - latinKeysym: The meaning in a Latin layout, when the active one is of another script.
    ///   - modifiers: The modifiers that are held with it.
    ///   - isRepeat: True when it is held.
    public init(
        keysym: Keysym, latinKeysym: Keysym? = nil, modifiers: Modifiers = [], isRepeat: Bool = false
    ) {
        self.keysym = keysym
        self.latinKeysym = latinKeysym
        self.modifiers = modifiers
        self.isRepeat = isRepeat
    }
}

/// Keys that change the meaning of others.
public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, one for each modifier.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Either Shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// Either Control key.
    public static let control = Modifiers(rawValue: 2)
    /// The Alt key.
    public static let alt = Modifiers(rawValue: 4)
    /// The key with the logo (Super).
    public static let logo = Modifiers(rawValue: 8)
}
