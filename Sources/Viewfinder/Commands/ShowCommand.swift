internal import ArgumentParser
internal import Capture
internal import Decoders
internal import Glibc
internal import LinuxIO
internal import LiveView
internal import Logging
internal import VulkanCore
internal import VulkanView

/// The command `viewfinder show`, which shows the window.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show cameras in a window (default).",
        discussion:
            "Without --source a key goes through all cameras, and the test card is shown when there is none.")

    @Option(help: sourceHelp, transform: { try Source(parsing: $0) })
    var source: [Source] = []

    @OptionGroup var view: ViewFlags
    @OptionGroup var filter: FilterFlags
    @OptionGroup var mode: ModeFlags
    @OptionGroup var controls: ControlFlags
    @OptionGroup var log: LogFlags

    @Flag(help: "Start in full screen.")
    var fullscreen = false

    @Flag(help: "Show nothing over the picture: no header, no bar, no words.")
    var noOverlay = false

    @Option(help: "End after this many presented frames.")
    var frames: UInt64?

    @Option(help: "When to take the frame of a camera that is faster than the display.")
    var latch = Latch.late

    @Flag(help: "Record the default input's sound, too, when v records.")
    var recordSound = false

    @Flag(help: "Record turned and mirrored as the window shows it.")
    var recordAsShown = false

    @Option(
        help:
            "Write statistics as JSON, a line per second and a last one, to a file, or - for standard output."
    )
    var stats: String?

    func validate() throws {
        if frames == 0 { throw ValidationError("--frames is 1 or more.") }
    }

    func run() throws { try run(StartPhases()) }

    /// Shows the window, with the start so far.
    func run(_ phases: StartPhases) throws {
        // It writes to the environment, which is safe only while this thread is the only one.
        let drivers = DriverSelection.narrow(for: view.device)
        var drawing = LiveViewOptions()
        drawing.placement = view.options
        drawing.device = view.device
        drawing.importRoute = view.importRoute
        drawing.path = view.path
        drawing.depths = view.depth ?? DepthRange()
        drawing.drivers = drivers
        drawing.deviceRecords = DeviceRecordFile(program: ViewfinderCommand.programName)
        drawing.frameLimit = frames
        drawing.latch = latch
        let options = Viewer.Options(
            sources: source, filters: filter.filters, mode: mode.request, color: mode.color,
            controls: controls.control, given: view.given, settings: controls.settings, drawing: drawing,
            isFullScreen: fullscreen, showsOverlay: !noOverlay, recordsSound: recordSound,
            recordsAsShown: recordAsShown,
            statistics: try stats.map { path throws(ViewfinderError) in try StatisticsFile(path: path) })
        try reporting { try Viewer(options, phases: phases, logger: log.logger).run() }
    }
}

/// Runs a command's work; an error in it becomes a sentence for the user, since it is no mistake in the command line.
func reporting(_ work: () throws -> Void) throws(ViewfinderError) {
    do {
        try work()
    } catch let error as ViewfinderError {
        throw error
    } catch let error as SystemError where [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(error.code) {
        throw ViewfinderError(
            "the system has nothing left to give (\(error)); close other programs and start it again")
    } catch {
        throw ViewfinderError(error)
    }
}
