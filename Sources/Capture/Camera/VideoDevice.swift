internal import CV4L2
internal import Glibc
internal import LinuxIO

/// An open V4L2 device node, closed when its last owner releases it.
///
/// All calls go through libv4l2, which hands them to the kernel as they are, or converts pictures where it
/// was asked to. Thread-safe as far as the kernel is: any thread may call, buffers are queued and dequeued on
/// different ones.
final class VideoDevice: V4L2Node, Sendable {
    /// The name, bus and kind of a node, as the driver says them.
    struct Capabilities: Sendable {
        let driver: String
        let card: String
        let busInfo: String
        let flags: UInt32
        /// The driver's version, as the kernel writes its own: `6.1.55`.
        let version: String

        /// Takes the driver's answer to `VIDIOC_QUERYCAP`.
        init(_ answer: v4l2_capability) {
            driver = text(answer.driver)
            card = text(answer.card)
            busInfo = text(answer.bus_info)
            let ofNode = answer.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
            flags = ofNode ? answer.device_caps : answer.capabilities
            version = "\(answer.version >> 16).\(answer.version >> 8 & 0xff).\(answer.version & 0xff)"
        }

        /// True when the node delivers pictures by itself.
        var isCamera: Bool { lack == nil }

        /// The reason why the node is no camera; nil for one that is.
        var lack: String? {
            func has(_ bits: Int32...) -> Bool { bits.contains { flags & UInt32(bitPattern: $0) != 0 } }
            if has(V4L2_CAP_VIDEO_M2M, V4L2_CAP_VIDEO_M2M_MPLANE) {
                return "it encodes, decodes or converts pictures that it is given"
            }
            if has(V4L2_CAP_TOUCH) { return "it is a touch sensor" }
            if isSinglePlanar || isMultiPlanar {
                if has(V4L2_CAP_IO_MC) {
                    return "it is one part of a camera that has to be set up as a whole; use it by libcamera"
                }
                return has(V4L2_CAP_STREAMING) ? nil : "it cannot stream"
            }
            if has(V4L2_CAP_META_CAPTURE, V4L2_CAP_META_OUTPUT) { return "it carries data about pictures" }
            if has(V4L2_CAP_VIDEO_OUTPUT, V4L2_CAP_VIDEO_OUTPUT_MPLANE, V4L2_CAP_VIDEO_OUTPUT_OVERLAY) {
                return "it takes pictures and gives none"
            }
            return "it gives no pictures"
        }

        var isSinglePlanar: Bool { flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 }
        var isMultiPlanar: Bool { flags & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 }
    }

    let path: String
    let number: Int32
    let capabilities: Capabilities
    /// True when buffers and formats are those of the multi-planar interface.
    let isMultiPlanar: Bool
    /// True when libv4l2 converts; buffers are then its own, and the device stays busy while one is mapped.
    let isConverting: Bool

    /// The way of all calls.
    let calls: DeviceCalls
    /// The node without links, which may be gone by the end.
    private let node: String
    /// The thread that opened it.
    private let thread = pthread_self()

    private static let quietLibrary: Void = v4l2_be_quiet()

    /// Opens a node (`v4l2_fd_open`).
    ///
    /// - Parameters:
    ///   - path: The node.
    ///   - converting: True to make libv4l2 offer formats that it converts to; single-planar devices only.
    ///   - calls: The way of all calls.
    /// - Throws: The error of `open` or of `VIDIOC_QUERYCAP`.
    init(_ path: String, converting: Bool = false, calls: DeviceCalls = .system) throws(SystemError) {
        self.calls = calls
        node = SystemFile.real(path)
        number = try calls.open(path)
        do throws(SystemError) {
            capabilities = try VideoDevice.capabilities(number, path, calls)
        } catch {
            calls.close(number)
            throw error
        }
        isMultiPlanar = !capabilities.isSinglePlanar && capabilities.isMultiPlanar
        isConverting = converting && !isMultiPlanar
        self.path = path
        // libv4l2 knows nothing of multi-planar devices, and its plug-in for them would hide their kind. A
        // node that it was not told of gets its calls passed on, which is also the way left when it refuses
        // one.
        if capabilities.isSinglePlanar {
            _ = VideoDevice.quietLibrary
            calls.adopt(number, converting)
        }
    }

    deinit {
        // The last owner may be a frame in a thread that draws, which is not to wait for the driver.
        if pthread_equal(pthread_self(), thread) != 0 { return calls.close(number) }
        let close = calls.unwatchedClose ?? calls.close
        calls.nodes.close(node) { [number] in close(number) }
    }

    /// Asks a node for its name, bus and kind, and nothing more: libv4l2 would read all its formats.
    ///
    /// - Parameters:
    ///   - path: The node.
    ///   - calls: The way of all calls.
    /// - Returns: Name, bus and kind.
    /// - Throws: The error of `open` or of `VIDIOC_QUERYCAP`.
    static func capabilities(of path: String, calls: DeviceCalls) throws(SystemError) -> Capabilities {
        let number = try calls.open(path)
        defer { calls.close(number) }
        return try capabilities(number, path, calls)
    }

    private static func capabilities(
        _ number: Int32, _ path: String, _ calls: DeviceCalls
    ) throws(SystemError) -> Capabilities {
        var answer = v4l2_capability()
        try VideoDevice.call(.queryCapabilities, on: number, path, calls, &answer)
        return Capabilities(answer)
    }

    /// The kernel's name for the device's kind of queue.
    var bufferType: UInt32 {
        isMultiPlanar
            ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    }

    /// Makes an ioctl (`v4l2_ioctl`).
    ///
    /// - Parameters:
    ///   - request: The ioctl.
    ///   - argument: The structure that belongs to it.
    /// - Throws: The error of the ioctl.
    func call<Argument>(_ request: V4L2Request, _ argument: inout Argument) throws(SystemError) {
        try VideoDevice.call(request, on: number, path, calls, &argument)
    }

    private static func call<Argument>(
        _ request: V4L2Request, on number: Int32, _ path: String, _ calls: DeviceCalls,
        _ argument: inout Argument
    ) throws(SystemError) {
        _ = try systemCall(request.name, on: path) {
            unsafe withUnsafeMutablePointer(to: &argument) {
                unsafe calls.ioctl(number, request.number, UnsafeMutableRawPointer($0))
            }
        }
    }
}
