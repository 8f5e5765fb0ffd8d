import Foundation
import ProcessorVectors
import Testing

/// Bodies in a row on pixels of four bytes, beside the same in double precision.
///
/// `make test` runs them once for each kind of vectors.
@Suite struct ProgramTests {
    init() { _ = isKindChosen }

    private func body(_ name: String) throws -> ProcessorBodyEntry {
        var count: Int32 = 0
        let table = UnsafeBufferPointer(start: processor_bodies(&count), count: Int(count))
        return try #require(table.first { String(cString: $0.function) == name }, "\(name) is not there")
    }

    /// Gives a program of bodies of one input, with one parameter or none, on a picture.
    private func withProgram(
        _ bodies: [(name: String, parameter: Float)], _ picture: Bytes,
        _ samples: ProcessorSamples = PROCESSOR_RGBA8,
        _ run: (UnsafePointer<ProcessorProgram>) -> Void
    ) throws -> Bytes {
        var result = Bytes(width: picture.width, height: picture.height)
        let parameters = bodies.map(\.parameter)
        let entries = try bodies.map { try body($0.name) }
        parameters.withUnsafeBufferPointer { parameters in
            let calls = entries.enumerated().map { index, entry in
                var call = ProcessorCall()
                call.body = entry.body
                (call.inputs.0, call.output) = (Int32(index), Int32(index + 1))
                call.parameters = parameters.baseAddress! + index
                call.isClamped = true
                return call
            }
            picture.withPlane { source in
                result.withWrittenPlane { target in
                    var (read, written) = (ProcessorImage(), ProcessorImage())
                    (read.samples, written.samples) = (samples, PROCESSOR_RGBA8)
                    (read.planes.0, read.strides.0) = (source.pointee.base, source.pointee.stride)
                    (written.planes.0, written.strides.0) = (target.pointee.base, target.pointee.stride)
                    read.turn = (1, 0, 0, 0, 1, 0)
                    func byte(_ offset: Int32) -> ProcessorChannel {
                        ProcessorChannel(
                            plane: 0, offset: offset, step: 32, word: 8, bits: 8, shift: 0, columnShift: 0,
                            rowShift: 0, isBigEndian: false)
                    }
                    // A camera's blue, green and red.
                    (read.channels, read.channelCount) = ((byte(16), byte(8), byte(0)), 3)
                    read.weights = ((8192, 0, 0, 4112), (0, 8192, 0, 4112), (0, 0, 8192, 4112))
                    calls.withUnsafeBufferPointer { calls in
                        withUnsafePointer(to: read) { read in
                            var program = ProcessorProgram(
                                width: Int32(picture.width / 4), height: Int32(picture.height),
                                sourceCount: 1, sources: read, callCount: Int32(calls.count),
                                calls: calls.baseAddress!, isExchanging: false,
                                result: Int32(calls.count), target: written)
                            run(&program)
                        }
                    }
                }
            }
        }
        return result
    }

    private static let chain: [(name: String, parameter: Float)] = [
        ("brightnessAdjustment", 0.2), ("colorInversion", 0), ("exposureAdjustment", 0.5),
    ]

    /// What the chain makes of a code.
    private func wanted(_ code: UInt8) -> Double {
        let brighter = min(1, Double(code) / 255 + 0.2)
        return 255 * min(1, (1 - brighter) * 2.0.squareRoot())
    }

    @Test(arguments: [(1, 1), (5, 3), (16, 2), (255, 2), (256, 1), (257, 3), (600, 2)])
    func bodiesFollowEachOther(width: Int, height: Int) throws {
        let picture = Bytes(width: width * 4, height: height, seed: 6)
        let found = try withProgram(Self.chain, picture) { program in
            // Rows one by one, as threads take them.
            for row in 0..<Int32(height) { processor_run(program, row, row + 1) }
        }
        for y in 0..<height {
            for x in 0..<width * 4 {
                let code = picture[x, y]
                let value = x % 4 == 3 ? Double(code) : wanted(code)
                #expect(abs(Double(found[x, y]) - value) <= 1, "\(x), \(y)")
            }
        }
    }

    @Test(arguments: [(1, 1), (5, 3), (63, 2), (64, 2), (257, 3)])
    func tablesDoWhatTheBodiesDo(width: Int, height: Int) throws {
        // Tables are for what cameras send, which has no alpha.
        let picture = Bytes(width: width * 4, height: height, seed: 7)
        let byBodies = try withProgram(Self.chain, picture, PROCESSOR_CAMERA) {
            processor_run($0, 0, Int32(height))
        }
        let byTables = try withProgram(Self.chain, picture, PROCESSOR_CAMERA) { program in
            var curves = [UInt8](repeating: 0, count: Int(PROCESSOR_CURVES_SIZE))
            processor_make_curves(program, &curves)
            processor_run_curves(program, curves, 0, Int32(height))
        }
        #expect(byBodies == byTables)
    }

    @Test func anEmptyProgramCopies() throws {
        let picture = Bytes(width: 300 * 4, height: 2, seed: 8)
        #expect(try withProgram([], picture) { processor_run($0, 0, 2) } == picture)
    }

    @Test func everyBodyHasANameOfItsOwn() {
        var count: Int32 = 0
        let table = UnsafeBufferPointer(start: processor_bodies(&count), count: Int(count))
        #expect(count > 0 && Set(table.map { String(cString: $0.function) }).count == table.count)
        for entry in table { #expect((0...Int32(PROCESSOR_INPUT_LIMIT)).contains(entry.inputCount)) }
    }

    @Test func theKindIsTheOneThatWasAskedForOrALesserOne() {
        let kinds = ["baseline", "avx2", "avx512"]
        let wish = ProcessInfo.processInfo.environment["VIEWFINDER_VECTORS"] ?? "avx512"
        let kind = String(cString: processor_kind_name())
        #expect(kinds.prefix { $0 != wish }.contains(kind) || kind == wish)
    }
}
