import Testing
import VulkanCore

@Suite struct ScratchTests {
    @Test func whatIsStoredStaysWhereItIs() {
        let scratch = Scratch()
        var numbers: [(UnsafeMutablePointer<UInt64>, UInt64)] = []
        var lists: [(UnsafeMutablePointer<UInt8>, [UInt8])] = []
        // Far more than one block, in sizes that leave odd gaps.
        for step in 0..<500 {
            let list = (0..<step % 97 + 1).map { UInt8(($0 * step) % 256) }
            lists.append((scratch.store(list), list))
            numbers.append((scratch.store(UInt64(step)), UInt64(step)))
        }
        lists.append(
            (scratch.store([UInt8](repeating: 9, count: 100_000)), [UInt8](repeating: 9, count: 100_000)))
        for (place, value) in numbers {
            #expect(place.pointee == value && UInt(bitPattern: place) % 8 == 0)
        }
        for (place, list) in lists {
            #expect(Array(UnsafeBufferPointer(start: place, count: list.count)) == list)
        }
    }

    @Test func textsAreCStrings() {
        let scratch = Scratch()
        let names = scratch.store(["VK_KHR_surface", "", "größer"])
        #expect((0..<3).map { names[$0].map { String(cString: $0) } } == ["VK_KHR_surface", "", "größer"])
    }

    @Test func resettingReusesTheSameMemory() {
        let scratch = Scratch()
        let first = scratch.store(UInt64(1))
        _ = scratch.store([UInt8](repeating: 0, count: 100_000))
        scratch.reset()
        #expect(scratch.store(UInt64(2)) == first)
    }
}
