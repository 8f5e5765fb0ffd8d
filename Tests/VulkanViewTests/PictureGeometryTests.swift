import Frames
import Testing
import VulkanCore

@testable import VulkanView

/// What pointers ask is what is drawn, for pictures, cells and choices drawn by lot.
@Suite struct PictureGeometryTests {
    private var noise = Noise(77)

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &noise) }
    private mutating func share() -> Double { Double.random(in: 0...1, using: &noise) }
    private mutating func turn() -> Rotation { Rotation.allCases.randomElement(using: &noise) ?? .none }

    private mutating func scene(_ options: ViewOptions) -> Scene {
        let size = PixelSize(width: number(1...4096), height: number(1...4096))
        let color = ColorDescription(matrix: .bt601, range: .full)
        var picture = Picture(format: .rgba, size: size, color: color)
        picture.sampleAspect = Rational(number(1...64), number(1...64))
        (picture.rotation, picture.isMirrored) = (turn(), Bool.random(using: &noise))
        (picture.appliedRotation, picture.wasMirroringApplied) = (turn(), Bool.random(using: &noise))
        let window = PixelSize(width: number(64...3840), height: number(64...2160))
        let layout = CellLayout(columns: number(1...3), rows: number(1...3), in: window)
        let cell = layout[number(0...layout.columns * layout.rows - 1)]
        return Scene(picture, Placement(of: picture, options, in: cell.size), cell: cell, window: window)
    }

    @Test mutating func whatIsUnderThePointerStaysThereToHalfAPixel() {
        var zooms = 0
        for _ in 0..<4000 {
            var options = ViewOptions()
            options.fillMode = FillMode.allCases.randomElement(using: &noise) ?? .fit
            (options.rotation, options.isMirrored) = (turn(), Bool.random(using: &noise))
            options.frameRotation = Bool.random(using: &noise) ? turn() : nil
            let scene = scene(options)
            let geometry = PictureGeometry(scene)
            let before = geometry.placement(options)
            #expect(before == scene.placement && geometry.shows(scene))
            // A point of the window within the picture.
            let seen = scene.rectangle
            let point = (
                x: Double(seen.x) + share() * Double(seen.size.width - 1),
                y: Double(seen.y) + share() * Double(seen.size.height - 1)
            )
            guard let place = geometry.point(x: point.x, y: point.y) else {
                Issue.record("\(point) is not in \(geometry.cell)")
                continue
            }
            let next = options.zoomed(by: 1 + 3 * share(), around: place, in: before)
            let after = geometry.placement(next)
            let (was, now) = (
                before.picturePoint(x: place.x, y: place.y), after.picturePoint(x: place.x, y: place.y)
            )
            let pixel = (
                x: (after.across.end - after.across.start) / Double(after.rectangle.size.width),
                y: (after.down.end - after.down.start) / Double(after.rectangle.size.height)
            )
            #expect(
                abs(now.x - was.x) <= pixel.x / 2 && abs(now.y - was.y) <= pixel.y / 2,
                "\(was) became \(now), \(options), \(scene.picture), \(geometry.cell)")
            zooms += next.crop == .whole ? 0 : 1
        }
        #expect(zooms > 3000)
    }

    @Test mutating func aPictureThatIsDraggedFollowsThePointer() {
        for _ in 0..<4000 {
            var options = ViewOptions()
            (options.rotation, options.isMirrored) = (turn(), Bool.random(using: &noise))
            options.crop = PictureRegion(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
            let geometry = PictureGeometry(scene(options))
            let before = geometry.placement(options)
            let (width, height) = (
                Double(before.rectangle.size.width), Double(before.rectangle.size.height)
            )
            let way = (x: (share() - 0.5) * width / 2, y: (share() - 0.5) * height / 2)
            let after = geometry.placement(options.moved(by: way, in: before))
            let (x, y) = (
                Double(before.rectangle.x) + width / 2, Double(before.rectangle.y) + height / 2
            )
            let was = before.picturePoint(x: x, y: y)
            let now = after.picturePoint(x: x + way.x, y: y + way.y)
            let pixel = (
                x: (after.across.end - after.across.start) / width,
                y: (after.down.end - after.down.start) / height
            )
            #expect(
                abs(now.x - was.x) <= pixel.x / 2 && abs(now.y - was.y) <= pixel.y / 2,
                "\(was) became \(now), \(options), \(geometry)")
        }
    }
}
