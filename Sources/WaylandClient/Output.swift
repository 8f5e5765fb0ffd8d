/// A display as the compositor describes it (`wl_output`).
final class Output {
    let proxy: WlOutput
    /// The global's name in the registry.
    let name: UInt32
    /// The whole factor that integer-scaled windows use here.
    private(set) var scale = 1
    /// The time between two refreshes in nanoseconds; 0 when the compositor does not say.
    private(set) var refreshPeriod: Int64 = 0
    /// The maker's and the model's names as far as the compositor knows them.
    private var product = ""
    /// The connector's name, which the compositor gives each display (`DP-1`).
    private var connector = ""
    /// The size in pixels; nil before the compositor has told it.
    private var size: (width: Int, height: Int)?
    private let changed: () -> Void

    /// The longer side in pixels; nil before the compositor has told it.
    var longestSide: Int? { size.map { max($0.width, $0.height) } }

    /// The words for it in a report of a fault.
    var words: String {
        let mode = size.map { "\($0.width)x\($0.height)" } ?? "of unknown size"
        let rate = refreshPeriod > 0 ? " at \(1_000_000_000_000 / refreshPeriod) mHz" : ""
        let name = product.isEmpty ? connector : product
        return [name, mode + rate, "scale \(scale)"].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Listens to an output's description; `changed` is called whenever it is complete.
    init(_ proxy: WlOutput, name: UInt32, changed: @escaping () -> Void) {
        self.proxy = proxy
        self.name = name
        self.changed = changed
        proxy.listen { [weak self] in self?.hear($0) }
    }

    private func hear(_ event: WlOutput.Event) {
        switch event {
        case .scale(let factor): scale = SurfaceScale.possible(Int(factor))
        case .geometry(_, _, _, _, _, let make, let model, _):
            product = [make, model].filter { !$0.isEmpty }.joined(separator: " ")
        case .name(let name): connector = name
        case .mode(let flags, let width, let height, let refresh) where flags.contains(.current):
            size = (Int(width), Int(height))
            // Thousandths of a hertz.
            if refresh > 0 { refreshPeriod = 1_000_000_000_000 / Int64(refresh) }
        case .done: changed()
        default: break
        }
    }

    func release() {
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }
}
