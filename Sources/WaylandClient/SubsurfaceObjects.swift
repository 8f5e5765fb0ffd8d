/// The protocol objects of one subsurface.
struct SubsurfaceObjects: Sendable {
    let surface: WlSurface
    private(set) var subsurface: WlSubsurface
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

    /// Puts the surface, which must show nothing, over a window's new surface.
    mutating func move(over window: Window) throws(WaylandError) {
        // The old one first: a surface has one at a time.
        subsurface.destroy()
        guard
            let moved = window.connection.registry.subcompositor?.getSubsurface(
                surface: surface, parent: window.objects.surface)
        else { throw .outOfMemory }
        moved.setDesync()
        subsurface = moved
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
