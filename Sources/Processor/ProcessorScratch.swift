internal import Synchronization

/// Memory for numbers on the way, which stays from frame to frame.
@safe package final class ProcessorScratch: Sendable {
    /// Only inside the lock.
    @safe private struct Memory: ~Copyable, @unchecked Sendable {
        var values: UnsafeMutableBufferPointer<Float>?

        mutating func grow(to count: Int) {
            unsafe values?.deallocate()
            let fresh = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
            unsafe fresh.initialize(repeating: 0)
            unsafe values = fresh
        }

        deinit { unsafe values?.deallocate() }
    }

    private let memory = Mutex(Memory())

    /// Makes a memory of nothing yet.
    package init() {}

    /// Lends the memory; whoever else asks for it waits.
    package func withFloats(_ count: Int, _ body: (UnsafeMutablePointer<Float>) -> Void) {
        memory.withLock { memory in
            if unsafe (memory.values?.count ?? 0) < count { memory.grow(to: count) }
            if let base = unsafe memory.values?.baseAddress { unsafe body(base) }
        }
    }
}
