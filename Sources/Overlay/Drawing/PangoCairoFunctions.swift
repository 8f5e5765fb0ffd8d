/// The functions that draw Pango's text by Cairo (`pangocairo.h`).
@safe struct PangoCairoFunctions {
    let makeFontMap: @convention(c) () -> OpaquePointer
    let setFontOptions: @convention(c) (OpaquePointer, OpaquePointer) -> Void
    let setResolution: @convention(c) (OpaquePointer, Double) -> Void
    let show: @convention(c) (OpaquePointer, OpaquePointer) -> Void

    /// Loads the library.
    init() throws(OverlayError) {
        let find = try FunctionFinder("libpangocairo-1.0.so.0")
        unsafe makeFontMap = try find("pango_cairo_font_map_new")
        unsafe setFontOptions = try find("pango_cairo_context_set_font_options")
        unsafe setResolution = try find("pango_cairo_context_set_resolution")
        unsafe show = try find("pango_cairo_show_layout")
    }
}
