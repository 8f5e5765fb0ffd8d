internal import Frames
internal import Logging
internal import VulkanCore
internal import VulkanView

/// The render loop's pictures beside the first one: each has a cell of the window, and frames of its own.
///
/// Confined to the render thread.
struct OtherPictures {
    private let view: View
    private var arrangement = LiveViewArrangement.row
    private var cells: [(slot: FrameOutput, cell: ViewCell)] = []
    /// The cell of the first picture, while it is not alone.
    private var first: ViewCell?

    init(_ view: View) { self.view = view }

    /// Takes note of the outputs whose frames are shown.
    mutating func follow(_ orders: RenderOrders.Values) {
        // At each turn of the loop, mostly for a picture that is alone.
        guard !cells.isEmpty || !orders.others.isEmpty else { return }
        arrangement = orders.arrangement
        defer {
            for cell in cells.map(\.cell) + [first].compactMap(\.self) {
                (cell.options, cell.isEnabled) = (orders.options, orders.isEnabled)
            }
        }
        guard !orders.others.elementsEqual(cells.lazy.map(\.slot), by: ===) else { return }
        let known = cells
        cells = orders.others.compactMap { slot in
            if let cell = known.first(where: { $0.slot === slot }) { return cell }
            return (try? view.makeCell()).map { (slot, $0) }
        }
        first = cells.isEmpty ? nil : first ?? (try? view.makeCell())
        first?.onSizeChange = view.onSizeChange
    }

    /// True while a frame waits to be taken.
    var areWaiting: Bool { cells.contains { $0.slot.waiting != nil } }

    /// Gives the newest frames to the device; one that cannot be decoded costs itself alone.
    ///
    /// - Returns: True when a picture is another one.
    func load(_ logger: Logger) throws(ViewError) -> Bool {
        var isNew = false
        for (slot, cell) in cells {
            var taken = slot.take()
            defer { Frame.release(&taken) }
            guard let frame = taken else { continue }
            do throws(ViewError) {
                try cell.show(frame)
                isNew = true
            } catch .frame(let error) {
                logger.debug("frame \(frame.sequence) is lost: \(error)")
                slot.miss(FrameDrop(sequence: frame.sequence, reason: .undecodable))
            }
        }
        return isNew
    }

    /// Records the way of all pictures into a drawing.
    func place(_ picture: CurrentPicture?, in drawing: borrowing Drawing) throws(ViewError) {
        guard let first else { return try view.place(picture, in: drawing) }
        let count = cells.count + 1
        let layout =
            switch arrangement {
            case .row: CellLayout.row(of: count, in: drawing.size)
            case .grid: CellLayout.grid(of: count, aspect: Self.aspect(of: picture), in: drawing.size)
            }
        try view.place(picture, of: first, in: layout[0], of: drawing)
        for (index, (_, cell)) in cells.enumerated() {
            try view.place(cell.newest.current, of: cell, in: layout[index + 1], of: drawing)
        }
    }

    private static func aspect(of picture: CurrentPicture?) -> Rational {
        guard let picture, !picture.size.isEmpty else { return Rational(16, 9) }
        return Rational(picture.size.width, picture.size.height) * picture.sampleAspect
    }
}
