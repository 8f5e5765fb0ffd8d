internal import Logging

/// The clipboard of a seat, and the drags that a person begins with its devices (`wl_data_device`).
///
/// It lives as long as its seat: what is offered to a device that is gone would end the connection, since libwayland does not count the objects of events
/// that it drops.
final class DataDevice {
    /// The most drags, and the most offers, that are kept: nobody needs more.
    private static let (mostDrags, mostOffers) = (4, 64)

    private let proxy: WlDataDevice
    private let manager: WlDataDeviceManager
    private let display: WlDisplay
    private let logger: Logger
    /// The drags that are not over: what one has dropped may still be on its way while the next one begins.
    private var drags: [FileDrag] = []
    /// The offers to this program: its own files, over its own windows, and what others copy.
    private var offers: [DataOffer] = []
    /// The offer of what is on the clipboard; nil where nothing is, or it is not told.
    private(set) var selection: DataOffer?
    /// The data that this program has put there, until another one does.
    private var copied: DataSource?

    /// Makes a device of a seat; nil where memory has run out.
    ///
    /// - Parameters:
    ///   - manager: The compositor's global.
    ///   - seat: The seat.
    ///   - display: The connection, which tells when the compositor has heard something.
    ///   - logger: Told where files went.
    init?(_ manager: WlDataDeviceManager, of seat: WlSeat, on display: WlDisplay, logger: Logger) {
        guard let proxy = manager.getDataDevice(seat: seat) else { return nil }
        (self.proxy, self.manager, self.display, self.logger) = (proxy, manager, display, logger)
        proxy.listen { [weak self] in self?.hear($0) }
    }

    deinit {
        (drags, offers, selection, copied) = ([], [], nil, nil)
        if proxy.understands(version: 2) { proxy.release() } else { proxy.handle.discard() }
    }

    /// Begins to drag files.
    ///
    /// - Parameters:
    ///   - files: The files' absolute paths.
    ///   - origins: The surface that was pressed, and those that it belongs to.
    ///   - serial: The press that is held.
    /// - Returns: False where memory has run out.
    func begin(_ files: [String], from origins: [WlSurface], serial: UInt32) -> Bool {
        weak var begun: FileDrag?
        let drag = FileDrag(
            of: files, from: origins, serial: serial, by: (manager, proxy, display), logger: logger
        ) { [weak self] in self?.drags.removeAll { $0 === begun } }
        guard let drag else { return false }
        begun = drag
        if drags.count == Self.mostDrags { drags.removeFirst() }
        drags.append(drag)
        return true
    }

    /// Forgets a surface that is about to go.
    func forget(_ surface: ProxyHandle) { for drag in drags { drag.forget(surface) } }

    /// Puts data on the clipboard.
    ///
    /// - Parameters:
    ///   - data: The data, each of another kind.
    ///   - serial: The press for it.
    /// - Returns: False where memory has run out.
    func copy(_ data: [SharedData], serial: UInt32) -> Bool {
        let source = DataSource(manager, data) { [weak self] source, event in
            if case .cancelled = event, let self, copied === source { copied = nil }
        }
        guard let source else { return false }
        proxy.setSelection(source: source.proxy, serial: serial)
        copied = source
        return true
    }

    /// Keeps what is on the clipboard, and lets go of all else that is offered: of files only once they have left the window, since wlroots ends the drag
    /// with their offer.
    private func hear(_ event: WlDataDevice.Event) {
        switch event {
        case .enter: drags.last?.begin()
        case .dataOffer(let offer?):
            if offers.count == Self.mostOffers { offers.removeFirst() }
            offers.append(DataOffer(offer))
        case .leave, .drop: offers = []
        case .selection(let copied):
            selection = offers.first { $0.proxy == copied }
            offers.removeAll { $0 === selection }
        default: break
        }
    }
}
