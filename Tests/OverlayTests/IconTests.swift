import Testing

@testable import Overlay

/// The symbols.
struct IconTests {
    @Test func eachHasAPath() {
        for icon in Icon.allCases { #expect(!icon.parts.isEmpty, "\(icon)") }
    }
}
