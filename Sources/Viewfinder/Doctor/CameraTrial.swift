internal import Capture
internal import Frames
internal import LinuxIO
internal import LiveView
internal import Logging
internal import VulkanCore
internal import VulkanView
internal import WaylandClient

/// A trial of cameras, one after the other: each for 3 seconds, in a window where there is a desktop; without a camera the test card, for one
/// second, so that path and presentation are known.
///
/// Confined to the main thread.
final class CameraTrial {
    /// The result of a camera.
    struct Result: Encodable {
        let camera: String
        let path: String
        /// The state at the end, in a word.
        var state = "starting"
        /// The sentence that a user would have seen; nil where all went well.
        var fault: String?
        /// The programs that had it open meanwhile, but for this one.
        var users: [String] = []
        /// The time from the start until the first picture; nil where none came.
        var firstPictureAfter: Double?
        /// The time that was counted, from the first picture on.
        var seconds = 0.0
        var captured: UInt64 = 0
        var published: UInt64 = 0
        var dropped: [String: UInt64] = [:]
        /// The number of pictures per second; nil before there were two.
        var rate: Double?
        /// The number of pictures per second that the camera promises; nil where it does not.
        var promisedRate: Double?
        /// The number of pictures that were shown in the window; nil without one.
        var shown: UInt64?
        /// The sentences why controls that are kept could not be set.
        var controlFaults: [String] = []
        var mode: Choice?
        var color: Choice?
        var route: Choice?
        /// The graphics device, and why others were passed over.
        var device: Choice?
        /// The path that converts and places pictures.
        var drawing: Choice?
        /// The sentence why no picture was drawn without a window; nil where some were, and in a window.
        var drawingFault: String?
        var presentation: Choice?
        /// The number of frame callbacks that did not come for a second, by presentation mode.
        var missedCallbacks: [String: Int] = [:]
    }

    typealias Choice = StatisticsReport.Choice

    private(set) var results: [Result] = []
    /// The device that has shown the first camera that was shown; nil where none has.
    private(set) var taken: DevicePlace.Taken?
    private(set) var compositor: DoctorReport.Compositor?
    /// The window in which cameras are tried, or the sentence why there is none.
    private(set) var windowWords = ""
    /// True when a person has closed the window before all was tried.
    private(set) var wasClosed = false

    /// A source to try.
    private struct Subject {
        let name: String
        /// The camera's node; ``testCard`` for the test card.
        let path: String
        let source: Source
        /// The time for which it is watched, in nanoseconds.
        let duration: Int64
    }

    /// The test card's place among the paths of cameras, as the command line calls it.
    static let testCard = "test"

    /// The longest wait for a first picture: a driver that hangs is told of sooner.
    private static let patience: Int64 = 14_000_000_000
    /// The longest wait for the graphics drivers, in seconds.
    private static let driverPatience = 20
    private static let interval: Int64 = 50_000_000

    private let subjects: [Subject]
    private let drivers: DriverSelection
    private let records: DeviceRecordFile
    private let logger = Logger(label: "viewfinder.doctor") { _ in SwiftLogNoOpLogHandler() }
    /// False once the graphics drivers were given up: another question would never end, since Vulkan's loader has one lock for all.
    private var mayDraw: Bool
    private var kept: [String: [ControlSetting]] = [:]

    /// Prepares a trial.
    ///
    /// - Parameters:
    ///   - cameras: The cameras to try; nil for the test card in their place.
    ///   - drivers: The choice of drivers.
    ///   - records: The file of what is known about devices, by which the program would choose, too.
    ///   - mayDraw: False where the drivers were asked before and have not answered.
    init(
        _ cameras: [CameraIdentity]?, drivers: DriverSelection, records: DeviceRecordFile, mayDraw: Bool
    ) {
        let card = Source.testCard(TestCardOptions())
        subjects =
            cameras?.map { camera in
                Subject(
                    name: camera.name, path: camera.path, source: .camera(.path(camera.path)),
                    duration: 3_000_000_000)
            } ?? [Subject(name: card.name, path: Self.testCard, source: card, duration: 1_000_000_000)]
        (self.drivers, self.records, self.mayDraw) = (drivers, records, mayDraw)
        kept = (try? SettingsFile().controls()) ?? [:]
    }

    /// Tries all cameras; a person who closes the window ends it, and the rest is not tried.
    func run() {
        var options = LiveViewOptions()
        options.drivers = drivers
        options.deviceRecords = records
        do {
            let window = try LiveWindow(
                title: "Viewfinder's doctor", applicationID: "org.viewfinder.Viewfinder", options: options,
                logger: logger)
            windowWords = "there was one"
            window.onEvent = { [self] event in if event == .close { wasClosed = true } }
            try run(in: window)
        } catch {
            windowWords = "\(error)"
        }
        guard !wasClosed else { return }
        // Those that no window has shown.
        for subject in subjects.dropFirst(results.count) { results.append(tryAlone(subject)) }
    }

