import Glibc
import LinuxIO

/// A tool of the lab: a USB camera (UVC 1.1, one bulk endpoint) that the kernel's own driver uses by USB/IP, and that has
/// the faults it is told to have.
///
/// ```
/// usb-camera PIXELS PORT NAME [SERIAL]   plugs the camera into a port of vhci_hcd; it is unplugged when the program ends
/// ```
///
/// PIXELS is `yuy2`, `bayer` or `m420`. It reads what to do from its input, a line each; see ``CameraFunction/obey(_:)``.
@main struct USBCamera {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard (3...4).contains(arguments.count), let pixels = CameraPixels(rawValue: arguments[0]),
            let port = Int(arguments[1])
        else { throw CameraError("see the source for the usage") }
        let strings = ["Viewfinder"] + arguments.dropFirst(2)
        let camera = CameraFunction(CameraDescriptors(pixels: pixels, strings: strings))
        let bus = try BusConnection(port: port)
        try serve(camera, on: bus)
    }

    /// Answers until the bus hangs up.
    private static func serve(_ camera: CameraFunction, on bus: BusConnection) throws {
        var orders = LineReader()
        while true {
            let (request, order) = try Poll.wait(
                for: Poll.Entry(bus.number, .readable), and: Poll.Entry(STDIN_FILENO, .readable),
                until: camera.nextFrame)
            if order.contains(.readable) {
                for line in try orders.read() { try camera.obey(line) }
            }
            if !request.isEmpty {
                guard let request = try bus.next() else { return }
                try camera.take(request, on: bus)
            }
            try camera.send(on: bus)
        }
    }
}

struct CameraError: Error, CustomStringConvertible {
    let description: String
    init(_ sentence: String) { description = sentence }
}

/// The lines that come into the program.
struct LineReader {
    private var rest: [UInt8] = []

    /// Reads what is there.
    ///
    /// - Returns: The lines that are whole by now.
    mutating func read() throws -> [String] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try systemCall("read") { Glibc.read(STDIN_FILENO, &bytes, bytes.count) }
        rest += bytes[..<count]
        var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(lines.popLast() ?? [])
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
