internal import TestSupport
internal import Testing

extension LabTests {
    /// Where the picture of 320x180 lies in windows of several shapes.
    @Suite struct Placement {
        static let sizes = ["640x360", "500x400", "301x401", "641x201", "181x121"]
        private static let source = (width: 320.0, height: 180.0)

        @Test("fit shows all of the picture between exactly black bars", arguments: sizes)
        func fit(_ size: String) throws {
            let image = try Lab.step("placement").image("\(size)-fit-white")
            let found = try #require(image.picture())
            let (left, width) = span(image.width, scale(image, min))
            let (top, height) = span(image.height, scale(image, min), of: Self.source.height)
            #expect(abs(Double(found.x) - left) <= 1 && abs(Double(found.y) - top) <= 1, "\(found)")
            #expect(abs(Double(found.width) - width) <= 1, "\(found)")
            #expect(abs(Double(found.height) - height) <= 1, "\(found)")
            let inside = image.cropped(to: found.inset(by: 2))
            // The driver's white, Y' 234, is 254.
            #expect(inside.pixels.allSatisfy { $0 >= 254 })
        }

        @Test("fill covers the window and cuts off the same on both sides", arguments: sizes)
        func fill(_ size: String) throws {
            try expectBars(size, "fill") { image, length, source in
                span(length, scale(image, max), of: source)
            }
        }

        @Test("fit keeps the bars in their places", arguments: sizes)
        func fitBars(_ size: String) throws {
            try expectBars(size, "fit") { image, length, source in
                span(length, scale(image, min), of: source)
            }
        }

        @Test("stretch puts all of the picture on all of the window", arguments: sizes)
        func stretch(_ size: String) throws {
            try expectBars(size, "stretch") { _, length, _ in (0, Double(length)) }
        }

        private func scale(_ image: Image, _ choose: (Double, Double) -> Double) -> Double {
            choose(Double(image.width) / Self.source.width, Double(image.height) / Self.source.height)
        }

        private func span(
            _ length: Int, _ scale: Double, of source: Double = source.width
        ) -> (start: Double, length: Double) {
            ((Double(length) - source * scale) / 2, source * scale)
        }

        /// Looks for each visible bar's color close to both of its ends.
        private func expectBars(
            _ size: String, _ mode: String, span: (Image, Int, Double) -> (start: Double, length: Double)
        ) throws {
            let image = try Lab.step("placement").image("\(size)-\(mode)")
            // The wide window has lying bars, since upright ones look the same filled and stretched there.
            let isLying = size == "641x201"
            let across = isLying ? image.height : image.width
            let (start, length) = span(image, across, isLying ? Self.source.height : Self.source.width)
            for (bar, color) in (isLying ? Bars.bright : Bars.dim).enumerated() {
                for part in [0.15, 0.85] {
                    let place = Int(start + (Double(bar) + part) * length / 8)
                    guard (0..<across).contains(place) else { continue }
                    let found = isLying ? image[image.width / 2, place] : image[place, image.height / 2]
                    let difference = found.distance(to: color)
                    #expect(difference <= Bars.tolerance, "bar \(bar) at \(place): \(found), not \(color)")
                }
            }
        }
    }
}
