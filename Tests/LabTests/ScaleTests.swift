internal import TestSupport
internal import Testing

extension LabTests {
    /// Outputs of whole and fractional scales under a compositor that enforces the protocols.
    @Suite struct Scales {
        private static let source = (width: 320.0, height: 180.0)

        /// By names that the step gives: the scale, the window's size in logical units, and the moment.
        static let pictures =
            ["1.5-301x201-first"]
            + ["1", "1.25", "1.5", "1.75", "2"].flatMap { ["\($0)-333x187", "\($0)-241x241"] }
            + [
                "1.25-277x159-loop", "2-301x201-second", "1.25-301x201-back", "2-301x201-again",
                "2-630x420-full", "1.25-1008x672-moved", "1.25-333x187-unplugged", "1.5-241x241-plugged",
            ]

        @Test(
            "at each scale and odd size, the picture's edges are those of the screen's pixels",
            arguments: pictures)
        func edges(_ name: String) throws {
            let image = try Lab.step("scales").image(name)
            let window = try size(name)
            let scale = min(
                Double(window.width) / Self.source.width, Double(window.height) / Self.source.height)
            let width = Int((Self.source.width * scale).rounded())
            let height = Int((Self.source.height * scale).rounded())
            try expect(
                image,
                PixelRectangle(
                    x: (window.width - width) / 2, y: (window.height - height) / 2, width: width,
                    height: height))
        }

        @Test("keys that are pressed while there is no output count when there is one again")
        func keysWithoutOutputs() throws {
            let image = try Lab.step("scales").image("1.5-301x201-stretched")
            try expect(image, image.bounds)
        }

        @Test("no request is refused, and one viewer lives through it all")
        func oneViewer() throws {
            let step = try Lab.step("scales")
            #expect(try step.note("refused") == "0")
            #expect(try step.note("still") == step.note("viewer"))
            #expect(try step.note("exit") == "0")
        }

        /// The window's size in the screen's pixels; halves are rounded up.
        private func size(_ name: String) throws -> (width: Int, height: Int) {
            let parts = name.split(separator: "-")
            let scale = try #require(Double(parts[0]))
            let sides = parts[1].split(separator: "x").compactMap { Double($0) }.map {
                Int(($0 * scale).rounded())
            }
            return (sides[0], sides[1])
        }

        /// Looks for one color in a rectangle and for black around it.
        ///
        /// A column or a row that is shown in part is not in the picture that was taken.
        private func expect(_ image: Image, _ wanted: PixelRectangle) throws {
            let found = try #require(image.picture())
            let visible = PixelRectangle(
                x: wanted.x, y: wanted.y, width: min(wanted.width, image.width - wanted.x),
                height: min(wanted.height, image.height - wanted.y))
            #expect(found == visible)
            let color = image[image.width / 2, image.height / 2]
            let inside = image.cropped(to: found)
            let isEven = (0..<inside.height).allSatisfy { y in
                (0..<inside.width).allSatisfy { x in inside[x, y].distance(to: color) <= Bars.tolerance }
            }
            #expect(isEven, "the color at an edge is another one than \(color)")
        }
    }
}
