/// A display as the compositor describes it (`wl_output`).
final class Output {
    let proxy: WlOutput
    /// The global's name in the registry.
    let name: UInt32
    /// The whole factor that integer-scaled windows use here.
    private(set) var scale = 1
    /// The time between two refreshes in nanoseconds; 0 when the compositor does not say.
    private(set) var refreshPeriod: Int64 = 0
    private let changed: () -> Void

    /// Listens to an output's description; `changed` is called whenever it is complete.
    init(_ proxy: WlOutput, name: UInt32, changed: @escaping () -> Void) {
        self.proxy = proxy
        self.name = name
        self.changed = changed
        proxy.listen { [weak self] in self?.hear($0) }
    }

    private func hear(_ event: WlOutput.Event) {
        switch event {
        case .scale(let factor): scale = max(1, Int(factor))
        case .mode(let flags, _, _, let refresh) where flags.contains(.current) && refresh > 0:
            // Thousandths of a hertz.
            refreshPeriod = 1_000_000_000_000 / Int64(refresh)
        case .done: changed()
        default: break
        }
    }

    func release() {
        if proxy.understands(version: 3) { proxy.release() } else { proxy.handle.discard() }
    }
}
