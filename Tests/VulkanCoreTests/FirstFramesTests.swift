import CVulkan
import Frames
import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import VulkanCore

/// The comparison of first frames with what the processor sees, on imports that are what a device would read.
@Suite struct FirstFramesTests {
    private static let size = PixelSize(width: 36, height: 70)

    /// A stream of frames on one buffer, whose imports hold what the test puts there.
    private struct Stream {
        let origin: MemoryOrigin
        let layout: FrameLayout
        let buffer: FrameBuffer
        let device: VulkanDevice

        init(_ format: PixelFormat, _ device: VulkanDevice, sharing: Bool, driver: String = "uvcvideo") {
            self.device = device
            let layout = FrameLayout(format: format, size: size)
            self.layout = layout
            let first = TestFrame.make(layout, seed: 1)
            origin = MemoryOrigin(
                exportRefusal: sharing ? nil : "not shared", provisionRefusal: "not provided",
                writer: .processor(driver: driver))
            // A descriptor that no driver would import: what is attached below is found before anyone asks.
            let exports =
                sharing ? [SharedMemory(owning: Descriptor(owning: open("/dev/null", O_RDONLY)))] : []
            buffer = FrameBuffer(
                index: 0, memories: first.buffer.memories, exports: exports, origin: origin, owner: first)
        }

        /// The next picture, in the same memory.
        func frame(_ seed: Int) -> Frame {
            let picture = TestFrame.make(layout, seed: seed)
            withExtendedLifetime(picture) {
                buffer.memories[0].copyMemory(from: UnsafeRawBufferPointer(picture.buffer.memories[0]))
            }
            return Frame(
                buffer: buffer, byteCount: layout.byteCount(), layout: layout,
                color: .assumed(for: layout.format, height: size.height),
                timestamp: Timestamp(nanoseconds: 0, clock: .monotonic, kind: .generated), arrival: 0,
                sequence: 0, recycler: nil)
        }

        /// Memory of the device's own in the place of an import; it holds what is written there.
        func importBuffers(_ place: ReferenceWritableKeyPath<BufferImports, ImportedMemories?>) throws
            -> MappedBuffer
        {
            let usage =
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT.rawValue | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.rawValue
            let memory = try MappedBuffer(
                device: device, count: (layout.byteCount() + 3) / 4 * 4,
                usage: VkBufferUsageFlagBits(usage), isRead: true)
            memory.bytes.initializeMemory(as: UInt8.self, repeating: 0x5a)
            let parts = [ImportedMemories.Part(memory, start: 0)]
            BufferImports.of(buffer, on: device)[keyPath: place] = ImportedMemories(parts)
            return memory
        }
    }

    private func copy(_ frame: Frame, to memory: MappedBuffer) {
        memory.bytes.copyBytes(from: frame.buffer.memories[0].prefix(frame.layout.byteCount()))
    }

    private func routes(
        _ device: VulkanDevice, _ ring: CommandRing, _ access: PlaneAccess = .buffers,
        forced: ImportRoute? = nil
    ) -> FrameRoutes {
        FrameRoutes(
            device: device, access: access, rows: TexelRows(areNeeded: access == .textures), forced: forced,
            copy: CopyRoute(staging: StagingMemory(device: device, ring: ring, isRead: true)))
    }

    private static var places: [(String, ReferenceWritableKeyPath<BufferImports, ImportedMemories?>)] {
        [("dmabuf", \.shared), ("userptr", \.provided), ("hostptr", \.pages)]
    }

