internal import LinuxIO

/// The libraries that draw, loaded when the first of these is made: Cairo, Pango and GObject.
///
/// They are loaded here and not linked, because linked ones would cost each start five milliseconds, also where nothing is drawn.
struct DrawingLibraries {
    let cairo = CairoFunctions()
    let pango = PangoFunctions()
    let text = PangoCairoFunctions()
    let objects = GObjectFunctions()

    init() throws(OverlayError) {
        for find in [
            CairoFunctions.find, PangoFunctions.find, PangoCairoFunctions.find, GObjectFunctions.find,
        ] {
            if let missing = find.missing { throw OverlayError(missing) }
        }
    }
}
