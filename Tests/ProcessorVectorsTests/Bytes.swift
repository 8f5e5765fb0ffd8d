import Foundation
import ProcessorVectors

/// The vectors that tests run with: `VIEWFINDER_VECTORS` names a lesser kind than the processor's best.
let isKindChosen: Bool = {
    guard let name = ProcessInfo.processInfo.environment["VIEWFINDER_VECTORS"] else { return false }
    processor_choose_kind(name)
    return true
}()

/// Rows of bytes with padding that nothing may touch.
struct Bytes: Equatable {
    let width: Int
    let height: Int
    private var memory: [UInt8]
    private var stride: Int { width + Self.padding }
    private static let padding = 13
    private static let mark: UInt8 = 0xa5

    /// Makes rows of numbers that follow from a seed; of zeros without one.
    init(width: Int, height: Int, seed: UInt64? = nil) {
        _ = isKindChosen
        (self.width, self.height) = (width, height)
        memory = [UInt8](repeating: Self.mark, count: (width + Self.padding) * height)
        var state = (seed ?? 0) &* 0x9E37_79B9_7F4A_7C15 | 1
        for y in 0..<height {
            for x in 0..<width {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                self[x, y] = seed == nil ? 0 : UInt8(truncatingIfNeeded: state >> 33)
            }
        }
    }

    /// The byte at a place.
    subscript(x: Int, y: Int) -> UInt8 {
        get { memory[y * stride + x] }
        set { memory[y * stride + x] = newValue }
    }

    /// A channel's sample at a place, or at the nearest one that there is.
    func nearest(_ x: Int, _ y: Int, _ step: Int = 1, _ channel: Int = 0) -> UInt8 {
        self[min(max(0, x), width / step - 1) * step + channel, min(max(0, y), height - 1)]
    }

    /// Goes through all samples.
    func forEachSample(step: Int, _ body: (_ x: Int, _ y: Int, _ channel: Int) -> Void) {
        for y in 0..<height {
            for x in 0..<width / step { for channel in 0..<step { body(x, y, channel) } }
        }
    }

    /// What a function writes beside these rows.
    func result(
        step: Int = 1, _ body: (UnsafePointer<ProcessorPlane>, UnsafePointer<ProcessorPlane>) -> Void
    ) -> Bytes {
        var result = Bytes(width: width, height: height)
        withPlane(step: step) { source in result.withWrittenPlane(step: step) { body(source, $0) } }
        precondition(result.isPaddingWhole, "bytes beside the rows were written")
        return result
    }

    /// Gives the rows to a function that reads them.
    func withPlane(step: Int = 1, _ body: (UnsafePointer<ProcessorPlane>) -> Void) {
        var copy = self
        copy.withWrittenPlane(step: step, body)
    }

    /// Gives the rows to a function that writes them.
    mutating func withWrittenPlane(step: Int = 1, _ body: (UnsafePointer<ProcessorPlane>) -> Void) {
        let (width, height, stride) = (width, height, stride)
        memory.withUnsafeMutableBufferPointer { memory in
            var plane = ProcessorPlane(
                base: memory.baseAddress!, stride: stride, width: Int32(width), height: Int32(height),
                step: Int32(step))
            body(&plane)
        }
    }

    private var isPaddingWhole: Bool {
        (0..<height).allSatisfy { y in
            memory[y * stride + width..<(y + 1) * stride].allSatisfy { $0 == Self.mark }
        }
    }
}
