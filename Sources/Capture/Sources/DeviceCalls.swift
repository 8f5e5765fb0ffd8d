internal import CV4L2
internal import Glibc
internal import LinuxIO

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
    /// Tells whether a node's device has no serial number (sysfs, `serial`): others of its model then look the same.
    var lacksSerial: @Sendable (_ path: String) -> Bool = { path in
        let interface = "/sys/class/video4linux/\(path.split(separator: "/").last ?? "")/device"
        // Of USB devices alone: the interface's parent is the device.
        return unsafe access("\(interface)/bInterfaceNumber", F_OK) == 0
            && access("\(interface)/../serial", F_OK) != 0
    }
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

    /// The system's own.
    static let system = DeviceCalls()

    /// The system's own, for the device nodes of a folder.
    static func system(in root: String) -> DeviceCalls {
        var calls = system
        calls.root = root
        return calls
    }
}
