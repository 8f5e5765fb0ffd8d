internal import ProcessorVectors

/// Means over squares of pixels.
struct ProcessorMean: Sendable {
    /// The number of pixels on either side of the middle one.
    let radius: Int

    /// Filters a plane.
    func apply(_ source: ProcessorPicture.Plane, to target: ProcessorPicture.Plane) {
        let across = ends(source.columnShift)
        let down = ends(source.rowShift)
        let box = ProcessorBox(
            acrossRadius: across.radius, downRadius: down.radius, acrossEnd: across.quarters,
            downEnd: down.quarters)
        unsafe RowSpread.spread(source, target) { source, target, rows in
            var box = box
            unsafe processor_box(&source, &target, &box, rows.first, rows.end)
        }
    }

    /// The radius in samples, and how many quarters of one more there are at either end.
    ///
    /// Of samples that two pixels share, a pixel between two of them counts half for each.
    private func ends(_ shift: Int) -> (radius: Int32, quarters: Int32) {
        guard shift == 1 else { return (Int32(radius), 0) }
        return radius % 2 == 0 ? (Int32(radius / 2 - 1), 3) : (Int32(radius / 2), 1)
    }
}
