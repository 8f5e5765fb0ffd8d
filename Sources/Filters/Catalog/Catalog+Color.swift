extension Catalog {
    static let color: [CatalogEntry] = [
        CatalogEntry(BrightnessAdjustment.self, .color) { BrightnessAdjustment() }
    ]
}
