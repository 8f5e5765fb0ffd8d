/// How a drawing reads a picture's samples.
package enum PlaneAccess: Sendable {
    /// From sampled images, in the fragment stage.
    case textures
    /// From storage buffers, in the compute stage.
    case buffers
    /// By the processor, from memory.
    case memory
}
