extension Catalog {
    static let analysis: [CatalogEntry] = []
}
