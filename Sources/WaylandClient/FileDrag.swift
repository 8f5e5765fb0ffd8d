internal import Logging

/// Files that a person drags into another program (`wl_data_device.start_drag`).
///
/// Their addresses are what travels (``SharedData/files(_:)``), once the other program asks for them.
///
/// Compositors differ in the surface from which they let a subsurface's press drag: wlroots wants the subsurface, KWin the window, and each is
/// silent, or cancels, where the other one is named. So each is tried in turn.
final class FileDrag {
    private let (manager, device, display): (WlDataDeviceManager, WlDataDevice, WlDisplay)
    private let serial: UInt32
    private let files: [String]
    private let logger: Logger
    private let ended: () -> Void
    /// The surfaces that were not tried yet.
    private var origins: [WlSurface]
    /// The sources that were tried, one of which may be what is dragged.
    private var sources: [DataSource] = []
    /// The source that is dragged, once the compositor has told of it.
    private var dragged: DataSource?
    /// The answer that comes once a trial was heard.
    private var answer: WlCallback?
    /// True once the compositor has shown that it drags.
    private var hasBegun = false

    /// Begins a drag: the compositor takes the pointer until the button is let go.
    ///
    /// - Parameters:
    ///   - files: The files' paths.
    ///   - origins: The surface that was pressed, and those that it belongs to.
    ///   - serial: The press that is held.
    ///   - objects: The compositor's global, the seat's device, and the connection, which tells when the compositor has heard something.
    ///   - logger: Told where the files went.
    ///   - ended: Called when the drag is over; before version 3 of the protocol nobody tells that files have arrived.
    init?(
        of files: [String], from origins: [WlSurface], serial: UInt32,
        by objects: (WlDataDeviceManager, WlDataDevice, WlDisplay), logger: Logger,
        ended: @escaping () -> Void
    ) {
        (manager, device, display) = objects
        (self.files, self.origins, self.serial) = (files, origins, serial)
        (self.logger, self.ended) = (logger, ended)
        tryNext()
        if sources.isEmpty { return nil }
    }

    deinit { answer?.handle.discard() }

    /// Forgets a surface that is about to go.
    func forget(_ surface: ProxyHandle) { origins.removeAll { $0.handle == surface } }

    /// Takes note that the compositor drags.
    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        logger.debug("a drag of files has begun")
    }

    /// Tries the next surface.
    private func tryNext() {
        guard !origins.isEmpty else { return }
        let files = files
        let source = DataSource(manager, [.files(files)]) { [weak self] source, event in
            self?.hear(event, of: source)
        }
        guard let source else { return }
        sources.append(source)
        let proxy = source.proxy
        if proxy.understands(version: 3) { proxy.setActions(dndActions: .copy) }
        device.startDrag(source: proxy, origin: origins.removeFirst(), icon: nil, serial: serial)
        guard !origins.isEmpty, answer == nil, let answer = display.sync() else { return }
        self.answer = answer
        answer.listen { [weak self] _ in self?.wasHeard() }
    }

    /// Takes what has not begun for refused.
    private func wasHeard() {
        answer?.handle.discard()
        answer = nil
        if !hasBegun { tryNext() }
    }

    private func hear(_ event: WlDataSource.Event, of source: DataSource) {
        switch event {
        case .send: dragged = source
        case .target, .action, .dndDropPerformed:
            dragged = source
            begin()
        case .cancelled:
            sources.removeAll { $0 === source }
            // The other one may be dragged all the same, and be told of later.
            if let dragged, dragged !== source { return }
            if !hasBegun, !origins.isEmpty { return tryNext() }
            if !hasBegun, !sources.isEmpty { return }
            logger.debug("the drag has ended nowhere")
            ended()
        case .dndFinished:
            logger.debug("the drag has ended in another program")
            ended()
        }
    }
}
