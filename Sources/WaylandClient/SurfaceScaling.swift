/// The search for a surface's scale: fractional-scale-v1, else the preference of `wl_surface` (version 6), else the
/// largest scale of the outputs that show it.
final class SurfaceScaling {
    private let objects: WindowObjects
    private let registry: Registry
    private let pacing: SurfacePacing
    /// Called when the scale is another one.
    var onChange: (() -> Void)?
    private var scale: SurfaceScale?
    private var entered: [ProxyHandle] = []
    private var preferred: SurfaceScale?

    init(_ objects: WindowObjects, _ registry: Registry, _ pacing: SurfacePacing) {
        self.objects = objects
        self.registry = registry
        self.pacing = pacing
        objects.surface.listen { [weak self] in self?.hear($0) }
        objects.fractionalScale?.listen { [weak self] event in
            if case .preferredScale(let parts) = event {
                self?.prefer(.fractional(min(max(1, Int(parts)), 120 * SurfaceScale.largest)))
            }
        }
        update()
    }

    private func hear(_ event: WlSurface.Event) {
        switch event {
        case .enter(let output?): if !entered.contains(output.handle) { entered.append(output.handle) }
        case .leave(let output?): entered.removeAll { $0 == output.handle }
        case .preferredBufferScale(let factor) where objects.fractionalScale == nil:
            return prefer(.whole(SurfaceScale.possible(Int(factor))))
        default: return
        }
        update()
    }

    private func prefer(_ scale: SurfaceScale) {
        preferred = scale
        update()
    }

    /// Looks at the outputs again.
    func update() {
        entered.removeAll { handle in !registry.outputs.contains { $0.proxy.handle == handle } }
        let outputs = registry.outputs.filter { entered.contains($0.proxy.handle) }
        let scale = preferred ?? assumedScale(outputs)
        let period = outputs.map(\.refreshPeriod).filter { $0 > 0 }.min() ?? 0
        pacing.update { core in
            core.setScale(scale)
            core.setRefreshPeriod(period)
        }
        guard scale != self.scale else { return }
        self.scale = scale
        onChange?()
    }

    /// Finds the scale to begin with; some compositors tell their preference only when the window is shown.
    private func assumedScale(_ outputs: [Output]) -> SurfaceScale {
        let whole = wholeScale(outputs)
        guard objects.viewport != nil, case .whole(let factor) = whole else { return whole }
        return .fractional(120 * factor)
    }

    /// Finds the largest scale of the outputs; before the window is on any, the scale that all of them share.
    private func wholeScale(_ outputs: [Output]) -> SurfaceScale {
        // A buffer scale needs version 3 of wl_surface.
        guard objects.surface.understands(version: 3) else { return .whole(1) }
        if let largest = outputs.map(\.scale).max() { return .whole(largest) }
        let all = Set(registry.outputs.map(\.scale))
        return .whole(all.count == 1 ? all.first ?? 1 : 1)
    }
}
