internal import ProcessorVectors

/// Means over squares of pixels.
package struct ProcessorMean: Sendable {
    /// The number of pixels on either side of the middle one.
    let radius: Int

    /// The largest radius.
    package static var radiusLimit: Int { Int(PROCESSOR_RADIUS_LIMIT) }

    /// Makes a mean.
    package init(radius: Int) { self.radius = radius }

    /// Filters a plane.
    package func apply(_ source: ProcessorPicture.Plane, to target: ProcessorPicture.Plane) {
        let box = ProcessorBox(
            acrossRadius: Int32(radius), downRadius: Int32(radius), acrossEnd: 0, downEnd: 0)
        unsafe RowSpread.spread(source, target) { source, target, rows in
            var box = box
            unsafe processor_box(&source, &target, &box, rows.first, rows.end)
        }
    }
}
