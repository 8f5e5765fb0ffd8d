import Testing

@testable import VulkanView

/// What the shaders ask of devices, read in their words (SPIR-V specification, 2.3 and 3.49).
@Suite struct ShaderFeatureTests {
    private enum Operation {
        static let capability: UInt32 = 17
        static let typeSampledImage: UInt32 = 27
        static let typeArray: UInt32 = 28
        static let typePointer: UInt32 = 32
        static let constant: UInt32 = 43
        static let variable: UInt32 = 59
        static let accessChain: UInt32 = 65
    }

    /// The instructions: their number, and the words after the first.
    private static func instructions(_ words: [UInt32]) -> [(operation: UInt32, words: [UInt32])] {
        var found: [(UInt32, [UInt32])] = []
        var place = 5
        while place < words.count {
            let count = Int(words[place] >> 16)
            guard count > 0, place + count <= words.count else { return [] }
            found.append((words[place] & 0xffff, Array(words[place + 1..<place + count])))
            place += count
        }
        return found
    }

    /// The number of accesses to an array of textures, and of those whose index is no constant.
    private static func textureAccesses(_ words: [UInt32]) -> (all: Int, dynamic: Int) {
        let all = instructions(words)
        func results(_ operation: UInt32, at index: Int = 0, where fits: ([UInt32]) -> Bool) -> Set<UInt32> {
            Set(all.filter { $0.operation == operation && fits($0.words) }.map { $0.words[index] })
        }
        let samplers = results(Operation.typeSampledImage) { _ in true }
        let arrays = results(Operation.typeArray) { samplers.contains($0[1]) }
        let pointers = results(Operation.typePointer) { arrays.contains($0[2]) }
        let variables = results(Operation.variable, at: 1) { pointers.contains($0[0]) }
        let constants = results(Operation.constant, at: 1) { _ in true }
        let chains = all.filter { $0.operation == Operation.accessChain && variables.contains($0.words[2]) }
        return (chains.count, chains.count { !constants.contains($0.words[3]) })
    }

    /// Without `shaderSampledImageArrayDynamicIndexing`, which lavapipe of Mesa 22.3 has not.
    @Test func texturesAreChosenByConstants() {
        let words = Quad.fragmentShader
        let accesses = Self.textureAccesses(words)
        #expect(accesses.all > 20 && accesses.dynamic == 0)
        // The same module with another index is seen: that of the first access becomes the variable itself.
        var place = 5
        var changed = words
        while place < words.count, words[place] & 0xffff != Operation.accessChain || changed == words {
            if words[place] & 0xffff == Operation.accessChain {
                changed[place + 4] = words[place + 3]
                if Self.textureAccesses(changed).dynamic == 1 { break }
                changed = words
            }
            place += Int(words[place] >> 16)
        }
        #expect(Self.textureAccesses(changed).dynamic == 1)
    }

    /// Shaders take nothing beyond what every device has: `Shader` and `ImageQuery`.
    @Test func shadersNeedNoCapabilities() {
        for words in [Quad.vertexShader, Quad.fragmentShader, Kernel.computeShader] {
            let capabilities = Self.instructions(words).filter { $0.operation == Operation.capability }.map(
                \.words[0])
            #expect(Set(capabilities).isSubset(of: [1, 50]), "\(capabilities)")
        }
    }
}
