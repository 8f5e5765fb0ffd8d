internal import HostBodies
internal import VulkanCore

/// Sobel's operator on a plane of luma.
struct HostEdges: Sendable {
    /// The factor of a slope's length in codes.
    let scale: Float
    /// True when edges are dark on white.
    let isInverted: Bool

    /// Filters a plane.
    func apply(_ source: HostPicture.Plane, to target: HostPicture.Plane) {
        unsafe HostRows.spread(source, target) { source, target, rows in
            unsafe host_edges(&source, &target, scale, isInverted, rows.first, rows.end)
        }
    }
}
