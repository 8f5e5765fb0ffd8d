import CV4L2
import Frames
import Glibc
import LinuxIO
import Synchronization

@testable import Capture

/// A camera whose driver answers whatever it likes.
enum Drivers {
    /// The driver: each ioctl takes its error or its answer from the bytes.
    private final class Liar: Sendable {
        private let numbers: Mutex<Numbers>

        init(_ bytes: [UInt8]) { numbers = Mutex(Numbers(bytes)) }

        /// Answers an ioctl.
        ///
        /// - Returns: The error; 0 for none. After the last byte no list goes on.
        func answer(_ request: UInt, at address: UInt) -> Int32 {
            numbers.withLock { numbers in
                guard let argument = UnsafeMutableRawPointer(bitPattern: address), !numbers.isOver else {
                    return EINVAL
                }
                let choice = numbers.byte()
                if choice < 16 { return [EINVAL, ENOTTY, EIO, ENODEV, EBUSY, ENODATA][Int(choice) % 6] }
                if [vidioc_g_ext_ctrls, vidioc_s_ext_ctrls].contains(request) {
                    let one = argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee.controls
                    fill(one, &numbers)
                    return 0
                }
                let size = Int(request >> 16 & 0x3fff)
                // All of it, or its beginning.
                let count = choice < 128 ? size : min(size, Int(numbers.byte()))
                let bytes = numbers.bytes(count)
                argument.copyMemory(from: bytes, byteCount: bytes.count)
                return 0
            }
        }

        private func fill(_ control: UnsafeMutablePointer<v4l2_ext_control>?, _ numbers: inout Numbers) {
            guard let control else { return }
            let size = Int(control.pointee.size)
            guard size > 0, let text = control.pointee.string else {
                control.pointee.value64 = numbers.number()
                return
            }
            let bytes = numbers.bytes(min(size, 64))
            UnsafeMutableRawPointer(text).copyMemory(from: bytes, byteCount: bytes.count)
        }
    }

    static func answers(_ bytes: [UInt8]) throws {
        let liar = Liar(bytes)
        var calls = DeviceCalls()
        calls.open = { (_) throws(SystemError) in
            try Descriptor.open("/dev/null", flags: O_RDONLY).release()
        }
        calls.adopt = { _, _ in }
        calls.close = { number in _ = Glibc.close(number) }
        let ioctl: @Sendable (Int32, UInt, UnsafeMutableRawPointer) -> Int32 = { _, request, argument in
            let code = liar.answer(request, at: UInt(bitPattern: argument))
            errno = code
            return code == 0 ? 0 : -1
        }
        (calls.ioctl, calls.kernelIoctl) = (ioctl, ioctl)
        guard let device = try? VideoDevice("/dev/scripted", calls: calls) else { return }
        let camera = Camera(device, id: "camera")
        try promiseHarmless(camera.name, limit: 256)
        for control in (try? device.controls()) ?? [] {
            try promiseHarmless(control.name, limit: 256)
            try promiseHarmless(control.group, limit: 256)
            try promise(control.key.allSatisfy(\.isASCII), "the key \(control.key)")
            for entry in control.entries { try promiseHarmless(entry.name, limit: 256) }
            if case .text(let text)? = control.value { try promiseHarmless(text, limit: 1 << 18) }
            _ = try? control.value(for: .integer(.max))
            _ = try? control.value(for: .text("12"))
            _ = try? control.value(for: .boolean(true))
            var changed = control
            device.refresh(&changed)
        }
        for offer in device.offers() {
            let nearest = offer.sizes.nearest(to: ModeChoice.usual)
            try promise(!nearest.isEmpty, "an empty size of \(offer)")
        }
        _ = try? device.currentFormat()
    }
}
