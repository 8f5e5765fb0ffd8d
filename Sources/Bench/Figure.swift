internal import Foundation

/// The forms that numbers have in tables.
enum Figure {
    static func plain(_ value: Double?, _ digits: Int = 1) -> String {
        guard let value, value.isFinite else { return "–" }
        return String(format: "%.\(digits)f", value)
    }

    static func milliseconds(_ value: Double?, _ digits: Int = 1) -> String {
        value == nil ? "–" : "\(plain(value, digits)) ms"
    }

    static func ratio(_ value: Double?) -> String { value == nil ? "–" : "\(plain(value, 2))×" }

    static func percent(_ value: Double?, _ digits: Int = 1) -> String {
        value == nil ? "–" : "\(plain(value.map { $0 * 100 }, digits)) %"
    }

    static func megabytes(_ value: Int?) -> String { value.map { "\($0 / 1_000_000) MB" } ?? "–" }
}
