/// The way in which a drawing reads a picture's samples.
package enum PlaneAccess: Sendable {
    /// Sampled images, in the fragment stage.
    case textures
    /// Storage buffers, in the compute stage.
    case buffers
    /// Memory, by the processor.
    case memory
}
