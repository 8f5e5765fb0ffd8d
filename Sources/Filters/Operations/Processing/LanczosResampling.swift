internal import Frames
internal import Glibc

/// Makes the picture larger or smaller, sharply.
///
/// Lanczos' kernel `sinc(x)·sinc(x/a)` for |x| < a, x in pixels of the coarser picture, first across, then down, its weights
/// scaled to the sum 1; edges repeat. GPUImage2 has nine fixed taps (of a = 2), which fit one reduction only.
public final class LanczosResampling: BasicOperation, @unchecked Sendable {
    /// The result's size; where one number is 0 the picture's shape stays, where both are, its size.
    @Parameter(in: 0...32768, unit: .pixels) public var outputSize = Size2D(width: 0, height: 0)
    /// The number a of the kernel's arches on each side: 2 is soft, 3 is sharper and rings more.
    @Parameter(in: 2...4) public var lobes: Int = 2

    package override class var choosesSize: Bool { true }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let lobes = max(1, min(8, plan.fixed($lobes)))
        let size = LanczosResampling.size(plan.fixed($outputSize), of: inputs[0].size)
        let across = try resampled(
            plan, inputs[0], to: PixelSize(width: size.width, height: inputs[0].size.height), isDown: false,
            lobes: lobes)
        return try resampled(plan, across, to: size, isDown: true, lobes: lobes)
    }

    /// Finds the size that was asked for, or the one that follows from the picture's shape.
    static func size(_ wanted: Size2D, of picture: PixelSize) -> PixelSize {
        let width = pixels(wanted.width)
        let height = pixels(wanted.height)
        let (across, down) = (Double(picture.width), Double(picture.height))
        return switch (width, height) {
        case (nil, nil): picture
        case (let width?, nil):
            PixelSize(width: width, height: max(1, Int((down * Double(width) / across).rounded())))
        case (nil, let height?):
            PixelSize(width: max(1, Int((across * Double(height) / down).rounded())), height: height)
        case (let width?, let height?): PixelSize(width: width, height: height)
        }
    }

    private static func pixels(_ number: Float) -> Int? {
        number >= 0.5 ? Int(min(number, 65536).rounded()) : nil
    }

    private func resampled(
        _ plan: PlanBuilder, _ image: PlanImage, to size: PixelSize, isDown: Bool, lobes: Int
    ) throws(FilterError) -> PlanImage {
        let from = isDown ? image.size.height : image.size.width
        let to = isDown ? size.height : size.width
        if from == to { return image }
        let (table, taps) = LanczosResampling.weights(from: from, to: to, lobes: lobes)
        return try plan.area(
            name, [image], values: [plan.table(table)], size: size, layout: isDown ? .rgba8 : .half,
            isClamped: isDown, constants: ["TAPS": taps, "DOWN": isDown ? 1 : 0])
    }

    /// Lists for each new pixel the first old one that it reads, then the weights as floats' bits.
    private static func weights(from: Int, to: Int, lobes: Int) -> (table: [UInt32], taps: Int) {
        let scale = Double(from) / Double(to)
        let coarse = max(scale, 1)
        let reach = Double(lobes) * coarse
        let taps = Int((2 * reach).rounded(.up)) + 1
        var table: [UInt32] = []
        table.reserveCapacity(to * (taps + 1))
        for index in 0..<to {
            let middle = (Double(index) + 0.5) * scale - 0.5
            let first = Int((middle - reach).rounded(.up))
            let raw = (0..<taps).map { kernel((Double(first + $0) - middle) / coarse, lobes: Double(lobes)) }
            let sum = raw.reduce(0, +)
            table.append(UInt32(bitPattern: Int32(first)))
            table += raw.map { Float($0 / sum).bitPattern }
        }
        return (table, taps)
    }

    private static func kernel(_ x: Double, lobes: Double) -> Double {
        if x == 0 { return 1 }
        guard abs(x) < lobes else { return 0 }
        let angle = Double.pi * x
        return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
    }
}
