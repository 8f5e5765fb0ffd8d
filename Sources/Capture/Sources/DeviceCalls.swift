internal import CV4L2
internal import Glibc
internal import LinuxIO
internal import Synchronization

/// The calls by which this library speaks with V4L2 devices: the system's, or those of a scripted device in tests.
///
/// Those that return a number leave their error in `errno` where it is -1.
@safe struct DeviceCalls: Sendable {
    /// The folder of the device nodes.
    var root = "/dev"
    /// The longest time that a driver is waited for which does not come back from a call, in nanoseconds: USB requests end after five
    /// seconds.
    var patience: Int64 = 6_000_000_000
    /// The nodes on which calls are made, by all who have these calls or copies of them.
    let nodes = NodeRegister()
    /// The folder of the kernel's facts about devices.
    var facts = "/sys"
    /// Opens a node.
    var open: @Sendable (_ path: String) throws(SystemError) -> Int32 = { (path) throws(SystemError) in
        try Descriptor.open(path, flags: O_RDWR | O_NONBLOCK).release()
    }
    /// Tells libv4l2 of an open single-planar device (`v4l2_fd_open`).
    var adopt: @Sendable (_ number: Int32, _ isConverting: Bool) -> Void = { number, isConverting in
        _ = v4l2_fd_open(number, isConverting ? 0 : Int32(V4L2_DISABLE_CONVERSION))
    }
    /// Closes a device (`v4l2_close`).
    var close: @Sendable (_ number: Int32) -> Void = { number in v4l2_close(number) }
    /// Closes a device on another thread than that whose calls are watched; nil where none are.
    var unwatchedClose: (@Sendable (_ number: Int32) -> Void)?
    /// Makes an ioctl by way of libv4l2 (`v4l2_ioctl`).
    var ioctl: @Sendable (_ number: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 =
        { number, request, argument in unsafe v4l2_ioctl_on(number, request, argument) }
    /// Makes an ioctl past libv4l2 (`ioctl`).
    var kernelIoctl:
        @Sendable (_ number: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 =
            { number, request, argument in unsafe v4l2_kernel_ioctl_on(number, request, argument) }
    /// Maps a buffer's memory (`v4l2_mmap`).
    ///
    /// - Returns: The address.
    var map: @Sendable (_ number: Int32, _ byteCount: Int, _ place: Int64) -> Int = {
        number, byteCount, place in
        unsafe Int(
            bitPattern: v4l2_mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, number, place))
    }
    /// Gives mapped memory back (`v4l2_munmap`).
    var unmap: @Sendable (_ bytes: UnsafeMutableRawBufferPointer) -> Void = { bytes in
        unsafe v4l2_munmap(bytes.baseAddress, bytes.count)
    }
    /// Waits for a bell and for events of the device.
    var poll:
        @Sendable (_ bell: Int32, _ number: Int32, _ events: Poll.Events, _ deadline: Int64?)
            throws(SystemError) -> (Poll.Events, Poll.Events) = {
                (bell, number, events, deadline) throws(SystemError) in
                try Poll.wait(
                    for: Poll.Entry(bell, .readable), and: Poll.Entry(number, events), until: deadline)
            }

    /// Tells whether a node's device has a serial number that none of its maker and product has had beside it, or needs none, since it is on
    /// no USB: others then look the same.
    func hasOwnSerial(_ node: String) -> Bool {
        let interface = "\(facts)/class/video4linux/\(node.split(separator: "/").last ?? "")/device"
        guard unsafe access("\(interface)/bInterfaceNumber", F_OK) == 0 else { return true }
        // The interface's parent is the device.
        guard let own = serial(of: "\(interface)/..") else { return false }
        let devices = "\(facts)/bus/usb/devices"
        let count = SystemFile.entries(of: devices).count { serial(of: "\(devices)/\($0)") == own }
        return nodes.sharedSerials.withLock { shared in
            if count > 1 { shared.insert(own) }
            return !shared.contains(own)
        }
    }

    /// Reads the numbers of a USB device's maker and product and its serial number, as udev writes it; nil for one that has none.
    private func serial(of device: String) -> String? {
        let parts = ["idVendor", "idProduct", "serial"].map { name in
            SystemFile.line("\(device)/\(name)")?.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        }
        guard let serial = parts[2], !serial.isEmpty else { return nil }
        return parts.map { $0 ?? "" }.joined(separator: ":").withoutControls
    }

    /// The system's own.
    static let system = DeviceCalls()

    /// The system's own, for the device nodes of a folder.
    static func system(in root: String) -> DeviceCalls {
        var calls = system
        calls.root = root
        return calls
    }
}
