/// Stable memory for the structures of a Vulkan call and everything that they point at.
///
/// Vulkan takes trees of pointers; Swift values have no address that outlives an expression. A stored value stays in
/// its place until the scratch ends or is reset. Confined to one thread.
@safe package final class Scratch {
    private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []
    private var used = 0

    /// Makes an empty scratch; its first block holds 4 KiB, enough for everything that is recorded per frame.
    package init() {}

    deinit {
        unsafe blocks.forEach { block in unsafe block.deallocate() }
    }

    /// Removes everything stored and keeps the first block: nothing is allocated again by the same calls.
    package func reset() {
        unsafe blocks.dropFirst().forEach { block in unsafe block.deallocate() }
        unsafe blocks = Array(blocks.prefix(1))
        used = 0
    }

    /// Copies a structure and gives its address.
    package func store<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> {
        let place = unsafe take(MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment)
            .bindMemory(to: Value.self, capacity: 1)
        unsafe place.initialize(to: value)
        return unsafe place
    }

    /// Copies structures side by side and gives the address of the first.
    package func store<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
        let count = MemoryLayout<Value>.stride * values.count
        let place = unsafe take(count, alignment: MemoryLayout<Value>.alignment)
            .bindMemory(to: Value.self, capacity: values.count)
        for (index, value) in values.enumerated() { unsafe (place + index).initialize(to: value) }
        return unsafe place
    }

    /// Copies a text as a C string.
    package func store(_ text: String) -> UnsafePointer<CChar> {
        unsafe UnsafePointer(store(Array(text.utf8CString)))
    }

    /// Copies texts as C strings and gives the address of the list of their addresses.
    package func store(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
        let pointers = unsafe texts.map { text -> UnsafePointer<CChar>? in unsafe store(text) }
        let count = unsafe MemoryLayout<UnsafePointer<CChar>?>.stride * pointers.count
        let place = unsafe take(count, alignment: MemoryLayout<UnsafePointer<CChar>?>.alignment)
            .bindMemory(to: UnsafePointer<CChar>?.self, capacity: pointers.count)
        for index in unsafe pointers.indices {
            unsafe (place + index).initialize(to: pointers[index])
        }
        return unsafe UnsafePointer(place)
    }

    private func take(_ count: Int, alignment: Int) -> UnsafeMutableRawPointer {
        let start = (used + alignment - 1) / alignment * alignment
        if let block = unsafe blocks.last, start + count <= block.count, let base = block.baseAddress {
            used = start + count
            return unsafe base + start
        }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: max(4096, count), alignment: 16)
        unsafe blocks.append(block)
        used = count
        // An allocation of at least 4096 bytes has an address.
        return unsafe block.baseAddress.unsafelyUnwrapped
    }
}
