import CV4L2
import Frames
import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import Capture

/// Drivers that lie about formats, buffers and pictures: nothing is read that is not there.
struct DriverLieTests {
    private static let formatLies: [@Sendable (inout v4l2_pix_format) -> Void] = [
        { $0.width = 0 }, { $0.height = 0 }, { $0.width = .max }, { $0.height = .max },
        { ($0.width, $0.height) = (.max, .max) }, { ($0.width, $0.height) = (65535, 65535) },
        { ($0.width, $0.height) = (0, 0) }, { ($0.width, $0.height) = (16384, 16384) },
        { $0.width = 65 }, { $0.height = 1 },
        { $0.bytesperline = 0 }, { $0.bytesperline = 1 }, { $0.bytesperline = 127 },
        { $0.bytesperline = 129 }, { $0.bytesperline = 4096 }, { $0.bytesperline = .max },
        { $0.sizeimage = 0 }, { $0.sizeimage = 1 }, { $0.sizeimage = .max },
        { $0.pixelformat = 0 }, { $0.pixelformat = .max }, { $0.pixelformat = v4l2_pix_fmt_nv12 },
        { $0.pixelformat = v4l2_pix_fmt_mjpeg },
        { ($0.colorspace, $0.ycbcr_enc, $0.quantization, $0.xfer_func) = (.max, .max, .max, .max) },
        { $0.field = .max }, { $0.priv = 0 },
    ]

    /// What is published can be read to its last byte, whatever the driver says.
    private static func playsOrTells(_ camera: ScriptedCamera) throws {
        let player = try Player(camera)
        defer { player.stop() }
        let output = FrameOutput(.queue(capacity: 4, overflow: .dropsOldest))
        let session = DriverTrial.session(camera, outputs: [output])
        if case .failure(let fault) = try DriverTrial.start(session) {
            #expect([.unsupported, .io, .stalled].contains(fault.kind), "\(fault)")
            #expect(fault.sentence.contains(";"))
        }
        #expect(session.stop())
        while let frame = output.take() {
            for plane in frame.layout.format.planes.indices {
                let sum = frame.withPlane(plane) { bytes in unsafe bytes.reduce(0) { $0 &+ Int($1) } }
                #expect(sum >= 0)
            }
        }
        try TestSupport.eventually("a closed camera", within: 20) { camera.isLeft }
    }

    /// The same of cameras whose scripts are changed, one for each change.
    private static func playOrTell(
        _ changes: [@Sendable (inout ScriptedCamera.Script) -> Void],
        _ script: ScriptedCamera.Script = ScriptedCamera.Script()
    ) async throws {
        try await DriverTrial.together(changes) { change in
            let camera = try ScriptedCamera(script)
            camera.change(change)
            try playsOrTells(camera)
        }
    }

    @Test func aFormatThatCannotBeIsTold() async throws {
        try await Self.playOrTell(Self.formatLies.map { lie in { $0.formatLie = lie } })
    }

    private static let planesLies: [@Sendable (inout v4l2_pix_format_mplane) -> Void] = [
        { $0.num_planes = 0 }, { $0.num_planes = 1 }, { $0.num_planes = 3 }, { $0.num_planes = 8 },
        { $0.num_planes = .max }, { $0.width = 0 }, { ($0.width, $0.height) = (65535, 65535) },
        { ($0.width, $0.height) = (16384, 16384) }, { $0.width = 128 }, { $0.height = 49 },
        { $0.pixelformat = FourCC("NV12").rawValue }, { $0.pixelformat = FourCC("YM12").rawValue },
        { $0.pixelformat = FourCC("YUYV").rawValue }, { $0.pixelformat = .max }, { $0.field = .max },
        { $0.plane_fmt.0.bytesperline = 0 }, { $0.plane_fmt.0.bytesperline = 63 },
        { $0.plane_fmt.1.bytesperline = 4096 }, { $0.plane_fmt.1.bytesperline = .max },
        { $0.plane_fmt.0.sizeimage = 0 }, { $0.plane_fmt.1.sizeimage = 1 },
        { ($0.plane_fmt.0.sizeimage, $0.plane_fmt.1.sizeimage) = (.max, .max) },
        { ($0.colorspace, $0.ycbcr_enc, $0.quantization, $0.xfer_func) = (.max, .max, .max, .max) },
    ]

    @Test func planesThatCannotBeAreTold() async throws {
        try await Self.playOrTell(Self.planesLies.map { lie in { $0.planesLie = lie } }, .multiPlanar)
    }

