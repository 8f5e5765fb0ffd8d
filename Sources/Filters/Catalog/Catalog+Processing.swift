extension Catalog {
    static let processing: [CatalogEntry] = []
}
