extension Catalog {
    static let generator: [CatalogEntry] = []
}
