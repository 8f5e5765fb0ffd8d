internal import LinuxIO

/// The functions that draw Pango's text by Cairo (`pangocairo.h`).
@safe struct PangoCairoFunctions {
    static let find = FunctionFinder("libpangocairo-1.0.so.0", prefix: "pango_cairo_")

    let makeFontMap: @convention(c) () -> OpaquePointer = unsafe Self.find("font_map_new")
    let setFontOptions: @convention(c) (OpaquePointer, OpaquePointer) -> Void = unsafe Self.find(
        "context_set_font_options")
    let setResolution: @convention(c) (OpaquePointer, Double) -> Void = unsafe Self.find(
        "context_set_resolution")
    let show: @convention(c) (OpaquePointer, OpaquePointer) -> Void = unsafe Self.find("show_layout")
}
