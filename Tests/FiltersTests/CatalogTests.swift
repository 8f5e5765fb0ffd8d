import Testing

@testable import Filters

/// The table of operations.
@Suite struct CatalogTests {
    @Test(arguments: [
        ("GaussianBlur", "gaussian-blur"), ("HSBAdjustment", "hsb-adjustment"),
        ("Convolution3x3", "convolution3x3"),
        ("iOSBlur", "i-os-blur"), ("CGAColorspaceFilter", "cga-colorspace-filter"),
    ])
    func namesAreInKebabCase(className: String, name: String) {
        #expect(CatalogEntry.kebab(className) == name)
    }

    @Test func everyNameStandsOnce() {
        #expect(Set(Catalog.entries.map(\.name)).count == Catalog.entries.count)
    }

    @Test func everyClassIsNamedInItsRow() {
        for entry in Catalog.entries { #expect(entry.make().name == entry.className) }
    }

    @Test func aNearNameIsSuggested() {
        #expect(
            throws: FilterError.unknownOperation("brightness-adjustmnt", similar: ["brightness-adjustment"])
        ) {
            try Catalog.entry(named: "brightness-adjustmnt")
        }
    }
}
