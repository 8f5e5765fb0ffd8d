internal import CVulkan
package import Frames
internal import Glibc
internal import LinuxIO

/// A device's reading of memory that others fill, as the routes that read in place do it: all of it is copied into memory of the
/// device's own, in a submission that is waited for, and compared.
///
/// Nothing is allocated after `init`. Confined to the device's thread.
package final class ImportReading {
    /// The way to the memory.
    package enum Way: Sendable {
        /// The processor's pages.
        case pages
        /// The dma-buf, as a buffer.
        case shared
        /// The dma-buf, as an image for each plane of a layout.
        case images(FrameLayout)
    }

    /// A part that is copied: a row of a plane, or everything.
    private struct Part {
        let words: String
        let source: Int
        let target: Int
        let count: Int
    }

    private enum Source {
        case buffer(ForeignBuffer, isShared: Bool)
        case images(PlaneSet)
    }

    private let buffer: FrameBuffer
    private let ring: CommandRing
    private let source: Source
    private let target: MappedBuffer
    private let parts: [Part]
    private let places: [Int]

    /// Imports the memory.
    ///
    /// - Parameters:
    ///   - way: The way to it.
    ///   - buffer: A buffer of one memory.
    ///   - device: The device.
    /// - Throws: The reason why the device does not take it.
    package init(_ way: Way, of buffer: FrameBuffer, on device: VulkanDevice) throws(MemoryRefusal) {
        guard let memory = unsafe buffer.memories.first else { throw MemoryRefusal("there is no memory") }
        self.buffer = buffer
        switch way {
        case .pages:
            let foreign = try unsafe ForeignMemory(pages: memory, device: device)
            let made = try ForeignBuffer(
                on: foreign, byteCount: memory.count, ownedBy: buffer.owner, device: device)
            source = .buffer(made, isShared: false)
            (parts, places) = (Self.whole(memory.count), [])
        case .shared:
            let export = try Self.export(of: buffer)
            let foreign = try ForeignMemory(export, device: device)
            let made = try ForeignBuffer(
                on: foreign, byteCount: memory.count, ownedBy: export, device: device)
            source = .buffer(made, isShared: true)
            (parts, places) = (Self.whole(memory.count), [])
        case .images(let layout):
            guard layout.format.samples != nil else {
                throw MemoryRefusal("compressed pictures are no images")
            }
            let export = try Self.export(of: buffer)
            var images: [DeviceImage] = []
            for (plane, format) in zip(layout.planes, layout.format.planes) {
                images.append(
                    try ForeignImage.make(
                        on: ForeignMemory(export, device: device), plane,
                        size: format.textureSize(of: layout.size), format: format.textureFormat,
                        device: device))
            }
            source = .images(PlaneSet(images: images, isShared: true))
            (parts, places) = Self.rows(of: layout)
        }
        let byteCount = parts.last.map { $0.target + $0.count } ?? 1
        (ring, target) = try refusing { () throws(VulkanError) in
            (
                try CommandRing(device: device, name: "import reading"),
                try MappedBuffer(
                    device: device, readingBack: (byteCount + 15) / 16 * 16, name: "import reading")
            )
        }
    }

    private static func export(of buffer: FrameBuffer) throws(MemoryRefusal) -> SharedMemory {
        guard let export = buffer.exports.first else { throw MemoryRefusal("there is no dma-buf") }
        return export
    }

    private static func whole(_ count: Int) -> [Part] {
        [Part(words: "", source: 0, target: 0, count: count)]
    }

    /// The rows of a layout, and the places of its planes among what is copied.
    private static func rows(of layout: FrameLayout) -> (parts: [Part], places: [Int]) {
        var (parts, places, place): ([Part], [Int], Int) = ([], [], 0)
        for (index, plane) in layout.planes.enumerated() {
            places.append(place)
            let count = layout.rowBytes(of: index)
            for row in 0..<layout.elements(of: index).height {
                parts.append(
                    Part(
                        words: "row \(row) of plane \(index), ", source: plane.offset + row * plane.stride,
                        target: place, count: count))
                place += count
            }
            // A copy out of an image begins at a whole texel.
            place = (place + 15) / 16 * 16
        }
        return (parts, places)
    }

    /// Lets the device read everything now, and compares it with what the processor sees.
    ///
    /// - Returns: The first byte that is another one, in words; nil when all are the same.
    /// - Throws: The driver's error.
    package func difference() throws(VulkanError) -> String? {
        let commands = try ring.begin()
        switch source {
        case .buffer(let foreign, let isShared):
            commands.keep(foreign)
            if isShared { commands.acquire(foreign) }
            var copy = VkBufferCopy(
                srcOffset: VkDeviceSize(foreign.start), dstOffset: 0,
                size: VkDeviceSize(parts.first?.count ?? 0))
            unsafe vkCmdCopyBuffer(commands.raw, foreign.raw, target.raw, 1, &copy)
        case .images(let planes):
            commands.keep(planes)
            commands.acquire(planes, as: .copySource)
            for (index, image) in planes.images.enumerated() {
                var copy = image.wholeCopy
                copy.bufferOffset = VkDeviceSize(places[index])
                unsafe vkCmdCopyImageToBuffer(
                    commands.raw, image.raw, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, target.raw, 1, &copy)
            }
            commands.release(planes, from: .copySource)
        }
        commands.order(.copyWrite, before: .hostRead)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        try target.invalidate()
        return compared()
    }

    private func compared() -> String? {
        guard let seen = unsafe buffer.memories.first?.baseAddress, let read = unsafe target.bytes.baseAddress
        else { return nil }
        for part in parts {
            let (mine, its) = unsafe (seen + part.source, read + part.target)
            guard unsafe memcmp(mine, its, part.count) != 0 else { continue }
            let place = (0..<part.count).first { place in
                unsafe mine.load(fromByteOffset: place, as: UInt8.self)
                    != its.load(fromByteOffset: place, as: UInt8.self)
            }
            guard let place else { continue }
            return "\(part.words)byte \(place)"
        }
        return nil
    }
}
