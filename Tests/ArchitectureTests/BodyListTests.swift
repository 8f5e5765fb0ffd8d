import Testing

/// The processor's bodies stand in two lists: the rows of the table, and the files that are compiled.
struct BodyListTests {
    @Test func everyRowHasItsFile() throws {
        let rows = try Sources.text("Sources/Processor/Vectors/Bodies.inc").matches(of: /BODY\(\w+, (\w+),/)
        let files = try Sources.text("Sources/Processor/Vectors/Bodies.hpp")
            .matches(of: /#include "..\/..\/..\/Shaders\/Filters\/(\w+).glsl"/)
        #expect(rows.count > 50)
        #expect(rows.map { String($0.output.1) }.sorted() == files.map { String($0.output.1) }.sorted())
    }
}
