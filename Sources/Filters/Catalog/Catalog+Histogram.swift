extension Catalog {
    static let histogram: [CatalogEntry] = [
        CatalogEntry(Histogram.self, .histogram) { Histogram() },
        CatalogEntry(HistogramDisplay.self, .histogram) { HistogramDisplay() },
        CatalogEntry(HistogramEqualization.self, .histogram) { HistogramEqualization() },
        CatalogEntry(ReferenceEqualization.self, .histogram, gpuImageName: "") { ReferenceEqualization() },
        CatalogEntry(HistogramSpecification.self, .histogram, gpuImageName: "") { HistogramSpecification() },
        CatalogEntry(HistogramMatching.self, .histogram, gpuImageName: "") { HistogramMatching() },
        CatalogEntry(CLAHE.self, .histogram, gpuImageName: "") { CLAHE() },
        CatalogEntry(HistogramExtractor.self, .histogram, gpuImageName: "") { HistogramExtractor() },
        CatalogEntry(AverageColorExtractor.self, .histogram) { AverageColorExtractor() },
        CatalogEntry(AverageLuminanceExtractor.self, .histogram) { AverageLuminanceExtractor() },
        CatalogEntry(AverageLuminanceThreshold.self, .histogram) { AverageLuminanceThreshold() },
    ]
}
