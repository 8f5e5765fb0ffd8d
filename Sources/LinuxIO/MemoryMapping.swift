internal import CLinux
internal import Glibc

/// Memory mapped from a file or a device, with one owner, whose end unmaps it.
@safe public struct MemoryMapping: ~Copyable, @unchecked Sendable {
    // Sendable: the pointer is set once and only `deinit` gives the pages back.
    private let pages: UnsafeMutableRawBufferPointer

    /// The mapped bytes; valid while this value lives.
    public var bytes: UnsafeMutableRawBufferPointer { unsafe pages }

    /// Maps `count` bytes of a descriptor (`mmap`).
    ///
    /// - Parameters:
    ///   - descriptor: An open file or device.
    ///   - offset: The first byte; a multiple of the page size.
    ///   - count: The number of bytes.
    ///   - writable: True for pages that can be written.
    ///   - isShared: True when writes go to the file and those of others are seen.
    /// - Throws: The error of `mmap`.
    public init(
        _ descriptor: Int32, offset: Int, count: Int, writable: Bool = true, isShared: Bool = true
    ) throws(SystemError) {
        let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
        let flags = isShared ? MAP_SHARED : MAP_PRIVATE
        let address = try systemCall("mmap") {
            unsafe Int(bitPattern: mmap(nil, count, protection, flags, descriptor, offset))
        }
        unsafe pages = UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: address), count: count)
    }

    deinit { unsafe munmap(pages.baseAddress, pages.count) }
}
