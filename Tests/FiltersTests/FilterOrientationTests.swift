import Filters
import Frames
import Testing

/// A camera's picture that must be turned is filtered as if it had come upright; case 19.
@Suite struct FilterOrientationTests {
    /// Operations with a direction or a place in the picture, which a turn in the wrong order would show.
    static let directional: [(name: String, settings: [String: [Float]])] = [
        ("MotionBlur", ["blurAngle": [30]]), ("ZoomBlur", ["blurCenter": [0.2, 0.3]]), ("EmbossFilter", [:]),
        ("SobelEdgeDetection", [:]), ("LocalBinaryPattern", [:]), ("ColorLocalBinaryPattern", [:]),
        ("TiltShift", ["topFocusLevel": [0.1], "bottomFocusLevel": [0.3]]), ("CannyEdgeDetection", [:]),
        ("SwirlDistortion", ["center": [0.2, 0.3]]), ("BulgeDistortion", ["center": [0.8, 0.3]]),
        ("PixellatePosition", ["center": [0.2, 0.7]]), ("Vignette", ["center": [0.3, 0.2]]),
        ("Crop", ["cropSizeInPixels": [10, 7], "locationOfCropInPixels": [3, 5]]),
        ("CLAHE", ["tilesAcross": [3], "tilesDown": [2]]), ("GaussianBlur", [:]),
        ("TransformOperation", ["transform": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]]),
    ]

    let studio: FilterStudio

    init() throws { studio = try FilterStudio() }

    @Test(arguments: [Rotation.none, .clockwise90, .half, .clockwise270], [false, true])
    func turningBeforeAndAfterFilteringIsTheSame(rotation: Rotation, isMirrored: Bool) throws {
        let upright = TestPicture.noise(32, 20)
        let frame = upright.frame(stored: rotation, isMirrored: isMirrored)
        for (name, settings) in Self.directional {
            let operation = try Catalog.entry(named: name).make()
            for (parameter, value) in settings {
                let found = try #require(operation.parameters.first { $0.name == parameter }, "\(name)")
                found.parameter.set(components: value)
            }
            let result = try studio.run(operation, frame)
            #expect(try result.distance(to: studio.run(name, [upright], settings)) <= 1, "\(name)")
        }
    }
}

extension TestPicture {
    /// The picture as a camera's that must be turned and mirrored to be this one.
    func frame(stored rotation: Rotation, isMirrored: Bool) -> Frame {
        var stored = isMirrored ? mirrored : self
        let turns = [Rotation.none: 0, .clockwise270: 1, .half: 2, .clockwise90: 3][rotation] ?? 0
        for _ in 0..<turns { stored = stored.turned }
        let layout = FrameLayout(
            format: .bgrx, size: PixelSize(width: stored.width, height: stored.height))
        let memory = TestMemory(count: layout.byteCount())
        let stride = layout.planes[0].stride
        for y in 0..<stored.height {
            for x in 0..<stored.width {
                let (pixel, place) = (stored.pixel(x, y), y * stride + x * 4)
                for (index, code) in [pixel.z, pixel.y, pixel.x, 255].enumerated() {
                    memory.bytes[place + index] = code
                }
            }
        }
        return Frame(
            buffer: FrameBuffer(index: 0, memories: [memory.bytes], owner: memory),
            byteCount: layout.byteCount(), layout: layout, color: .assumed(for: .bgrx, height: stored.height),
            rotation: rotation, isMirrored: isMirrored,
            timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
            sequence: 0, recycler: nil)
    }
}
