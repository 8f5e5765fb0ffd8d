/// The drawing tablets of a seat: their pens, which come into being when they first come near (`zwp_tablet_seat_v2`).
final class Tablets {
    /// The most tools that are heard: more no table holds.
    private static let mostPens = 64

    private let proxy: ZwpTabletSeatV2
    private let seat: SeatContext
    private var pens: [Pen] = []
    private var tablets: [ZwpTabletV2] = []
    /// The requests that give a pad back with its parts, by the pad: a compositor makes them unasked, and they are of no use to us.
    private var pads: [ProxyHandle: [() -> Void]] = [:]

    init(_ proxy: ZwpTabletSeatV2, _ seat: SeatContext) {
        self.proxy = proxy
        self.seat = seat
        proxy.listen { [weak self] in self?.hear($0) }
    }

    func release() {
        for pen in pens { pen.release() }
        for pad in pads.keys { giveBack(pad) }
        for tablet in tablets { tablet.destroy() }
        (pens, tablets) = ([], [])
        proxy.destroy()
    }

    /// Follows a window that went into or out of full screen, or was resized, under a pen.
    func windowChanged(_ changed: any InputWindow) { for pen in pens { pen.windowChanged(changed) } }

    /// Follows a surface that wants another cursor.
    func cursorChanged(of surface: AnyObject) { for pen in pens { pen.cursorChanged(of: surface) } }

    private func hear(_ event: ZwpTabletSeatV2.Event) {
        switch event {
        case .toolAdded(let tool?):
            guard pens.count < Self.mostPens else { return tool.destroy() }
            pens.append(
                Pen(tool, seat) { [weak self] pen in
                    self?.pens.removeAll { $0 === pen }
                    pen.release()
                })
        case .tabletAdded(let tablet?):
            tablets.append(tablet)
            tablet.listen { [weak self] in
                guard case .removed = $0 else { return }
                self?.tablets.removeAll { $0 == tablet }
                tablet.destroy()
            }
        case .padAdded(let pad?):
            pads[pad.handle] = [{ pad.destroy() }]
            pad.listen { [weak self] in self?.hear($0, of: pad.handle) }
        default: break
        }
    }

    private func hear(_ event: ZwpTabletPadV2.Event, of pad: ProxyHandle) {
        switch event {
        case .group(let group?):
            pads[pad]?.append { group.destroy() }
            group.listen { [weak self] in self?.hear($0, of: pad) }
        case .removed: giveBack(pad)
        default: break
        }
    }

    private func hear(_ event: ZwpTabletPadGroupV2.Event, of pad: ProxyHandle) {
        switch event {
        case .ring(let ring?): pads[pad]?.append { ring.destroy() }
        case .strip(let strip?): pads[pad]?.append { strip.destroy() }
        default: break
        }
    }

    private func giveBack(_ pad: ProxyHandle) {
        for destroy in (pads.removeValue(forKey: pad) ?? []).reversed() { destroy() }
    }
}
