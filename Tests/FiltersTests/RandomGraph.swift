@testable import Filters
import Frames
import VulkanCore

/// Numbers that are the same each time (SplitMix64 by Steele, Lea and Flood).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Whether something that happens so often in a hundred happens.
    mutating func happens(percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }
}

/// A graph of random operations on random pictures, of at most twelve nodes with its sources.
///
/// Point operations (of one colour, and of two), and area operations: with a fixed neighbourhood, with free places, of
/// luminance alone, of two passes. None remembers frames, since the two evaluations that are compared would not see the
/// same ones. Every chain of operations is a kernel of its own, and a new kernel costs some 30 ms, so that not every
/// operation may follow every other: how many point operations lie between a picture and the last area operation
/// decides which can come next. That leaves some hundreds of kernels, with chains of up to six operations.
struct RandomGraph {
    typealias Make = @Sendable () -> BasicOperation

    /// What may come first after a picture or an area operation, second, and so on.
    private static let points: [[Make]] = [
        [{ BrightnessAdjustment() }, { GammaAdjustment() }, { ColorInversion() }],
        [{ SaturationAdjustment() }], [{ RGBAdjustment() }], [{ SepiaToneFilter() }],
        [{ ContrastAdjustment() }],
    ]
    private static let blends: [[Make]] = [[{ MultiplyBlend() }, { DissolveBlend() }]]
    private static let areas: [Make] = [
        { Sharpen() }, { SobelEdgeDetection() }, { BoxBlur() }, { SwirlDistortion() }, { MedianFilter() },
    ]

    private struct Node {
        let source: any ImageSource
        /// How many point operations lie between it and the picture or area operation before them.
        let rank: Int
    }

    private var nodes: [Node] = []
    /// How many point operations may follow each other.
    private let chain: Int
    /// Whether operations have masks, backgrounds and forced sizes.
    private let hasSurroundings: Bool

    /// The operations, without the pictures.
    var operations: [BasicOperation] { nodes.compactMap { $0.source as? BasicOperation } }
    /// Those that nobody reads.
    var ends: [BasicOperation] { operations.filter { $0.output.consumers.isEmpty } }

    /// Makes a graph.
    ///
    /// - Parameters:
    ///   - device: The device of its pictures.
    ///   - numbers: Decide.
    ///   - hasSurroundings: Whether operations have masks, backgrounds and forced sizes.
    ///   - frames: The format of a camera that sends its pictures, and who reads them; nil for pixels.
    /// - Throws: The device's lack.
    init(
        device: VulkanDevice, numbers: inout SeededNumbers, hasSurroundings: Bool = false,
        frames: (format: PixelFormat, context: FilterContext)? = nil
    ) throws {
        self.hasSurroundings = hasSurroundings
        // Rows that are not whole fours of pixels have kernels of their own.
        let isOdd = numbers.happens(percent: 15)
        let (width, height) = isOdd ? (17, 9) : (24, 16)
        chain = isOdd ? 1 : Self.points.count
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
            if let (format, context) = frames {
                let source = FrameInput(context: context)
                try source.setFrame(TestFrame.noise(format, width: width, height: height, &numbers))
                nodes.append(Node(source: source, rank: 0))
                continue
            }
            let source = PixelInput(device: device)
            let picture = TestPicture.noise(numbers.next(), width: width, height: height)
            try source.setPicture(picture.bytes, width: width, height: height)
            nodes.append(Node(source: source, rank: 0))
        }
        let count = Int.random(in: nodes.count + 1...12, using: &numbers)
        while nodes.count < count { grow(&numbers) }
    }

    /// Adds an operation; the newest node is fed most often, so that chains become long.
    private mutating func grow(_ numbers: inout SeededNumbers) {
        let isChain = numbers.happens(percent: 60)
        let first = nodes[isChain ? nodes.count - 1 : Int.random(in: nodes.indices, using: &numbers)]
        let (operation, isPoint) = operation(after: first.rank, &numbers)
        Self.adjust(operation, &numbers)
        first.source --> operation
        // The second picture is one that others read, too, and is therefore no part of the kernel.
        let shared = nodes.filter { !($0.source is BasicOperation) || $0.source.output.consumers.count > 1 }
        if operation.input.hasRoom {
            (shared.randomElement(using: &numbers) ?? nodes[0]).source --> operation
        }
        if hasSurroundings { surround(operation, &numbers) }
        nodes.append(Node(source: operation, rank: isPoint ? first.rank + 1 : 0))
    }

    /// Masks are pictures, not results: what a result is off would count twice.
    private func surround(_ operation: BasicOperation, _ numbers: inout SeededNumbers) {
        if numbers.happens(percent: 40) {
            let masks = nodes.filter { !($0.source is BasicOperation) }
            operation.mask = masks.randomElement(using: &numbers)?.source
            operation.drawsUnmodifiedImageOutsideOfMask = numbers.happens(percent: 70)
        }
        if numbers.happens(percent: 20) {
            operation.backgroundColor = Color(red: 0.2, green: 0.9, blue: 0.5, alpha: 0.7)
        }
        if numbers.happens(percent: 5) {
            operation.overriddenOutputSize = PixelSize(width: 12, height: 8)
        }
        if numbers.happens(percent: 5) {
            operation.overriddenOutputRotation = Rotation.allCases.randomElement(using: &numbers) ?? .none
        }
    }

    private func operation(
        after rank: Int, _ numbers: inout SeededNumbers
    ) -> (operation: BasicOperation, isPoint: Bool) {
        let drawn = Int.random(in: 0..<100, using: &numbers)
        let kinds = drawn < 25 ? Self.blends : drawn < 75 ? Self.points : []
        let isPoint = rank < min(kinds.count, chain)
        let make = (isPoint ? kinds[rank] : Self.areas).randomElement(using: &numbers)
        return (make?() ?? BoxBlur(), isPoint)
    }

    /// Sets parameters that need no other kernel.
    private static func adjust(_ operation: BasicOperation, _ numbers: inout SeededNumbers) {
        for (_, parameter) in operation.parameters where parameter.shaderType != "int" {
            let range = parameter.range ?? 0...1
            parameter.set(
                components: parameter.components.map { _ in Float.random(in: range, using: &numbers) })
        }
    }

    /// Changes the graph as someone at the keyboard would: an operation more, one less, or a parameter.
    mutating func edit(_ numbers: inout SeededNumbers) throws {
        let index = Int.random(in: nodes.indices, using: &numbers)
        let node = nodes[index]
        guard let operation = node.source as? BasicOperation, numbers.happens(percent: 70) else {
            if node.rank == 0, nodes.count < 12 { try insert(after: node, &numbers) }
            return
        }
        let isBetweenPictures = nodes.contains { $0.rank == 0 && $0.source === operation.input.current[0] }
        if node.rank == 0, isBetweenPictures, operations.count > 1 {
            operation.removeFromChain()
            nodes.remove(at: index)
        } else {
            Self.adjust(operation, &numbers)
        }
    }

    private mutating func insert(after node: Node, _ numbers: inout SeededNumbers) throws {
        let operation = Self.areas.randomElement(using: &numbers)?() ?? BoxBlur()
        Self.adjust(operation, &numbers)
        try node.source.insert(operation)
        nodes.append(Node(source: operation, rank: 0))
    }
}
