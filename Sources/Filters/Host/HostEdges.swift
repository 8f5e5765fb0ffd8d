internal import HostBodies
internal import VulkanCore

/// Sobel's operator on a plane of luma.
struct HostEdges: Sendable {
    /// What a slope's length in codes is multiplied with.
    let scale: Float
    /// Whether edges are dark on white.
    let isInverted: Bool

    /// Filters a plane.
    func apply(_ source: HostPicture.Plane, to target: HostPicture.Plane) {
        unsafe HostRows.spread(source, target) { source, target, rows in
            unsafe host_edges(&source, &target, scale, isInverted, rows.first, rows.end)
        }
    }
}

extension PlanBuilder {
    /// A camera's edges as a grey picture, by the processor; nil where it is not the device or sees no plane of luma.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - strength: What a slope's length is multiplied with, asked for each frame.
    ///   - isInverted: Whether edges are dark on white.
    /// - Returns: The edges.
    func hostEdges(
        _ image: PlanImage, strength: @escaping @Sendable () -> Float, isInverted: Bool
    ) -> PlanImage? {
        guard let traits = image.hostTraits, case .planes(let planes) = traits.samples,
            planes.arrangement.hasSeparateLuma
        else { return nil }
        // Black and white may be the codes 16 and 235.
        let range = Float(planes.weights.red.x) / 8192
        return hostGrey("Edges", image) { source, target in
            guard let luma = source.planes.first, let grey = target.planes.first else { return }
            let strength = strength()
            HostEdges(scale: (strength.isFinite ? strength : 0) * range, isInverted: isInverted)
                .apply(luma, to: grey)
        }
    }
}
