internal import Logging

/// The drags that a person begins with the devices of a seat (`wl_data_device`).
///
/// It is made with the first drag, and lives as long as its seat: what is offered to a device that is gone would end the connection, since
/// libwayland does not count the objects of events that it drops.
final class DragDevice {
    /// The most drags, and the most offers, that are kept: nobody needs more.
    private static let (mostDrags, mostOffers) = (4, 64)

    private let proxy: WlDataDevice
    private let manager: WlDataDeviceManager
    private let display: WlDisplay
    private let logger: Logger
    /// The drags that are not over: what one has dropped may still be on its way while the next one begins.
    private var drags: [FileDrag] = []
    /// The offers to this program: its own files, over its own windows, and what others copy.
    private var offers: [WlDataOffer] = []

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
        drags = []
        for offer in offers { offer.destroy() }
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

    /// Lets go of what is offered: of files only once they have left the window, since wlroots ends the drag with their offer.
    private func hear(_ event: WlDataDevice.Event) {
        switch event {
        case .enter: drags.last?.begin()
        case .dataOffer(let offer?):
            if offers.count == Self.mostOffers { offers.removeFirst().destroy() }
            offers.append(offer)
        case .leave, .drop: forget { _ in true }
        case .selection(let copied): forget { $0 == copied }
        default: break
        }
    }

    private func forget(_ isOver: (WlDataOffer) -> Bool) {
        for offer in offers where isOver(offer) { offer.destroy() }
        offers.removeAll(where: isOver)
    }
}
