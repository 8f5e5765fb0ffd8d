internal import Capture
internal import FoundationEssentials
internal import Glibc
internal import LinuxIO
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
        let version = ViewfinderCommand.version
        /// The variables of the environment that change what is chosen; others are not looked at.
        let environment: [String: String]
        /// The files of all libraries that are loaded at the end, whose names tell their versions.
        var libraries: [String] = []
    }

    /// The kernel's video devices.
    struct Video: Encodable {
        let nodes: [VideoNode]
        /// The video interfaces of USB devices, those without a driver, too.
        let usb: [USBVideoInterface]
        /// The cameras with all that they offer, in the order of their numbers.
        let cameras: [Camera]
        /// The controls of each camera by its node, or the sentence why there are none.
        let controls: [String: Controls]
    }

    /// The controls of a camera.
    struct Controls: Encodable {
        var all: [CameraControl]?
        var fault: String?
    }

    init(_ found: CameraList.Search, drivers: DriverSelection) {
        program = Program(environment: Self.environment)
        system = SystemFacts()
        var controls: [String: Controls] = [:]
        for camera in found.cameras {
            do throws(CaptureFault) {
                controls[camera.path] = Controls(all: try CameraControls(.path(camera.path)).all)
            } catch {
                controls[camera.path] = Controls(fault: error.sentence)
            }
        }
        video = Video(
            nodes: VideoNode.all(), usb: USBVideoInterface.all(),
            cameras: CameraList.offers(of: found.cameras), controls: controls)
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

    private static var environment: [String: String] {
        var values: [String: String] = [:]
        for name in variables {
            if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
        }
        return values
    }

    /// Writes the report, without secrets.
    ///
    /// - Parameter isJSON: True for JSON, false for lines for a person.
    func text(isJSON: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let value = try JSONDecoder().decode(JSONValue.self, from: encoder.encode(self))
        let clean = Discretion().cleaned(value)
        return isJSON
            ? String(decoding: try encoder.encode(clean), as: UTF8.self) : DoctorText.text(of: clean)
    }
}
