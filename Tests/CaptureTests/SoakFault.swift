import CV4L2
import Faults
import Frames
import Glibc

@testable import Capture

/// A fault of a scripted camera, which begins, lasts and ends.
struct SoakFault: Sendable {
    let name: String
    /// The row whose bound holds for what follows its end.
    let promise: Fault
    /// The seconds that it lasts.
    let lasting: ClosedRange<Double>
    let begin: @Sendable (Scene, inout SeededNumbers) -> Void

    /// The camera and what fills its buffers.
    struct Scene: Sendable {
        let camera: ScriptedCamera
        let player: Player

        /// Ends whatever fault there is.
        func heal() {
            camera.change { script in
                (script.failures, script.errors, script.openError, script.pollError) = ([:], [:], nil, nil)
                (script.lie, script.formatLie, script.buffersLie) = (nil, nil, nil)
                (script.hangs, script.refusesToReturn, script.hangingCall) = (false, false, nil)
                (script.isTaken, script.hasRoom, script.inputStatus) = (false, nil, 0)
                (script.isOutOfOrder, script.breaksUntilRestarted) = (false, false)
            }
            player.pause(false)
        }
    }

    init(
        _ name: String, _ promise: Fault, _ lasting: ClosedRange<Double>,
        _ begin: @escaping @Sendable (Scene, inout SeededNumbers) -> Void
    ) { (self.name, self.promise, self.lasting, self.begin) = (name, promise, lasting, begin) }

    /// One that is nothing but a change of the script.
    private static func script(
        _ name: String, _ promise: Fault, _ lasting: ClosedRange<Double>,
        _ edit: @escaping @Sendable (inout ScriptedCamera.Script) -> Void
    ) -> SoakFault { SoakFault(name, promise, lasting) { scene, _ in scene.camera.change(edit) } }

    /// One of pictures that come, but not as they should.
    private static func lie(_ name: String, _ lie: @escaping @Sendable (inout v4l2_buffer) -> Void)
        -> SoakFault
    {
        script(name, .damagedPictures, 0.1...1) { $0.lie = lie }
    }

    /// All of them.
    static let all: [SoakFault] = [
        script("unplugged", .unplugged, 0.1...2) {
            ($0.failures, $0.openError) = ([vidioc_dqbuf: (ENODEV, nil)], ENODEV)
        },
        script("a node that is gone", .unplugged, 0.1...2) {
            ($0.openError, $0.pollError) = (ENOENT, ENODEV)
        },
        script("a loose contact", .unplugged, 0.01...0.05) { $0.failures = [vidioc_dqbuf: (ENODEV, nil)] },
        script("withdrawn", .withdrawn, 0.5...2) {
            ($0.failures, $0.openError) = ([vidioc_dqbuf: (ENODEV, nil)], EACCES)
        },
        script("busy when plugged in", .broken, 0.5...2) {
            ($0.breaksUntilRestarted, $0.isTaken) = (true, true)
        },
        script("no room on the bus", .noRoom, 0.5...2) {
            ($0.breaksUntilRestarted, $0.hasRoom) = (true, { false })
        },
        script("a broken stream", .brokenStream, 0...0) { $0.breaksUntilRestarted = true },
        script("EIO of VIDIOC_DQBUF", .broken, 0.1...1) { $0.errors = [.ioctl(vidioc_dqbuf): EIO] },
        script("EIO of VIDIOC_QBUF", .broken, 0.1...1) { $0.errors = [.ioctl(vidioc_qbuf): EIO] },
        script("an error of poll", .broken, 0.1...1) { $0.pollError = EIO },
        script("a call for the next picture that hangs", .hung, 0.1...3) { $0.hangs = true },
        script("a buffer that is not taken", .hung, 0.1...3) { $0.refusesToReturn = true },
        SoakFault("no pictures", .noPictures, 0.3...4) { scene, _ in scene.player.pause(true) },
        SoakFault("no signal", .noSignal, 0.3...4) { scene, _ in
            scene.player.pause(true)
            scene.camera.change { $0.inputStatus = UInt32(V4L2_IN_ST_NO_SIGNAL) }
        },
        // What a camera does that is plugged in again: any of its calls fails, or does not come back.
        SoakFault("an error of a call", .broken, 0.3...2) { scene, numbers in
            let calls = DriverTrial.calls.map(\.call).filter { ![.open, .adopt, .close].contains($0) }
            let (call, code) = (numbers.one(of: calls), numbers.one(of: DriverTrial.codes))
            scene.camera.change { ($0.breaksUntilRestarted, $0.errors) = (true, [call: code]) }
        },
        SoakFault("an error of a call after plugging in", .broken, 0.3...2) { scene, numbers in
            let calls = DriverTrial.calls.map(\.call).filter { ![.open, .adopt, .close].contains($0) }
            let (call, code) = (numbers.one(of: calls), numbers.one(of: DriverTrial.codes))
            scene.camera.change {
                ($0.failures, $0.errors) = ([vidioc_dqbuf: (ENODEV, nil)], [call: code])
            }
        },
        SoakFault("a call that hangs", .hung, 0.1...3) { scene, numbers in
            let call = numbers.one(of: DriverTrial.calls).call
            scene.camera.change { ($0.breaksUntilRestarted, $0.hangingCall) = (true, call) }
        },
        script("a size that cannot be", .broken, 0.3...2) {
            ($0.pollError, $0.formatLie) = (ENODEV, { $0.width = .max })
        },
        script("no buffers", .broken, 0.3...2) {
            ($0.failures, $0.buffersLie) = ([vidioc_dqbuf: (ENODEV, nil)], { $0.count = 0 })
        },
        script("buffers in the other order", .damagedPictures, 0.1...1) { $0.isOutOfOrder = true },
        lie("damaged pictures") { $0.flags |= UInt32(V4L2_BUF_FLAG_ERROR) },
        lie("short pictures") { $0.bytesused = 10 },
        lie("empty pictures") { $0.bytesused = 0 },
        lie("numbers that jump") { $0.sequence = $0.sequence &* 0x1000_0001 },
        lie("numbers that stand still") { $0.sequence = 0 },
        lie("times that run back") { $0.timestamp.tv_sec -= Int($0.sequence % 100) },
        lie("a buffer that is not there") { $0.index = 99 },
    ]
}

/// Numbers that follow from a seed (SplitMix64), the same on every machine.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// One of some things.
    mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &self)]
    }
}
