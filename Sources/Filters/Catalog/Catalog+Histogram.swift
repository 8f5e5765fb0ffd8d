extension Catalog {
    static let histogram: [CatalogEntry] = []
}
