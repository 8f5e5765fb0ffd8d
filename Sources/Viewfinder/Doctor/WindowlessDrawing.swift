internal import Decoders
internal import Frames
internal import LinuxIO
internal import Logging
internal import Synchronization
internal import VulkanCore
internal import VulkanView

/// A thread that reads a camera's pictures as a window would read them, without one: a graphics driver that hangs keeps nobody else.
final class WindowlessDrawing: Sendable {
    /// The choices of the view, as far as they are known.
    struct Choices: Sendable {
        var route: StatisticsReport.Choice?
        var drawing: StatisticsReport.Choice?
        /// The sentence why nothing is drawn; nil where something is.
        var fault: String?
    }

    /// The output whose frames are drawn.
    let output = FrameOutput()

    /// The longest wait for the drivers when the drawing ends, in seconds.
    private static let patience = 3
    private static let interval: Int64 = 50_000_000

    private let over: Gate
    private let opened: Gate
    private let choices = Mutex(Choices())
    private let thread = Mutex<SystemThread?>(nil)

    /// Opens a device, on the thread.
    ///
    /// - Parameters:
    ///   - drivers: The choice of drivers.
    ///   - records: The file of what is known about devices.
    ///   - logger: Gets messages that are worth knowing but change nothing.
    /// - Throws: The error of too many threads or descriptors.
    init(drivers: DriverSelection, records: DeviceRecordFile, logger: Logger) throws(SystemError) {
        (over, opened) = (try Gate(), try Gate())
        let thread = try SystemThread(name: "draw for doctor") { self.work(drivers, records, logger) }
        self.thread.withLock { $0 = thread }
    }

    /// Waits until the device is open or cannot be opened.
    ///
    /// - Parameter seconds: The limit.
    /// - Returns: False where the drivers have not answered in that time.
    func waitForDrivers(within seconds: Int) -> Bool {
        opened.wait(until: MonotonicClock.moment(in: seconds))
    }

    /// Ends the drawing; a driver that does not come back is left to itself.
    ///
    /// - Returns: The choices.
    func end() -> Choices {
        over.open()
        let hasEnded = thread.withLock { $0?.join(within: Self.patience) } ?? true
        var choices = choices.withLock { $0 }
        if !hasEnded { choices.fault = "the graphics driver does not answer" }
        return choices
    }

    private func work(_ drivers: DriverSelection, _ records: DeviceRecordFile, _ logger: Logger) {
        let view: OffscreenView
        do throws(VulkanError) {
            view = try drivers.open(logger) { () throws(VulkanError) in
                let instance = try VulkanInstance(applicationName: "Viewfinder", decoder: PictureDecoder.init)
                let device = try VulkanDevice(instance: instance)
                records.use(on: device, logger: logger)
                return try OffscreenView(device: device)
            }
        } catch {
            choices.withLock { $0.fault = "\(error)" }
            return opened.open()
        }
        tell(of: view)
        opened.open()
        repeat {
            guard let frame = output.take() else { continue }
            var fault: String?
            do { try view.load(frame) } catch { fault = "\(error)" }
            choices.withLock { [fault] in $0.fault = fault }
            tell(of: view)
        } while !over.wait(until: MonotonicClock.now() + Self.interval)
    }

    private func tell(of view: OffscreenView) {
        let route = view.importRoute.map { StatisticsReport.Choice(name: $0.name, reason: $0.reason) }
        let drawing = StatisticsReport.Choice(name: view.path.rawValue, reason: view.pathReason)
        choices.withLock { ($0.route, $0.drawing) = (route, drawing) }
    }
}
