internal import LinuxIO
internal import Synchronization
internal import WaylandClient

extension DoctorReport {
    /// The desktop's services.
    struct Desktop: Encodable {
        /// The compositor's answer; nil where there is none.
        var compositor: Compositor?
        /// The window in which cameras were tried, or the sentence why there was none.
        var window = ""
        /// True when a person has closed it before all cameras were tried.
        var windowWasClosed = false
        /// The sockets of services in the runtime folder; nil for those that are not there.
        let sockets: [String: FileAccess?]
        /// The services of the desktop's message bus that have to do with portals and with cameras; nil where it does not answer.
        let bus: SessionBus.Services?
        /// The reason why it does not answer.
        let busFault: String?

        private static let names = ["org.freedesktop.portal.", "org.freedesktop.impl.portal.", "org.a11y."]

        init() {
            let folder = UserEnvironment().runtimeFolder
            var sockets: [String: FileAccess?] = [:]
            for name in ["bus", "pipewire-0", "pulse/native"] {
                sockets[name] = .some(folder.flatMap { FileAccess(of: "\($0)/\(name)") })
            }
            self.sockets = sockets
            func related(_ names: [String]) -> [String] {
                names.filter { name in Self.names.contains { name.hasPrefix($0) } }
            }
            do throws(SystemError) {
                let services = try SessionBus.services()
                bus = .init(
                    running: related(services.running), startable: related(services.startable))
                busFault = nil
            } catch {
                (bus, busFault) = (nil, "\(error)")
            }
        }
    }

    /// The compositor's offer.
    struct Compositor: Encodable {
        /// The interfaces with their versions.
        let globals: [String]
        let displays: [String]
        /// The version of presentation-time; 0 for none.
        let presentationTime: Int
        /// True when commits can be queued, so that FIFO cannot block.
        let offersFifo: Bool
        /// The number of the graphics device on which it draws; nil where it does not tell.
        let graphicsDevice: String?
        /// The device of ``graphicsDevice``.
        let device: DeviceNumber?

        private enum CodingKeys: String, CodingKey {
            case globals, displays, presentationTime, offersFifo, graphicsDevice
        }

        init(_ connection: WaylandConnection) {
            device = connection.graphicsDevice
            graphicsDevice = device.map { "\($0)" }
            globals = connection.globals.map { "\($0.interface) \($0.version)" }.sorted()
            displays = connection.displays
            presentationTime = connection.presentationVersion
            offersFifo = connection.offersFifo
        }
    }

    /// The places that are written to.
    struct Files: Encodable {
        let settings: Settings
        /// The folders of pictures and movies.
        let folders: [Folder]

        /// The settings' file.
        struct Settings: Encodable {
            let path: String?
            let access: FileAccess?
            /// The number of cameras with settings; nil for a file that cannot be read.
            let cameras: Int?
            let fault: String?
        }

        /// A folder.
        struct Folder: Encodable {
            let path: String
            let access: FileAccess?
            /// The room in bytes; nil where there is no such folder.
            let room: Int?
        }

        init() {
            let file = SettingsFile()
            var (cameras, fault): (Int?, String?)
            do { cameras = try file.controls().count } catch { fault = "\(error)" }
            settings = Settings(
                path: file.path, access: file.path.flatMap { FileAccess(of: $0) }, cameras: cameras,
                fault: fault)
            let places = UserFolders()
            folders = [UserFolders.Kind.pictures, .videos].compactMap { try? places.path(of: $0) }.map {
                Folder(path: $0, access: FileAccess(of: $0), room: FileAccess.room(in: $0))
            }
        }
    }
}
