extension Catalog {
    static let analysis: [CatalogEntry] = [
        CatalogEntry(CannyEdgeDetection.self, .analysis) { CannyEdgeDetection() },
        CatalogEntry(HarrisCornerDetector.self, .analysis) { HarrisCornerDetector() },
        CatalogEntry(NobleCornerDetector.self, .analysis) { NobleCornerDetector() },
        CatalogEntry(ShiTomasiFeatureDetector.self, .analysis) { ShiTomasiFeatureDetector() },
        CatalogEntry(FASTCornerDetection.self, .analysis) { FASTCornerDetection() },
        CatalogEntry(HoughTransformLineDetector.self, .analysis) { HoughTransformLineDetector() },
        CatalogEntry(ParallelCoordinateLineTransform.self, .analysis) { ParallelCoordinateLineTransform() },
        CatalogEntry(MotionDetector.self, .analysis) { MotionDetector() },
    ]
}