    // MARK: - In a window

    private func run(in window: LiveWindow) throws {
        var rest = subjects[...]
        func next() {
            guard let subject = rest.popFirst() else { return window.close() }
            window.title = "Viewfinder's doctor: \(subject.name)"
            let session = session(for: subject)
            let before = window.view.shownCount
            window.show(session)
            watch(session, subject, in: window.loop) { [self] watched in
                var result = watched
                result.shown = window.view.shownCount - before
                add(window.view.viewReport, to: &result)
                results.append(result)
                session.stop()
                next()
            }
        }
        // The compositor tells of its displays first.
        window.loop.schedule(at: MonotonicClock.now() + 2 * Self.interval) { [self] in
            compositor = DoctorReport.Compositor(window.connection)
            next()
        }
        try window.run()
    }

    private func session(for subject: Subject) -> CaptureSession {
        CaptureSession(
            CaptureConfiguration(
                subject.source, controls: ControlSettings(cameras: kept), isLookedFor: false),
            logger: logger)
    }

    /// Looks at a session again and again, until it has failed or its time is over.
    private func watch(
        _ session: CaptureSession, _ subject: Subject, in loop: EventLoop,
        _ done: @escaping (Result) -> Void
    ) {
        let begin = MonotonicClock.now()
        var result = Result(camera: subject.name, path: subject.path)
        var first: Int64?
        func look() {
            let now = MonotonicClock.now()
            if first == nil, session.statistics.published > 0 { first = now }
            let isOver = now - (first ?? (begin + Self.patience)) >= (first == nil ? 0 : subject.duration)
            guard session.state.fault != nil || isOver else {
                loop.schedule(at: now + Self.interval, look)
                return
            }
            Self.complete(&result, session, begin: begin, first: first, end: now)
            done(result)
        }
        look()
    }

    /// Takes everything that a session knows of itself.
    private static func complete(
        _ result: inout Result, _ session: CaptureSession, begin: Int64, first: Int64?, end: Int64
    ) {
        let (state, counts) = (session.state, session.statistics)
        result.state = "\(state)".prefix { $0 != "(" }.description
        result.fault =
            state.fault?.sentence
            ?? (first == nil ? "no picture came within \(patience / 1_000_000_000) seconds" : nil)
        result.users = result.path == testCard ? [] : VideoNode.users(of: result.path)
        result.firstPictureAfter = first.map { Double($0 - begin) / 1e9 }
        result.seconds = first.map { Double(end - $0) / 1e9 } ?? 0
        (result.captured, result.published, result.rate) = (counts.captured, counts.published, counts.rate)
        result.dropped = Dictionary(uniqueKeysWithValues: counts.dropped.map { ($0.rawValue, $1) })
        result.controlFaults = session.controlFaults.map(\.sentence)
        guard let mode = state.mode else { return }
        result.promisedRate = mode.rate?.value
        result.mode = Choice(name: "\(mode.fourCC) \(mode.size)", reason: mode.reason ?? "")
        result.color = Choice(name: mode.color.name, reason: mode.colorReason?.description ?? "")
    }

    private func add(_ report: ViewReport?, to result: inout Result) {
        guard let report else { return }
        result.device = Choice(name: report.device, reason: report.deviceReason)
        taken =
            taken
            ?? DevicePlace.Taken(
                identity: report.deviceIdentity, name: report.device, reason: report.deviceReason)
        result.drawing = Choice(name: report.path.rawValue, reason: report.pathReason)
        result.route = report.importRoute.map { Choice(name: $0, reason: report.importReason ?? "") }
        result.presentation = Choice(
            name: report.presentationMode.rawValue, reason: report.presentationReason)
        let missed = report.missedCallbacks.map { ($0.rawValue, $1) }
        result.missedCallbacks = Dictionary(uniqueKeysWithValues: missed)
    }

    // MARK: - Without a window

    /// Tries a camera without a window: its pictures are read as the window would read them.
    private func tryAlone(_ subject: Subject) -> Result {
        let drawing =
            mayDraw ? try? WindowlessDrawing(drivers: drivers, records: records, logger: logger) : nil
        mayDraw = drawing?.waitForDrivers(within: Self.driverPatience) ?? false
        let session = session(for: subject)
        if let drawing { session.add(drawing.output) }
        var result = Result(camera: subject.name, path: subject.path)
        guard let loop = try? EventLoop() else { return result }
        session.start { _ in }
        watch(session, subject, in: loop) { watched in
            result = watched
            loop.stop()
        }
        try? loop.run()
        session.stop()
        let choices = drawing?.end()
        (result.route, result.drawing) = (choices?.route, choices?.drawing)
        result.drawingFault = choices.map(\.fault) ?? "the graphics drivers do not answer"
        return result
    }
}
