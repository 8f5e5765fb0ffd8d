internal import LinuxIO

/// Reads a text that a driver wrote into a fixed array of bytes.
///
/// - Parameter field: The array, as Swift imports it: a tuple.
/// - Returns: The text up to the first zero, or the whole field where a driver forgot it; damaged characters
///   are replaced, and those that would steer a terminal left out.
func text<Field>(_ field: Field) -> String { fieldText(field).withoutControls }

extension Set<String> {
    /// Inserts a name, with a number behind it where it is taken: the second gets 2.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - separator: The mark between the name and its number.
    /// - Returns: The name that was inserted.
    mutating func insertUnique(_ name: String, numberedAfter separator: String) -> String {
        var (candidate, number) = (name, 2)
        while !insert(candidate).inserted {
            candidate = "\(name)\(separator)\(number)"
            number += 1
        }
        return candidate
    }
}
