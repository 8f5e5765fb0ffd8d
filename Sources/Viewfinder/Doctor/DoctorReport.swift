internal import Capture
internal import Frames
internal import Glibc
internal import LinuxIO
internal import Movies
internal import VulkanCore

/// The report of `viewfinder doctor`.
///
/// The names and units here are the format's definition: memory in bytes, times in seconds, sizes in pixels. What could not be had is
/// null or missing, and a sentence beside it says why.
struct DoctorReport: Encodable {
    /// The sentences for a person, the worst first: what is wrong, and what to do.
    var findings: [DoctorFinding] = []
    var program: Program
    var system: SystemFacts
    var video: Video
    var graphics: Graphics
    var desktop: Desktop
    var files: Files
    /// The trials of the cameras, in their order.
    var trials: [CameraTrial.Result] = []

    /// The program itself.
    struct Program: Encodable {
        let version: String
        /// The variables of the environment that change what is chosen; others are not looked at.
        let environment: [String: String]
        /// GStreamer's name and version.
        var movies = GStreamer.version
        /// The files of all libraries that are loaded at the end, each with the identity of its build where it has one: few names tell
        /// versions.
        var libraries: [String] = []
    }

    /// The kernel's video devices.
    struct Video: Encodable {
        let nodes: [VideoNode]
        /// The video interfaces of USB devices, those without a driver, too.
        let usb: [USBVideoInterface]
        /// The cameras with all that they offer, in the order of their numbers.
        let cameras: [OfferedCamera]
    }

    /// A camera with all that it offers.
    struct OfferedCamera: Encodable {
        let id: String
        let name: String
        let path: String
        let driver: String
        let busInfo: String
        let position: String?
        let rotation: Int
        /// The sizes of each format with their rates: `1280x720 at 30 15`.
        let modes: [String: [String]]
        /// The value and the range of each control by its key.
        let controls: [String: String]
        /// The sentence why no controls are known.
        let controlsFault: String?

        init(_ camera: Camera) {
            (id, name, path) = (camera.id, camera.name, camera.path)
            (driver, busInfo) = (camera.driver, camera.busInfo)
            (position, rotation) = (camera.position?.rawValue, camera.rotation.rawValue)
            let modes = camera.formats.map { format in
                let code = "\(format.fourCC)\(format.isNative ? "" : " (converted)")"
                return (code, format.sizes.map(Self.words))
            }
            self.modes = Dictionary(modes) { $0 + $1 }
            do throws(CaptureFault) {
                let all = try CameraControls(.path(camera.path)).all
                controls = Dictionary(all.map { ($0.key, Self.words(of: $0)) }) { first, _ in first }
                controlsFault = nil
            } catch {
                (controls, controlsFault) = ([:], error.sentence)
            }
        }

        private static func words(_ size: Camera.Size) -> String {
            let from = size.smallest.map { "\($0) to " } ?? ""
            let rates = size.rates.map(\.description).joined(separator: " ")
            return "\(from)\(size.size) at \(rates.isEmpty ? "any rate" : rates)"
        }

        private static func words(of control: CameraControl) -> String {
            "\(control.value.map { "\($0)" } ?? "unknown") of \(control.range)\(control.remarkWords)"
        }
    }

    /// Collects everything but the trials.
    ///
    /// - Parameters:
    ///   - version: The program's version.
    ///   - found: The cameras.
    ///   - drivers: The choice of graphics drivers.
    ///   - environment: The environment as it was before that choice.
    init(
        version: String, _ found: CameraList.Search, drivers: DriverSelection, environment: [String: String]
    ) {
        program = Program(version: version, environment: environment)
        system = SystemFacts()
        video = Video(
            nodes: VideoNode.all(), usb: USBVideoInterface.all(),
            cameras: CameraList.offers(of: found.cameras).map { OfferedCamera($0) })
        graphics = Graphics(drivers)
        desktop = Desktop()
        files = Files()
    }

    /// The variables that the program or its libraries heed.
    private static let variables =
        UserEnvironment.deviceVariables + [
            "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "DBUS_SESSION_BUS_ADDRESS", "PIPEWIRE_REMOTE",
            "LIBV4LCONTROL_FLAGS", "LIBV4LCONTROL_CONTROLS", "GST_PLUGIN_PATH", "GST_PLUGIN_FEATURE_RANK",
            "XCURSOR_THEME", "XCURSOR_SIZE", "LANG", "LC_ALL", "LD_PRELOAD", "LD_LIBRARY_PATH",
            "VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE", "VK_LAYER_PATH", "MESA_LOADER_DRIVER_OVERRIDE",
        ]

    /// The values of these variables now.
    static var environment: [String: String] {
        variables.reduce(into: [:]) { values, name in
            values[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
        }
    }
}
