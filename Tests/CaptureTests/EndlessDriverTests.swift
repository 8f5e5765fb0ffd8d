import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization
import Testing

@testable import Capture

/// Drivers whose lists, events and pictures never end: each look at them has an end, and so has the session.
struct EndlessDriverTests {
    /// Counts calls, of which so many answer that a look without an end would show.
    private final class Counter: Sendable {
        let calls = Atomic(0)
        let most: Int

        init(most: Int) { self.most = most }

        var next: Int32 { calls.add(1, ordering: .relaxed).newValue <= most ? 0 : -1 }
        var count: Int { calls.load(ordering: .relaxed) }
    }

    /// The calls of a camera whose lists of formats, sizes and rates go on and on.
    private static func endlessLists(
        _ camera: ScriptedCamera, _ counter: Counter, delay: UInt32 = 0
    ) -> DeviceCalls {
        var calls = camera.calls
        calls.ioctl = { [ioctl = calls.ioctl] number, request, argument in
            switch request {
            case vidioc_enum_fmt:
                argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee.pixelformat = v4l2_pix_fmt_yuyv
            case vidioc_enum_framesizes:
                let answer = argument.assumingMemoryBound(to: v4l2_frmsizeenum.self)
                answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
                answer.pointee.discrete = v4l2_frmsize_discrete(
                    width: 2 + answer.pointee.index, height: 48)
            case vidioc_enum_frameintervals:
                let answer = argument.assumingMemoryBound(to: v4l2_frmivalenum.self)
                answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
                answer.pointee.discrete = v4l2_fract(numerator: 1, denominator: 1 + answer.pointee.index)
            default: return ioctl(number, request, argument)
            }
            if delay > 0 { usleep(delay) }
            return counter.next
        }
        return calls
    }

    @Test func listsWithinListsHaveOneEnd() throws {
        let (camera, counter) = (try ScriptedCamera(), Counter(most: 10 * LookLimit.mostQuestions))
        let device = try VideoDevice("/dev/scripted", calls: Self.endlessLists(camera, counter))
        let described = Camera(device, id: "endless")
        #expect(counter.count == LookLimit.mostQuestions)
        #expect(described.formats.count == 512 && described.formats[0].sizes.count == 512)
        let offers = device.offers()
        #expect(counter.count <= 2 * LookLimit.mostQuestions)
        #expect(!offers.isEmpty)
        // What is told of them has an end, too.
        #expect(offers.list.count < 5000)
    }

    @Test func aFaultHasAnEnd() {
        #expect(CaptureFault(.io, "\(String(repeating: "word ", count: 10_000))").sentence.count == 2001)
    }

    @Test func aSlowDriverIsNotAskedForEver() throws {
        let (camera, counter) = (try ScriptedCamera(), Counter(most: 500))
        var calls = Self.endlessLists(camera, counter, delay: 20_000)
        calls.patience = 60_000_000
        _ = try VideoDevice("/dev/scripted", calls: calls).offers()
        #expect(counter.count < 100)
    }

    @Test func menusWithoutEndHaveOne() throws {
        let (camera, counter) = (try ScriptedCamera(), Counter(most: 10 * LookLimit.mostQuestions))
        var calls = camera.calls
        calls.kernelIoctl = { [ioctl = calls.kernelIoctl] number, request, argument in
            switch request {
            case vidioc_query_ext_ctrl:
                let answer = argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self)
                answer.pointee.id = (answer.pointee.id & UInt32(V4L2_CTRL_ID_MASK)) + 1
                answer.pointee.type = V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
                (answer.pointee.minimum, answer.pointee.maximum) = (0, .max)
            case vidioc_querymenu:
                argument.assumingMemoryBound(to: v4l2_querymenu.self).pointee.value = 7
            default: return ioctl(number, request, argument)
            }
            return counter.next
        }
        let controls = try VideoDevice("/dev/scripted", calls: calls).controls()
        #expect(counter.count == LookLimit.mostQuestions)
        #expect(controls.first?.entries.count == 256)
    }

    @Test func eventsWithoutEndAreTakenALittleAtATime() throws {
        let (camera, counter) = (try ScriptedCamera(), Counter(most: 10_000))
        var calls = camera.calls
        calls.ioctl = { [ioctl = calls.ioctl] number, request, argument in
            guard request == vidioc_dqevent else { return ioctl(number, request, argument) }
            let answer = argument.assumingMemoryBound(to: v4l2_event.self)
            answer.pointee.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
            answer.pointee.u.src_change.changes = 1
            return counter.next
        }
        #expect(try VideoDevice("/dev/scripted", calls: calls).takeSourceChange())
        #expect(counter.count < 100)
    }

    @Test func aControlThatAlwaysChangesEndsWithItsUser() async throws {
        var script = ScriptedCamera.Script()
        script.adjustments = ScriptedControls([ScriptedControl(number: V4L2_CID_BRIGHTNESS)])
        let camera = try ScriptedCamera(script)
        let counter = Counter(most: .max)
        var calls = camera.calls
        calls.kernelIoctl = { [ioctl = calls.kernelIoctl] number, request, argument in
            guard request == vidioc_dqevent else { return ioctl(number, request, argument) }
            argument.assumingMemoryBound(to: v4l2_event.self).pointee.id = UInt32(V4L2_CID_BRIGHTNESS)
            return counter.next
        }
        calls.poll = { (bell, number, events, deadline) throws(SystemError) in
            (try Poll.wait(for: Poll.Entry(bell, .readable), until: 0), .priority)
        }
        var controls: CameraControls? = try CameraControls(node: "/dev/video0", calls: calls)
        controls?.onNews(of: counter) { _ in }
        #expect(await eventually { counter.count > 0 })
        controls = nil
        #expect(await eventually(within: 5) { camera.isLeft })
    }

    @Test func aDriverThatFillsAtOnceCanBeStopped() throws {
        let camera = try ScriptedCamera()
        var calls = camera.calls
        calls.ioctl = { [ioctl = calls.ioctl] number, request, argument in
            if request == vidioc_dqbuf { camera.fill() }
            return ioctl(number, request, argument)
        }
        let output = FrameOutput(.queue(capacity: 2, overflow: .dropsNewest))
        let session = CaptureSession(
            CaptureConfiguration(.camera(.path("/dev/scripted")), isLookedFor: false), outputs: [output],
            logger: quiet, calls: calls)
        let player = try Player(camera)
        defer { player.stop() }
        guard case .success = try DriverTrial.start(session) else {
            Issue.record("the camera does not start")
            return
        }
        #expect(session.stop())
    }
}
