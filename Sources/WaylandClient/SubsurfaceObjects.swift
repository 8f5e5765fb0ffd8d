/// The protocol objects of one subsurface.
struct SubsurfaceObjects: Sendable {
    let surface: WlSurface
    let subsurface: WlSubsurface
    let viewport: WpViewport?

    /// Makes a subsurface on top of a window's others, whose commits apply at once: in step with its parent's they would wait for the render thread.
    init(over window: Window) throws(WaylandError) {
        let registry = window.connection.registry
        guard registry.sharedMemory != nil else { throw .noOverlay(without: WlShm.self) }
        guard let subcompositor = registry.subcompositor else {
            throw .noOverlay(without: WlSubcompositor.self)
        }
        guard let surface = registry.compositor?.createSurface() else { throw .outOfMemory }
        guard
            let subsurface = subcompositor.getSubsurface(surface: surface, parent: window.objects.surface)
        else {
            surface.destroy()
            throw .outOfMemory
        }
        subsurface.setDesync()
        self.surface = surface
        self.subsurface = subsurface
        viewport =
            window.objects.viewport == nil ? nil : registry.viewporter?.getViewport(surface: surface)
    }

    func destroy() {
        viewport?.destroy()
        subsurface.destroy()
        surface.destroy()
    }
}

extension WaylandError {
    fileprivate static func noOverlay<Kind: Proxy>(without kind: Kind.Type) -> WaylandError {
        WaylandError(
            "nothing is shown over the picture: the compositor does not offer \(kind.description.name); use the keys"
        )
    }
}