    @Test func aWrongNumberOfPlanesIsNamed() async throws {
        let camera = try ScriptedCamera(.multiPlanar)
        for count in [0, 1, 3, 8, .max] as [UInt8] {
            camera.change { $0.planesLie = { $0.num_planes = count } }
            await #expect {
                try await DriverTrial.session(camera).start()
            } throws: {
                ($0 as? CaptureFault)?.sentence
                    == "Scripted answers with NM12 64x48, which cannot be shown; choose another size or format"
            }
        }
    }

    @Test func planesOfPicturesAreReadableOrLeftOut() async throws {
        let queries: [@Sendable (inout v4l2_plane, Int) -> Void] = [
            { plane, _ in plane.length = 0 }, { plane, number in if number == 1 { plane.length = 1 } },
            { plane, _ in plane.length = .max }, { plane, number in plane.m.mem_offset = UInt32(9 * number) },
        ]
        let pictures: [@Sendable (inout v4l2_plane, Int, UInt32) -> Void] = [
            { plane, number, _ in if number == 1 { plane.bytesused = 0 } },
            { plane, _, _ in plane.bytesused = 1 }, { plane, _, _ in plane.bytesused = .max },
            { plane, _, _ in plane.data_offset = 64 }, { plane, _, _ in plane.data_offset = .max },
            { plane, number, picture in if number == 1 { plane.data_offset = picture &* 0x1000_0001 } },
            { plane, _, _ in (plane.length, plane.m.userptr) = (.max, .max) },
        ]
        try await Self.playOrTell(queries.map { lie in { $0.planeQueryLie = lie } }, .multiPlanar)
        try await Self.playOrTell(pictures.map { lie in { $0.planeLie = lie } }, .multiPlanar)
    }

    /// Of three pictures one is bad, and is counted; the others are shown.
    @Test(arguments: ["YUYV", "NM12", "MJPG"]) func theStreamGoesOnBesideBadPictures(_ name: String)
        async throws
    {
        var script = name == "NM12" ? ScriptedCamera.Script.multiPlanar : ScriptedCamera.Script()
        if name == "MJPG" { script.modes = [.mjpeg(64, 48)] }
        script.lie = { if $0.sequence % 3 == 0, $0.length == 0 { $0.bytesused = 0 } }
        script.planeLie = { plane, number, picture in
            if picture % 3 == 0, number == 1 { plane.bytesused = 1 }
        }
        let camera = try ScriptedCamera(script)
        let output = FrameOutput(.queue(capacity: 4, overflow: .dropsOldest))
        let session = DriverTrial.session(camera, outputs: [output])
        try await playing(camera) {
            try await session.start()
            #expect(
                await eventually {
                    session.statistics.dropped[.shortFrame, default: 0] > 5
                        && output.statistics.published > 10
                })
        }
        session.stop()
        while let frame = output.take() { #expect(frame.sequence % 3 != 0) }
    }

    @Test func aLyingSizeIsNamedAndNotWaitedFor() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.formatLie = { $0.width = .max } }
        let words =
            "Scripted answers with YUYV 4294967295x48, which cannot be shown; choose another size or format"
        await #expect(throws: CaptureFault(.unsupported, "\(words)")) {
            try await DriverTrial.session(camera).start()
        }
        camera.change { $0.formatLie = { $0.height = 480 } }
        await #expect { try await DriverTrial.session(camera).start() } throws: {
            ($0 as? CaptureFault)?.sentence.contains("no buffers for YUYV 64x480") == true
        }
    }

    @Test func sizesBeyondAnyPictureAreNotTaken() async throws {
        var script = ScriptedCamera.Script()
        script.modes = [.yuyv(.max, .max), .yuyv(.max, 1), .yuyv(64, 48)]
        let camera = try ScriptedCamera(script)
        let session = DriverTrial.session(camera)
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size == PixelSize(width: 64, height: 48))
        }
        session.stop()
        camera.change { $0.modes = [.yuyv(.max, .max)] }
        await #expect { try await DriverTrial.session(camera).start() } throws: {
            ($0 as? CaptureFault)?.kind == .unsupported
        }
        camera.change { ($0.modes, $0.isStepwise) = ([.yuyv(64, 48), .yuyv(.max, .max)], true) }
        try await playing(camera) {
            let mode = try await session.start()
            #expect(mode.size.width <= 16384)
        }
        session.stop()
    }

    @Test func buffersThatCannotBeAreTold() async throws {
        let requests: [@Sendable (inout v4l2_requestbuffers) -> Void] = [
            { $0.count = 0 }, { $0.count = 1 }, { $0.count = 7 }, { $0.count = .max },
        ]
        let queries: [@Sendable (inout v4l2_buffer) -> Void] = [
            { $0.length = 0 }, { $0.length = 1 }, { $0.length = .max }, { $0.m.offset = .max },
            { $0.m.offset = 0 }, { $0.index = 9 },
        ]
        try await Self.playOrTell(requests.map { lie in { $0.buffersLie = lie } })
        try await Self.playOrTell(queries.map { lie in { $0.queryLie = lie } })
    }

    @Test func lyingPicturesAreLeftOutOrReadable() async throws {
        let lies: [@Sendable (inout v4l2_buffer) -> Void] = [
            { $0.bytesused = 0 }, { $0.bytesused = .max }, { $0.bytesused = 1 }, { $0.index = 6 },
            { $0.index = .max }, { $0.index = 0 }, { $0.length = 0 }, { $0.sequence = 0 },
            { $0.sequence = 0 &- $0.sequence }, { $0.sequence = $0.sequence &* 0x1000_0001 },
            { $0.flags = 0 }, { $0.flags = .max & ~UInt32(V4L2_BUF_FLAG_ERROR) }, { $0.type = .max },
            { $0.memory = .max }, { $0.field = .max },
        ]
        try await Self.playOrTell(lies.map { lie in { $0.lie = lie } })
    }

    @Test func paddedRowsKeepTheirPictures() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.stride = 448 }
        let output = FrameOutput(.queue(capacity: 3))
        let session = DriverTrial.session(camera, outputs: [output])
        try await playing(camera) {
            try await session.start()
            #expect(await eventually { output.waitingFrames.count == 3 })
        }
        session.stop()
        let frame = try #require(output.take())
        #expect(frame.layout.planes[0].stride == 448)
        #expect(frame.withPlane(0) { $0.count } == 48 * 448)
    }

    @Test func buffersOutOfOrderKeepTheirPictures() async throws {
        let camera = try ScriptedCamera()
        camera.change { $0.isOutOfOrder = true }
        let output = FrameOutput(.queue(capacity: 100))
        let session = DriverTrial.session(camera, outputs: [output])
        try await playing(camera, every: 1) {
            try await session.start()
            #expect(await eventually { output.statistics.published > 30 })
        }
        session.stop()
        while let frame = output.take() {
            #expect(frame.withPlane(0) { unsafe $0.loadUnaligned(as: UInt32.self) } == frame.sequence)
        }
    }
}
