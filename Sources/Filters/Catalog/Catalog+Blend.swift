extension Catalog {
    static let blend: [CatalogEntry] = []
}
