import Filters
import Testing

/// The group of two tables and a veil, and files that take the tables' place.
@Suite(.serialized) struct SoftEleganceTests {
    /// A lookup picture that exchanges red and blue, and takes half of green.
    private let lookup = TestPicture(512, 512) { x, y in
        let (red, green, blue) = (x % 64, y % 64, y / 64 * 8 + x / 64)
        return [UInt8(blue * 255 / 63), UInt8(green * 255 / 126), UInt8(red * 255 / 63), 255]
    }

    @Test(arguments: FilterStudio.kinds) func itIsWhatItsPartsMakeTogether(isCPU: Bool) throws {
        let studio = try FilterStudio(isCPU: isCPU)
        let picture = TestPicture.noise(3, width: 45, height: 31)
        let elegance = SoftElegance()
        (elegance.blurRadiusInPixels, elegance.mix, elegance.intensity) = (4, 0.3, 0.8)
        let (first, second) = (
            ColorTableFilter(table: .softening), ColorTableFilter(table: .warming)
        )
        (first.intensity, second.intensity) = (0.8, 0.8)
        let (blur, blend) = (GaussianBlur(), AlphaBlend())
        (blur.blurRadiusInPixels, blend.mix) = (4, 0.3)
        try studio.source(picture) --> first
        first --> blend
        first --> blur --> blend
        let wanted = try studio.picture(of: blend --> second)
        #expect(try studio.run(elegance, [picture]).distance(to: wanted) <= 2)
    }

    @Test func itsTablesKeepTheEndsOfTheGreyScaleApart() {
        for table in [ColorTable.softening, .warming] {
            #expect(table.entries.first != table.entries.last)
            #expect(table.entries.count == 17 * 17 * 17)
            let greys = (0..<17).map { table.entries[$0 * (1 + 17 + 289)].y }
            #expect(zip(greys, greys.dropFirst()).allSatisfy { $0 < $1 }, "\(table.title)")
        }
    }

    @Test func filesTakeThePlaceOfEitherTable() throws {
        let table = try ColorTable(
            lookupPicture: lookup.bytes, width: lookup.width, height: lookup.height, name: "lookup")
        let cube = "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 / 4) \($0 / 2 % 2) \($0 % 2)\n" }.joined()
        let elegance = SoftElegance()
        try elegance.load(Array(cube.utf8), name: "swapped.CUBE", as: "second")
        #expect(elegance.firstTable == .softening)
        #expect(elegance.secondTable.count == 2)
        elegance.firstTable = table
        (elegance.mix, elegance.blurRadiusInPixels) = (0, 0)
        let found = try FilterStudio().run(elegance, [.color(200, 100, 40)])
        // Exchanged twice, and half of green.
        #expect(found.pixel(1, 1).x.distance(to: 200).magnitude <= 1)
        #expect(found.pixel(1, 1).y.distance(to: 50).magnitude <= 1)
        #expect(throws: FilterError.self) { try elegance.load([1, 2, 3], name: "none.png", as: "first") }
        #expect(elegance.firstTable == table)
    }

    @Test func aTextNamesBothFiles() throws {
        #expect(throws: FilterError.self) { try FilterText.operation("soft-elegance:file=a.png") }
        for name in SoftElegance.fileSettings {
            #expect(
                throws: FilterError.badValue(
                    "", parameter: name, wanted: "the path of a file (png, jpg, jpeg, cube)")
            ) {
                try FilterText.operation("soft-elegance:\(name)=")
            }
        }
    }
}
