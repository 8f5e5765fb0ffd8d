extension Catalog {
    static let generator: [CatalogEntry] = [
        CatalogEntry(CheckerboardGenerator.self, .generator, gpuImageName: "") {
            CheckerboardGenerator(width: 640, height: 480)
        },
        CatalogEntry(CircleGenerator.self, .generator) { CircleGenerator(width: 640, height: 480) },
        CatalogEntry(CrosshairGenerator.self, .generator) { CrosshairGenerator(width: 640, height: 480) },
        CatalogEntry(LineGenerator.self, .generator) { LineGenerator(width: 640, height: 480) },
        CatalogEntry(PerlinNoise.self, .generator) { PerlinNoise(width: 640, height: 480) },
        CatalogEntry(SolidColorGenerator.self, .generator) { SolidColorGenerator(width: 640, height: 480) },
    ]
}