    @Test(.onProcessor, arguments: PixelFormat.uncompressed)
    func whatIsReadRightlyIsReadOn(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            for (name, place) in Self.places {
                let stream = Stream(format, device, sharing: name == "dmabuf")
                let memory = try stream.importBuffers(place)
                var routes = routes(device, ring)
                var made = 0
                for number in 1...40 {
                    let frame = stream.frame(number)
                    copy(frame, to: memory)
                    let picture = try #require(Picture(frame))
                    if number == 1 {
                        #expect(try routes.load(frame, picture).name == name)
                        made = device.createdObjects
                    } else {
                        #expect(try routes.loadAgain(frame, picture) != nil, "\(name) \(number)")
                    }
                }
                #expect(device.createdObjects == made)
            }
            #expect(device.importTrust.knowledge == ImportKnowledge())
        }
    }

    @Test(.onProcessor, arguments: FirstFrames.compared)
    func whatIsReadWronglyIsSeenByNobodyAndNotTriedAgain(number: Int) throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            for (name, place) in Self.places {
                device.importTrust.knowledge = ImportKnowledge()
                let stream = Stream(.nv12, device, sharing: name == "dmabuf")
                let memory = try stream.importBuffers(place)
                // The next route's imports are right.
                device.importTrust.knowledge = ImportKnowledge(
                    name == "hostptr" ? [:] : [.pages: .refused("barred by the test")])
                var routes = routes(device, ring)
                for count in 1...number {
                    let frame = stream.frame(count)
                    // From that frame on the device sees the one before.
                    if count < number { copy(frame, to: memory) }
                    let picture = try #require(Picture(frame))
                    let again = try routes.loadAgain(frame, picture)
                    #expect(count == 1 || (again == nil) == (count == number), "\(name) \(count)")
                    guard again == nil else { continue }
                    let (answer, taken, reason) = try routes.load(frame, picture)
                    #expect(taken == (count < number ? name : "copy"))
                    #expect(
                        count < number
                            || reason.contains("\(name): the device read other bytes than the processor"),
                        "\(reason)")
                    if count == number, case .copied(_, .buffers(let planes)) = answer {
                        let read = try #require(PlaneMemory(planes))[0]
                        let seen = UnsafeRawBufferPointer(start: read.address, count: Self.size.width)
                        #expect(seen.elementsEqual(stream.buffer.memories[0].prefix(Self.size.width)))
                    }
                }
                // Another stream of the same kind, at once by another route.
                let other = Stream(.nv12, device, sharing: name == "dmabuf")
                _ = try other.importBuffers(place)
                let frame = other.frame(1)
                #expect(try self.takes(frame, device, ring) == "copy")
            }
        }
    }

    private func takes(_ frame: Frame, _ device: VulkanDevice, _ ring: CommandRing) throws -> String {
        var routes = routes(device, ring)
        return try routes.load(frame, try #require(Picture(frame))).name
    }

    @Test(.onProcessor) func withoutTheComparisonTheWrongBytesAreTaken() throws {
        try withValidatedDevice { device in
            device.importTrust.checksFirstFrames = false
            let ring = try CommandRing(device: device)
            for (name, place) in Self.places {
                let stream = Stream(.nv12, device, sharing: name == "dmabuf")
                let memory = try stream.importBuffers(place)
                copy(stream.frame(1), to: memory)
                #expect(try takes(stream.frame(2), device, ring) == name)
            }
        }
    }

    @Test func oneWrongRowInABandIsFound() throws {
        try withValidatedDevice { device in
            let comparison = try LineComparison(device: device)
            let stream = Stream(.nv12, device, sharing: false)
            let memory = try stream.importBuffers(\.pages)
            let frame = stream.frame(1)
            let planes = try #require(BufferImports.of(stream.buffer, on: device).pages).planes(
                for: stream.layout)
            copy(frame, to: memory)
            for _ in 0..<50 { #expect(try comparison.difference(frame, .buffers(planes)) == nil) }
            // Planes of fewer rows than are compared at most are compared whole.
            for (plane, row) in [(1, 0), (1, 17), (1, 34)] {
                let place = stream.layout.planes[plane]
                let byte = place.offset + row * place.stride + 35
                memory.bytes[byte] ^= 1
                #expect(try comparison.difference(frame, .buffers(planes)) == .init(plane: plane, row: row))
                memory.bytes[byte] ^= 1
            }
            // Of others each row has its turn.
            let place = stream.layout.planes[0]
            for row in [0, 33, 69] {
                memory.bytes[place.offset + row * place.stride] ^= 0x80
                var found = 0
                for _ in 0..<50 {
                    let difference = try comparison.difference(frame, .buffers(planes))
                    #expect(difference == nil || difference == .init(plane: 0, row: row))
                    if difference != nil { found += 1 }
                }
                #expect(found > 0)
                memory.bytes[place.offset + row * place.stride] ^= 0x80
            }
        }
    }

    @Test func aForcedRouteThatReadsWronglyEndsWithWords() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let stream = Stream(.yuyv, device, sharing: false)
            copy(stream.frame(1), to: try stream.importBuffers(\.pages))
            let frame = stream.frame(2)
            let picture = try #require(Picture(frame))
            var routes = routes(device, ring, forced: .hostptr)
            for _ in 0..<2 {
                #expect {
                    _ = try routes.load(frame, picture)
                } throws: { error in
                    "\(error)".contains("hostptr: the device read other bytes than the processor")
                }
            }
        }
    }

    /// Images in the place of some on a dma-buf, filled with a frame.
    private func images(_ frame: Frame, _ device: VulkanDevice, _ ring: CommandRing) throws -> PlaneSet {
        let picture = try #require(Picture(frame))
        let commands = try ring.begin()
        var images: [DeviceImage] = []
        for (plane, texels) in picture.format.planes.enumerated() {
            let image = try DeviceImage(
                device: device,
                size: texels.textureSize(of: frame.layout.size), format: texels.textureFormat,
                usage: VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_SRC_BIT.rawValue
                    | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue)
            let place = frame.layout.planes[plane]
            let memory = try MappedBuffer(
                device: device, count: place.stride * image.size.height,
                usage: VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                isRead: false)
            memory.bytes.copyBytes(
                from: frame.buffer.memories[0][place.offset...].prefix(memory.bytes.count))
            commands.transition(image.raw, from: .overwrittenPlane, to: .copyDestination)
            commands.copy(
                memory.raw, offset: 0, texelsPerRow: place.stride / texels.texelBytes, to: image)
            commands.transition(image.raw, from: .copyDestination, to: .sampled)
            commands.keep(memory)
            images.append(image)
        }
        try ring.submit(commands)
        try ring.waitForAll()
        return PlaneSet(images: images, isShared: true)
    }

    @Test(.onProcessor, arguments: PixelFormat.uncompressed)
    func imagesAreComparedTooAndBuffersTakeTheirPlace(format: PixelFormat) throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let stream = Stream(format, device, sharing: true)
            let memory = try stream.importBuffers(\.shared)
            let imports = BufferImports.of(stream.buffer, on: device)
            var routes = routes(device, ring, .textures)
            let right = stream.frame(1)
            imports.images = (stream.layout, try images(right, device, ring))
            let first = try routes.load(right, try #require(Picture(right)))
            guard case .imported(_, .images) = first.answer else {
                Issue.record("\(first)")
                return
            }
            #expect(
                first.reason == "the GPU samples the source's memory" || first.reason.hasPrefix("the GPU"))
            // The images keep the first frame; the buffer has the second.
            let frame = stream.frame(2)
            copy(frame, to: memory)
            let picture = try #require(Picture(frame))
            #expect(try routes.loadAgain(frame, picture) == nil)
            let next = try routes.load(frame, picture)
            guard case .imported(_, .buffers) = next.answer else {
                Issue.record("\(next)")
                return
            }
            #expect(next.name == "dmabuf")
            #expect(next.reason.contains("as images: the device read other bytes"), "\(next.reason)")
            #expect(device.importTrust.knowledge.refusal(of: .shared(driver: "uvcvideo")) == nil)
            #expect(
                device.importTrust.knowledge.refusal(of: .shared(driver: "uvcvideo", isImage: true)) != nil)
            // And if the buffer does not follow either, neither is taken.
            let last = stream.frame(3)
            var others = self.routes(device, ring, .textures)
            #expect(try others.load(last, picture).name != "dmabuf")
        }
    }
}
