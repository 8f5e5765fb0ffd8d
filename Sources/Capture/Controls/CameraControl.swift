internal import CV4L2
internal import LinuxIO

/// A control of a camera as it is now: what it is, what it can be, and its value.
public struct CameraControl: Sendable, Hashable, Codable {
    /// The kinds of values (`enum v4l2_ctrl_type`).
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A number of 32 bits.
        case integer
        /// A number of 64 bits.
        case integer64
        /// On or off.
        case boolean
        /// One of several named entries.
        case menu
        /// One of several numbers.
        case integerMenu
        /// Something to do; it has no value, and any that is set does it.
        case button
        /// Bits that may be set.
        case bitmask
        /// A text.
        case text
        /// An array or a structure, which is told and neither read nor set.
        case compound
    }

    /// An entry of a menu.
    public struct Entry: Sendable, Hashable, Codable {
        /// The value that chooses it; those between may be missing.
        public let index: Int64
        /// The driver's words, or the number of an ``Kind/integerMenu``.
        public let name: String
    }

    /// The number.
    public let number: ControlNumber
    /// The driver's name.
    public let name: String
    /// The name to write on a command line: lower case, words joined by `_`, none twice for one camera.
    public let key: String
    /// The driver's name of the group that it belongs to; empty where it has none.
    public let group: String
    /// The kind of value.
    public let kind: Kind
    /// The smallest value; of a text, the least number of bytes.
    public internal(set) var least: Int64
    /// The largest value; of a text, the largest number of bytes; of a bitmask, the bits that may be set.
    public internal(set) var most: Int64
    /// The distance from one value to the next, 1 or more.
    public internal(set) var step: UInt64
    /// The value that the driver begins with; nil for buttons, texts and compound ones.
    public internal(set) var initial: ControlValue?
    /// The value now; nil where there is none, or where it cannot be read.
    public internal(set) var value: ControlValue?
    /// The menu's entries; empty for other kinds.
    public let entries: [Entry]
    /// The number of elements; 1 for all but compound ones.
    public let elementCount: Int
    /// The driver's remarks.
    public internal(set) var remarks: Remarks

    /// The remarks of a driver on a control (`V4L2_CTRL_FLAG_…`).
    public struct Remarks: OptionSet, Sendable, Hashable, Codable {
        /// The kernel's bits.
        public let rawValue: UInt32

        /// Takes the kernel's bits.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// It cannot be set while the camera streams, or another program holds it.
        public static let grabbed = Self(rawValue: UInt32(V4L2_CTRL_FLAG_GRABBED))
        /// It can be read only.
        public static let readOnly = Self(rawValue: UInt32(V4L2_CTRL_FLAG_READ_ONLY))
        /// Others may change when it does.
        public static let changesOthers = Self(rawValue: UInt32(V4L2_CTRL_FLAG_UPDATE))
        /// It has no effect now, since another one chooses.
        public static let inactive = Self(rawValue: UInt32(V4L2_CTRL_FLAG_INACTIVE))
        /// It can be set only.
        public static let writeOnly = Self(rawValue: UInt32(V4L2_CTRL_FLAG_WRITE_ONLY))
        /// It changes by itself, without any news.
        public static let volatile = Self(rawValue: UInt32(V4L2_CTRL_FLAG_VOLATILE))
    }

    /// True when it can be set now, be it after what chooses for it is set to manual.
    public var isSettable: Bool {
        kind != .compound && remarks.isDisjoint(with: [.readOnly, .grabbed])
    }

    /// Tells whether the camera chooses the value now, or some switch on it, and nobody who sets it.
    ///
    /// - Parameter controls: All controls of the camera, among them the one that may choose for this one.
    /// - Returns: True for a value that changes without anybody's wish.
    public func isChosenByCamera(among controls: [CameraControl]) -> Bool {
        guard remarks.isDisjoint(with: [.inactive, .volatile, .readOnly]) else { return true }
        // Some drivers do not remark it.
        guard let automatic = AutomaticControl.automatic(for: number),
            let chooser = controls.first(where: { $0.number == automatic.number })
        else { return false }
        return chooser.value != automatic.manual
    }

    /// The range as a person reads it: `0…255 in steps of 5`, or a menu's entries.
    public var range: String {
        switch kind {
        case .boolean: "on or off"
        case .menu, .integerMenu: entries.map { "\($0.index) (\($0.name))" }.joined(separator: ", ")
        case .button: "press"
        case .text: "\(least) to \(most) bytes"
        case .bitmask: "bits of 0x\(String(UInt32(truncatingIfNeeded: most), radix: 16))"
        case .compound: "\(elementCount) elements"
        case .integer, .integer64: "\(least)…\(most)" + (step > 1 ? " in steps of \(step)" : "")
        }
    }
}

extension CameraControl {
    /// Brings a wish into the form that the camera takes.
    ///
    /// - Parameter wish: A value; for a menu, also an entry's name; for on and off, also 1 and 0, and the words; of an integer, the
    ///   nearest step is taken.
    /// - Returns: The value to set.
    /// - Throws: ``CaptureFault/Kind/unsupported``, with what can be set.
    public func value(for wish: ControlValue) throws(CaptureFault) -> ControlValue {
        let number = wish.number ?? Self.number(in: "\(wish)")
        switch kind {
        case .button: return .integer(0)
        case .compound:
            throw CaptureFault(
                .unsupported, "\(key) is \(elementCount) elements of a kind that cannot be set here")
        case .boolean:
            let word = "\(wish)".lowercased()
            if number == 1 || ["on", "true", "yes"].contains(word) { return .boolean(true) }
            if number == 0 || ["off", "false", "no"].contains(word) { return .boolean(false) }
        case .menu, .integerMenu:
            // A name goes first: that of an integer menu's entry is a number, too.
            if case .text(let name) = wish, let entry = entry(named: name) { return .integer(entry.index) }
            if let number, entries.contains(where: { $0.index == number }) { return .integer(number) }
        case .bitmask:
            let bits = UInt64(bitPattern: most)
            if let number, number >= 0, UInt64(number) & ~(bits & 0xffff_ffff) == 0 {
                return .integer(number)
            }
        case .text:
            let text = "\(wish)"
            if (least...max(least, most)).contains(Int64(text.utf8.count)) { return .text(text) }
        case .integer, .integer64:
            if let number, (least...most).contains(number) { return .integer(stepped(number)) }
        }
        throw CaptureFault(.unsupported, "\(key) cannot be '\(wish)'; it takes \(range)")
    }

    private func entry(named name: String) -> Entry? {
        entries.first { $0.name == name } ?? entries.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Finds the step that is nearest to a number within the range; of two the upper one, as the kernel does.
    private func stepped(_ number: Int64) -> Int64 {
        let (above, step) = (UInt64(bitPattern: number &- least), max(1, self.step))
        let rest = above % step
        let lower = number &- Int64(bitPattern: rest)
        guard rest >= step - step / 2 else { return lower }
        let (upper, isTooLarge) = lower.addingReportingOverflow(Int64(clamping: step))
        return isTooLarge || upper > most ? lower : upper
    }

    /// Reads a decimal number, or a hexadecimal one that begins with `0x`.
    private static func number(in text: String) -> Int64? {
        text.lowercased().hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    }
}

extension CameraControl: CustomStringConvertible {
    /// The name with the value and the range: `brightness 128 (0…255)`.
    public var description: String { "\(key) \(value.map { "\($0)" } ?? "–") (\(range))" }
}
