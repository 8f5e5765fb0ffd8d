internal import Frames
internal import VulkanCore

/// What a draw of the quad passes to its shaders as push constants; the layout is that of QuadConstants.glsl.
struct QuadConstants: BitwiseCopyable {
    /// Position in clip space and place in the picture in pixels, four times.
    var vertices: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    /// The picture in pixels.
    var size: SIMD2<Int32>

    /// Bytes that the shaders see, without Swift's padding at the end; every device has 128.
    static let byteCount: UInt32 = 72

    init(_ picture: Picture, _ placement: Placement) {
        let (width, height) = (Float(picture.size.width), Float(picture.size.height))
        let corners = placement.vertices.map { SIMD4($0.x, $0.y, $0.u * width, $0.v * height) }
        vertices = (corners[0], corners[1], corners[2], corners[3])
        size = SIMD2(Int32(picture.size.width), Int32(picture.size.height))
    }
}
