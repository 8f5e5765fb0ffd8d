import Frames
import TestSupport
import Testing

@testable import VulkanCore

/// Memory that pictures are written to while the GPU reads the one before.
@Suite struct StagingMemoryTests {
    private func picture(_ format: PixelFormat, _ width: Int, _ height: Int) -> Picture {
        let size = PixelSize(width: width, height: height)
        return Picture(format: format, size: size, color: .assumed(for: format, height: height))
    }

    private func load(_ value: UInt8, _ picture: Picture, into staging: StagingMemory) throws -> PlaneBuffers
    {
        try staging.load(picture) { memory, layout throws(FrameError) in
            memory[..<layout.byteCount].initializeMemory(as: UInt8.self, repeating: value)
        }
    }

    private func firstByte(of planes: PlaneBuffers) -> UInt8? {
        planes.planes[0].address?.load(as: UInt8.self)
    }

    @Test func twoPiecesAreFilledInTurn() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let staging = StagingMemory(device: device, ring: ring, isRead: true)
            let picture = picture(.nv12, 16, 8)
            let first = try load(1, picture, into: staging)
            let second = try load(2, picture, into: staging)
            #expect(firstByte(of: first) == 1 && firstByte(of: second) == 2)
            let made = device.createdObjects
            for value in UInt8(3)...10 {
                let next = try load(value, picture, into: staging)
                #expect(next === (value % 2 == 1 ? first : second))
                #expect(firstByte(of: next) == value)
                #expect(firstByte(of: next === first ? second : first) == value - 1)
            }
            #expect(device.createdObjects == made)
        }
    }

    @Test func aDamagedFrameLeavesTheLastPicture() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let staging = StagingMemory(device: device, ring: ring, isRead: true)
            let picture = picture(.i420, 16, 8)
            _ = try load(1, picture, into: staging)
            let last = try load(2, picture, into: staging)
            for _ in 0..<3 {
                #expect(throws: FrameError.undecodable("half")) {
                    try staging.load(picture) { memory, layout throws(FrameError) in
                        memory.initializeMemory(as: UInt8.self, repeating: 99)
                        throw .undecodable("half")
                    }
                }
                #expect(firstByte(of: last) == 2)
            }
            let next = try load(3, picture, into: staging)
            #expect(next !== last && firstByte(of: last) == 2 && firstByte(of: next) == 3)
        }
    }

    @Test func aPieceIsFilledWhenNoSubmissionReadsItAnyMore() throws {
        final class Thing {}
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let staging = StagingMemory(device: device, ring: ring, isRead: false)
            let picture = picture(.grey, 16, 8)
            let first = try load(1, picture, into: staging)
            weak var kept: Thing?
            do {
                let commands = try ring.begin()
                let thing = Thing()
                kept = thing
                commands.keep(thing)
                first.reader = commands.number
                try ring.submit(commands)
            }
            _ = try load(2, picture, into: staging)
            #expect(kept != nil)
            #expect(try load(3, picture, into: staging) === first)
            #expect(kept == nil)
        }
    }

    @Test func onlyALargerPictureNeedsMoreMemory() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let staging = StagingMemory(device: device, ring: ring, isRead: true)
            for _ in 0..<2 { _ = try load(1, picture(.bgra, 64, 32), into: staging) }
            let made = device.createdObjects
            for format in [PixelFormat.nv12, .i422, .grey, .bgra] {
                for _ in 0..<2 {
                    let planes = try load(2, picture(format, 64, 32), into: staging)
                    #expect(planes.planes.count == format.planes.count)
                }
            }
            #expect(device.createdObjects == made)
            _ = try load(3, picture(.bgra, 65, 32), into: staging)
            #expect(device.createdObjects > made)
        }
    }

    @Test func sizesThatTheDeviceCannotSampleAreRefused() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            let staging = StagingMemory(device: device, ring: ring, isRead: true)
            let limit = device.physical.limits.imageSide
            for (width, height) in [(0, 8), (8, 0), (limit + 1, 1), (1, limit + 1)] {
                let refused = picture(.grey, width, height)
                #expect(throws: FrameError.unsupportedSize(refused.size, limit: limit)) {
                    try load(1, refused, into: staging)
                }
            }
        }
    }

    @Test(arguments: PixelFormat.uncompressed)
    func planesFollowEachOtherFromWholeWordsOn(format: PixelFormat) {
        for (width, height) in [(1, 1), (5, 3), (64, 48), (33, 17)] {
            let size = PixelSize(width: width, height: height)
            let layout = StagingLayout(format: format, size: size)
            #expect(layout.isOf(format, size) && layout.planes.count == format.planes.count)
            var end = 0
            for (plane, shape) in zip(layout.planes, format.planes) {
                #expect(plane.rowBytes == shape.size(of: size).width * shape.bytes)
                #expect(plane.stride >= plane.rowBytes && plane.stride % 4 == 0)
                #expect(plane.offset >= end && plane.offset % 256 == 0)
                end = plane.offset + plane.stride * plane.rows
            }
            #expect(layout.byteCount >= end)
        }
    }
}
