public import LinuxIO

/// A video node of the kernel, camera or not, with all that can be learned of it without starting it.
///
/// For a report of a fault: what cannot be had is nil, and says why.
public struct VideoNode: Sendable, Codable {
    /// The node, for example `/dev/video0`.
    public let path: String
    /// The file that a link in its place leads to; nil for the node itself.
    public let target: String?
    /// The kind of file that it is, and who may open it; nil where it is gone.
    public let access: FileAccess?
    /// The names of the links to it below `/dev/v4l`, by which a camera is known.
    public let links: [String]
    /// The name that the driver gives the device (`VIDIOC_QUERYCAP`).
    public let name: String?
    /// The driver's name and version, for example `uvcvideo 6.1.55`.
    public let driver: String?
    /// The place where the device is plugged in, in the driver's words.
    public let busInfo: String?
    /// The capabilities of the node, as a number in hexadecimal digits (`V4L2_CAP_…`).
    public let capabilities: String?
    /// The kernel driver that the device is bound to (sysfs); nil for one that is of no device.
    public let kernelDriver: String?
    /// The maker's and the product's numbers and the speed in Mbit/s of a USB device; nil for another.
    public let usb: String?
    /// The other programs that have it open, as far as this user may see them.
    public let users: [String]
    /// The reason why it is no camera, or cannot be asked; nil for a camera.
    public let obstacle: String?

    /// Looks at all nodes that are called as video nodes are, whatever they are.
    ///
    /// Each is opened for a moment, and one whose driver does not answer is given up after some seconds: not for a main thread.
    ///
    /// - Parameter root: The folder of the device nodes.
    /// - Returns: The nodes in the order of their numbers.
    public static func all(in root: String = "/dev") -> [VideoNode] { all(by: .system(in: root)) }

    static func all(by calls: DeviceCalls) -> [VideoNode] {
        let found = CameraList.search(by: calls)
        return CameraList.nodes(in: calls.root).map { VideoNode($0, found, calls) }
    }

    /// Finds the other programs that have a node open, as far as this user may see them: `cheese (process 4711)`.
    public static func users(of path: String) -> [String] { CameraUsers.names(of: path) }

    init(_ path: String, _ found: CameraList.Search, _ calls: DeviceCalls) {
        self.path = path
        let node = SystemFile.real(path)
        target = node == path ? nil : node
        access = FileAccess(of: path)
        links = ["by-id", "by-path"].flatMap { folder in
            SystemFile.entries(of: "\(calls.root)/v4l/\(folder)")
                .filter { SystemFile.real("\(calls.root)/v4l/\(folder)/\($0)") == node }
                .map { "\(folder)/\($0)".withoutControls }
        }
        let answer = calls.answer(of: node, within: calls.patience) { calls in
            try? VideoDevice.capabilities(of: path, calls: calls)
        }
        let capabilities = answer ?? nil
        name = capabilities?.card
        driver = capabilities.map { "\($0.driver) \($0.version)" }
        busInfo = capabilities?.busInfo
        self.capabilities = capabilities.map { "0x" + String($0.flags, radix: 16) }
        let device = "/sys/class/video4linux/\(node.split(separator: "/").last ?? "")/device"
        kernelDriver = SystemFile.linkName("\(device)/driver")
        usb = USBVideoInterface.facts(ofDevice: "\(device)/..")
        users = CameraUsers.names(of: path)
        obstacle =
            found.forbidden.contains(path)
            ? "this user may not open it"
            : found.others.first { $0.path == path }?.reason
    }
}

/// A video interface of a USB device, and the kernel driver that it is bound to (sysfs, `usb`).
public struct USBVideoInterface: Sendable, Codable {
    /// The interface's place, for example `1-2:1.0`.
    public let place: String
    /// The product's name, as the device says it; nil where it does not.
    public let product: String?
    /// The maker's and the product's numbers and the speed in Mbit/s.
    public let usb: String?
    /// The kernel driver; nil where none has taken the interface, so that there is no camera.
    public let kernelDriver: String?

    /// USB's number for what controls a video device (USB Device Class Definition for Video Devices, A.1 and A.2).
    private static let videoControl = (kind: "0e", part: "01")

    /// Finds the video interfaces of all USB devices.
    ///
    /// - Parameter root: The kernel's folder of them.
    /// - Returns: The interfaces in the order of their places.
    public static func all(in root: String = "/sys/bus/usb/devices") -> [USBVideoInterface] {
        SystemFile.entries(of: root).filter { name in
            SystemFile.line("\(root)/\(name)/bInterfaceClass") == videoControl.kind
                && SystemFile.line("\(root)/\(name)/bInterfaceSubClass") == videoControl.part
        }.map { name in
            // The device above has the interface's name up to the colon.
            let device = "\(root)/\(name.prefix { $0 != ":" })"
            return USBVideoInterface(
                place: name, product: SystemFile.line("\(device)/product")?.withoutControls,
                usb: facts(ofDevice: device), kernelDriver: SystemFile.linkName("\(root)/\(name)/driver"))
        }
    }

    /// Reads a device's numbers and speed; nil for what is no USB device.
    static func facts(ofDevice folder: String) -> String? {
        guard let maker = SystemFile.line("\(folder)/idVendor"),
            let product = SystemFile.line("\(folder)/idProduct")
        else { return nil }
        let speed = SystemFile.line("\(folder)/speed").map { ", \($0) Mbit/s" } ?? ""
        return "\(maker):\(product)\(speed)".withoutControls
    }
}
