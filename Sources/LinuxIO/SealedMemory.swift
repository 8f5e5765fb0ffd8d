internal import CLinux
internal import Glibc

/// A file in memory of a fixed size, which another process can map without fear: nobody can make it shorter (`memfd_create`, `F_ADD_SEALS`).
///
/// Pages cost memory only once they are reserved or written. Thread-safe, but for what is in the memory.
@safe public final class SealedMemory: Sendable {
    /// The bytes; valid while this object lives.
    ///
    /// Write only where ``reserve(offset:count:)`` has succeeded: without memory left, a write
    /// elsewhere ends the process (`SIGBUS`).
    public var bytes: UnsafeMutableRawBufferPointer { unsafe mapping.bytes }
    private let file: Descriptor
    private let mapping: MemoryMapping

    /// Makes the file and maps it.
    ///
    /// - Parameters:
    ///   - byteCount: The size in bytes.
    ///   - name: The name in `/proc`, for people who look for what uses memory.
    /// - Throws: The error of the call that failed.
    public init(byteCount: Int, name: String) throws(SystemError) {
        file = Descriptor(
            owning: try systemCall("memfd_create") { unsafe memfd_create(name, memory_file_sealable) })
        let number = file.number
        _ = try systemCall("ftruncate", on: "a file in memory") { ftruncate(number, byteCount) }
        _ = try systemCall("fcntl") { fcntl(number, add_seals, seal_shrink | seal_grow | seal_seal) }
        mapping = try MemoryMapping(number, offset: 0, count: byteCount)
    }

    /// Takes pages for a part now, so that writing to it cannot fail later (`fallocate`); where they are taken already, they stay.
    ///
    /// - Parameters:
    ///   - offset: The first byte.
    ///   - count: The number of bytes.
    /// - Throws: The error of `fallocate`: `ENOSPC` or `ENOMEM` where memory has run out.
    public func reserve(offset: Int, count: Int) throws(SystemError) {
        _ = try systemCall("fallocate", on: "a file in memory") { fallocate(file.number, 0, offset, count) }
    }

    /// Calls `body` with the descriptor's number, which stays open for the length of the call.
    ///
    /// - Parameter body: Must not close it.
    /// - Returns: The result of `body`.
    public func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result { body(file.number) }
}
