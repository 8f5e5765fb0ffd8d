internal import LinuxIO
internal import VulkanCore

extension DoctorReport {
    /// The graphics devices and their drivers.
    struct Graphics: Encodable {
        /// The version of Vulkan that the loader knows.
        let loader: String
        /// The manifests of the drivers that are installed.
        let manifests: [String]
        /// The beginnings of the names of manifests that are not loaded, since their hardware is not there.
        let leftOut: [String]
        /// The kernel's devices that draw.
        let nodes: [Node]
        /// The devices of the drivers that are loaded, in the loader's order.
        let devices: [DeviceFacts]?
        /// The device that is taken when nobody asks for another, the window's where there was one; nil where none can be.
        private(set) var chosen: String?
        /// The devices that can draw, in the order in which they are tried, each with the reason for its place.
        private(set) var order: [DevicePlace] = []
        /// The sentence why there is no device; nil where there is one.
        let fault: String?
        /// True where the drivers have answered, whatever they said; nobody may ask them again in this process where they have not.
        let hasAnswered: Bool

        /// A kernel device that draws.
        struct Node: Encodable {
            let path: String
            let access: FileAccess?
            let kernelDriver: String?
        }

        private static let manifestFolders = [
            "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d",
        ]

        /// The answer of the drivers.
        private struct Answer: Sendable {
            var loader = ""
            var devices: [DeviceFacts]?
            var order: [PhysicalDevice] = []
            var fault: String? = DriverQuestion.silence
            var hasAnswered = false
        }

        init(_ drivers: DriverSelection) {
            manifests = Self.manifestFolders.flatMap { folder in
                SystemFile.entries(of: folder).map { "\(folder)/\($0)" }
            }
            leftOut = drivers.leftOut
            nodes = SystemFile.entries(of: "/dev/dri").filter { $0 != "by-path" }.map { name in
                Node(
                    path: "/dev/dri/\(name)", access: FileAccess(of: "/dev/dri/\(name)"),
                    kernelDriver: SystemFile.linkName("/sys/class/drm/\(name)/device/driver"))
            }
            let answer = Self.ask()
            (loader, devices, fault) = (answer.loader, answer.devices, answer.fault)
            (hasAnswered, found) = (answer.hasAnswered, answer.order)
            take(nil, nil)
        }

        /// The devices that can draw.
        private let found: [PhysicalDevice]

        private enum CodingKeys: String, CodingKey {
            case loader, manifests, leftOut, nodes, devices, chosen, order, fault, hasAnswered
        }

        /// Takes what a window has shown: the compositor's device, and the one that was taken.
        ///
        /// - Parameters:
        ///   - compositor: The compositor; nil without one.
        ///   - taken: The device that drew, and why; nil where none has.
        mutating func take(_ compositor: DoctorReport.Compositor?, _ taken: DevicePlace.Taken?) {
            order = DevicePlace.all(found, DeviceOrder(compositorDevice: compositor?.device), taken)
            chosen = taken?.name ?? order.first?.name
        }

        /// Asks the drivers.
        private static func ask() -> Answer {
            DriverQuestion.answer {
                var found = Answer(loader: VulkanInstance.loaderVersion, fault: nil, hasAnswered: true)
                do throws(VulkanError) {
                    let instance = try VulkanInstance(applicationName: "Viewfinder")
                    found.devices = try instance.deviceFacts()
                    found.order = try instance.devices()
                } catch {
                    found.fault = "\(error)"
                }
                return found
            } ?? Answer()
        }
    }
}
