/// The places of keys.
enum KeyPlace {
    /// The keys by their signs on an American keyboard, with their numbers in `linux/input-event-codes.h`.
    private static let numbers: [String: UInt32] = {
        var places: [String: UInt32] = [
            "Escape": 1, "-": 12, "=": 13, "[": 26, "]": 27, "'": 40, "space": 57, "slash": 53, "F1": 59,
            "F11": 87,
            "BackSpace": 14, "Tab": 15, "Return": 28, "period": 52, "Home": 102, "Up": 103, "Left": 105,
            "Right": 106, "End": 107, "Down": 108, "Pause": 119, "Menu": 127, "Shift": 42,
        ]
        for (first, row) in [(2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")] {
            for (offset, key) in row.enumerated() { places["\(key)"] = UInt32(first + offset) }
        }
        return places
    }()

    /// Finds a key's number.
    ///
    /// - Parameter key: The key's sign on an American keyboard: `c`, `1`, `slash`, `space`, `F11`.
    /// - Throws: ``WireError`` for a key that is not listed.
    /// - Returns: The number in `linux/input-event-codes.h`.
    static func number(of key: String) throws -> UInt32 {
        guard let number = numbers[key] else { throw WireError(description: "there is no key \(key)") }
        return number
    }
}
