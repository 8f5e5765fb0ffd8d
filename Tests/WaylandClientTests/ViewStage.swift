import Capture
import Foundation
import Frames
import LinuxIO
import Logging
import TestSupport
import VulkanCore
import VulkanView

@testable import LiveView
@testable import WaylandClient

/// A view of the test card in a window whose frame callbacks a scripted compositor answers, or does not.
final class ViewStage {
    let compositor: ScriptedCompositor
    let client: TestClient
    let facts = ViewFacts()
    let orders: RenderOrders
    /// The number of times that the window was made anew.
    private(set) var renewals = 0
    private let toplevel: UInt32
    private let session: CaptureSession
    private let thread: SystemThread

    /// Shows the test card.
    ///
    /// - Parameters:
    ///   - records: The file of what is known; nil for none.
    ///   - shell: The version of xdg-shell.
    ///   - rate: The card's pictures per second.
    ///   - answers: Tells of a commit, by its number and whether it is FIFO's, whether it is answered.
    /// - Throws: The error of what is missing.
    init(
        _ records: DeviceRecordFile? = nil, shell: Int = 6, rate: Int = 30,
        _ answers: @escaping @Sendable (Int, Bool) -> Bool
    ) throws {
        compositor = try ScriptedCompositor(globals: Self.globals(shell))
        client = try TestClient(display: compositor.socketPath)
        try compositor.waitForWindow(client)
        try compositor.configure(client, width: 320, height: 180, serial: 1)
        toplevel = compositor.object("xdg_toplevel")
        compositor.presentEverything(answers)
        var options = LiveViewOptions()
        options.deviceRecords = records
        orders = try RenderOrders(options: options.placement)
        session = CaptureSession(
            .testCard(TestCardOptions(size: PixelSize(width: 320, height: 180), rate: Rational(rate))))
        let slot = FrameOutput(.newest)
        session.add(slot)
        let channel = LiveViewChannel { [weak orders] in orders?.ring() }
        orders.setInputs([RenderOrders.Input(channel: channel, number: 1, slot: slot)])
        let work = RenderThread(
            orders: orders, memory: try FrameMemoryExchange(for: nil), options: options,
            phases: StartPhases(), facts: facts, logger: LogLines().logger
        ) { _ in }
        thread = try SystemThread(name: "render") { work.run() }
        session.start { _ in }
        client.window.pacing.onChange { [orders] in orders.ring() }
        attach()
    }

    private func attach() {
        let target = LiveView.Target(
            display: client.connection.display, surface: client.window.surface, use: client.window.surfaceUse,
            pacing: client.window.pacing,
            presentation: Self.policy(client.connection), graphicsDevice: nil,
            renew: { [inbox = client.loop.inbox, me = LoopBound(self)] in inbox.post { me.object?.renew() } })
        orders.change { $0.target = target }
    }

    private func renew() {
        guard (try? client.window.renewSurface()) != nil else { return }
        renewals += 1
        attach()
    }

    deinit {
        orders.change { $0.stop = true }
        thread.join(within: 20)
        session.stop()
    }

    private static func globals(_ shell: Int) -> [(interface: String, version: Int)] {
        ScriptedCompositor.everything.map { $0.interface == "xdg_wm_base" ? ($0.interface, shell) : $0 }
    }

    /// The compositor's offer, by which this machine's driver may use FIFO, as a newer Mesa may.
    static func policy(_ connection: WaylandConnection) -> PresentationPolicy {
        var policy = PresentationPolicy(
            hasFifo: connection.offersFifo, presentationVersion: connection.presentationVersion,
            compositor: connection.compositorIdentity)
        policy.firstMesa = 0
        return policy
    }

    /// Runs a test with a file and the verdict in it on FIFO with a compositor that offers everything.
    static func withVerdict(
        _ verdict: Bool? = true, shell: Int = 6, _ body: (DeviceRecordFile, () -> Bool?) throws -> Void
    ) throws {
        let folder = NSTemporaryDirectory() + "verdict-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = DeviceRecordFile(path: "\(folder)/devices.json", program: "test")
        let driver = try VulkanInstance(applicationName: "test").devices()[0].driver
        let compositor = try ScriptedCompositor(globals: globals(shell))
        let identity = try TestClient(display: compositor.socketPath).connection.compositorIdentity
        if let verdict { try file.keep(PresentationVerdict(on: identity, by: driver, mayUseFifo: verdict)) }
        try body(file) { file.mayUseFifo(on: identity, by: driver) }
    }

    /// Waits until the window is made anew, and configures it.
    func renewed() throws {
        let old = toplevel
        try client.run("another surface", within: 60) {
            renewals == 1 && compositor.object("xdg_toplevel") != old
                && compositor.count(of: "xdg_surface") == 1
        }
        try compositor.configure(client, width: 320, height: 180, serial: 2)
    }

    /// Waits until there are as many commits.
    func waitForCommits(_ count: Int, within seconds: Double = 60) throws {
        try client.run("\(count) commits", within: seconds) { compositor.commits.count >= count }
    }
}
