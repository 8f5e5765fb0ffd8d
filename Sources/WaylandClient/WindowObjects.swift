/// The protocol objects of one window; made in the protocol's order, destroyed in the reverse one.
struct WindowObjects {
    let compositor: WlCompositor
    let surface: WlSurface
    let shellSurface: XdgSurface
    let toplevel: XdgToplevel
    let decoration: ZxdgToplevelDecorationV1?
    let fractionalScale: WpFractionalScaleV1?
    let viewport: WpViewport?
    let contentType: WpContentTypeV1?

    init(_ registry: Registry) throws(WaylandError) {
        guard let compositor = registry.compositor, let surface = compositor.createSurface(),
            let shellSurface = registry.shell?.getXdgSurface(surface: surface),
            let toplevel = shellSurface.getToplevel()
        else { throw .outOfMemory }
        self.compositor = compositor
        self.surface = surface
        self.shellSurface = shellSurface
        self.toplevel = toplevel
        decoration = registry.decorations?.getToplevelDecoration(toplevel: toplevel)
        fractionalScale = registry.fractionalScale?.getFractionalScale(surface: surface)
        viewport = fractionalScale == nil ? nil : registry.viewporter?.getViewport(surface: surface)
        contentType = registry.contentType?.getSurfaceContentType(surface: surface)
    }

    /// The part that the render thread sends requests on.
    func forCommits(_ registry: Registry) -> PacingCore.Objects {
        PacingCore.Objects(
            compositor: compositor, surface: surface, shellSurface: shellSurface, viewport: viewport,
            presentation: registry.presentation)
    }

    /// Destroys all that makes a window of the surface, which stays, unseen.
    func destroyWindow() {
        contentType?.destroy()
        viewport?.destroy()
        fractionalScale?.destroy()
        decoration?.destroy()
        toplevel.destroy()
        shellSurface.destroy()
    }
}
