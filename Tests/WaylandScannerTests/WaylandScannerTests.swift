// WaylandScannerTests
