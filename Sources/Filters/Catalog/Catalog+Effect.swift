extension Catalog {
    static let effect: [CatalogEntry] = []
}
