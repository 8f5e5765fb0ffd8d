import CV4L2
import Frames
import Synchronization
import Testing

@testable import Capture

/// The memory that a stream asks its driver for, and what is told about it.
@Suite struct StreamMemoryTests {
    /// The requests for buffers, as the driver gets them.
    private final class Requests: Sendable {
        let flags = Mutex<[UInt8]>([])
    }

    /// Has the memory of a stream, and the flags of the requests for it.
    private func memory(
        _ fourCC: FourCC, for consumer: FrameMemoryAnswer
    ) throws -> (memory: StreamMemory, flags: [UInt8]) {
        let (camera, requests) = (try ScriptedCamera(), Requests())
        camera.change { $0.buffersLie = { request in requests.flags.withLock { $0.append(request.flags) } } }
        let device = try VideoDevice("/dev/scripted", calls: camera.calls)
        var format = VideoFormat(fourCC: fourCC, size: PixelSize(width: 64, height: 48))
        format.memories = [VideoFormat.Memory(stride: 128, byteCount: 6144)]
        let memory = try StreamMemory(of: device, format: format, for: consumer)
        return (memory, requests.flags.withLock { $0 })
    }

    @Test func memoryThatTheProcessorReadsIsAskedForCached() throws {
        let (plain, flags) = try memory("YUYV", for: .none)
        #expect(flags == [UInt8(V4L2_MEMORY_FLAG_NON_COHERENT)])
        #expect(plain.buffers.first?.origin.exportRefusal == "the consumer reads plain memory")
    }

    @Test func memoryForDevicesIsNot() throws {
        // The driver exports nothing, so that there is a second request, for the processor.
        let (late, flags) = try memory("YUYV", for: .late)
        #expect(flags == [0, UInt8(V4L2_MEMORY_FLAG_NON_COHERENT)])
        #expect(late.buffers.first?.origin.exportRefusal?.contains("does not export") == true)
    }

    @Test func picturesThatAreDecodedAreNotShared() throws {
        let (jpegs, flags) = try memory("MJPG", for: .late)
        #expect(flags == [UInt8(V4L2_MEMORY_FLAG_NON_COHERENT)])
        let origin = try #require(jpegs.buffers.first?.origin)
        #expect(origin.exportRefusal == "the processor decodes the camera's pictures")
        #expect(origin.provisionRefusal == "the processor decodes the camera's pictures")
    }

    @Test func theWriterIsTold() throws {
        let camera = try memory("YUYV", for: .none).memory.buffers.first?.origin.writer
        #expect(camera == .processor(driver: ""), "the name that a scripted camera has")
        for driver in ["unicam", "rkisp1", "ipu3-cio2", "bttv"] {
            #expect(CameraWriter.writer(of: driver, isConverting: false) == .device(driver: driver))
            #expect(CameraWriter.writer(of: driver, isConverting: true) == .processor(driver: driver))
        }
        for driver in ["uvcvideo", "vivid", "gspca_zc3xx", "em28xx", "v4l2 loopback", ""] {
            #expect(CameraWriter.writer(of: driver, isConverting: false) == .processor(driver: driver))
        }
    }
}
