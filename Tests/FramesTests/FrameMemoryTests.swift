import Frames
import Glibc
import LinuxIO
import Synchronization
import Testing

private final class Provider: FrameMemoryProvider {
    let exportRefusal: String? = nil
    let provisionRefusal: String? = nil

    func makeBuffer(
        index: Int, byteCounts: [Int], origin: MemoryOrigin
    ) throws(MemoryRefusal) -> FrameBuffer {
        throw MemoryRefusal("there is none")
    }

    func adopt(_ buffer: FrameBuffer) throws(MemoryRefusal) {}
}

private func memoryFile(_ count: Int) throws -> Descriptor {
    var name = Array("/tmp/viewfinder-XXXXXX".utf8CString)
    let file = Descriptor(owning: mkstemp(&name))
    unlink(name)
    #expect(ftruncate(file.number, count) == 0)
    return file
}

@Test func sourcesWaitForTheirConsumerTogetherAndOnlySoLong() throws {
    let exchange = try FrameMemoryExchange(patience: 10_000_000_000)
    let provider = Provider()
    let found = Atomic(0)
    let threads = try (0..<4).map { _ in
        try SystemThread(name: "source") {
            if case .provider(let offered) = exchange.answered(), offered === provider {
                found.add(1, ordering: .relaxed)
            }
        }
    }
    exchange.offer(provider)
    for thread in threads { #expect(thread.join(within: 5)) }
    #expect(found.load(ordering: .relaxed) == 4)
    exchange.offer(nil)
    guard case .none = exchange.answered() else {
        Issue.record("a consumer that has gone still offers memory")
        return
    }
}

@Test func aConsumerThatIsLateIsNotWaitedFor() throws {
    let exchange = try FrameMemoryExchange(patience: 1_000_000)
    guard case .late = exchange.answered() else {
        Issue.record("who has answered?")
        return
    }
}

@Test func whatAConsumerAttachesEndsBeforeTheMemory() {
    final class Ending: Sendable {
        private let onEnd: @Sendable () -> Void
        init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
        deinit { onEnd() }
    }
    let order = Mutex<[String]>([])
    let (first, second) = (Ending {}, Ending {})
    do {
        let owner = Ending { order.withLock { $0.append("memory") } }
        let buffer = FrameBuffer(index: 0, memories: [], owner: owner)
        #expect(buffer.attachment(for: first) == nil)
        let derived = Ending { order.withLock { $0.append("derived") } }
        buffer.attach(derived, for: first)
        buffer.attach(Ending {}, for: second)
        #expect(buffer.attachment(for: first) === derived && buffer.attachment(for: second) !== derived)
    }
    #expect(order.withLock { $0 } == ["derived", "memory"])
}

@Test func sharedMemoryIsDuplicated() throws {
    let shared = SharedMemory(owning: try memoryFile(8192))
    #expect(shared.byteCount == 8192)
    let copy = try shared.duplicate()
    #expect(copy.number != shared.withDescriptor { $0 } && fcntl(copy.number, F_GETFD) == FD_CLOEXEC)
    // No dma-buf: the kernel refuses, and nothing comes of it.
    shared.beginReading()
    shared.beginReading()
    shared.endReading()
    shared.endReading()
}
