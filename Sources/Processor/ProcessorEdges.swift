internal import ProcessorVectors

/// Sobel's operator on a plane of luma.
package struct ProcessorEdges: Sendable {
    /// The factor of a slope's length in codes.
    let scale: Float
    /// True when edges are dark on white.
    let isInverted: Bool
    /// True when black and white are the codes 16 and 235, beyond which nothing is seen.
    let isLimited: Bool

    /// Makes the operator.
    package init(scale: Float, isInverted: Bool, isLimited: Bool) {
        (self.scale, self.isInverted, self.isLimited) = (scale, isInverted, isLimited)
    }

    /// Filters a plane.
    package func apply(_ source: ProcessorPicture.Plane, to target: ProcessorPicture.Plane) {
        unsafe RowSpread.spread(source, target) { source, target, rows in
            unsafe processor_edges(&source, &target, scale, isInverted, isLimited, rows.first, rows.end)
        }
    }
}
