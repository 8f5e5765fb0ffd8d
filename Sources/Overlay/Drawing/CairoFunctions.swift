internal import LinuxIO

/// The functions of Cairo that draw, by their types in `cairo.h`.
@safe struct CairoFunctions {
    static let find = FunctionFinder("libcairo.so.2")

    typealias Context = OpaquePointer
    typealias Surface = OpaquePointer
    typealias Options = OpaquePointer
    typealias Act = @convention(c) (Context) -> Void
    typealias Number = @convention(c) (Context, Double) -> Void
    typealias Point = @convention(c) (Context, Double, Double) -> Void
    typealias Four = @convention(c) (Context, Double, Double, Double, Double) -> Void
    typealias Choose = @convention(c) (OpaquePointer, Int32) -> Void
    typealias MakeSurface =
        @convention(c) (UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32) -> Surface
    typealias State = @convention(c) (OpaquePointer) -> Int32

    let makeSurface: MakeSurface = unsafe Self.find("cairo_image_surface_create_for_data")
    let surfaceStatus: State = unsafe Self.find("cairo_surface_status")
    let flush: Act = unsafe Self.find("cairo_surface_flush")
    let destroySurface: Act = unsafe Self.find("cairo_surface_destroy")
    let makeContext: @convention(c) (Surface) -> Context = unsafe Self.find("cairo_create")
    let status: State = unsafe Self.find("cairo_status")
    let destroy: Act = unsafe Self.find("cairo_destroy")
    let save: Act = unsafe Self.find("cairo_save")
    let restore: Act = unsafe Self.find("cairo_restore")
    let scale: Point = unsafe Self.find("cairo_scale")
    let translate: Point = unsafe Self.find("cairo_translate")
    let setColor: Four = unsafe Self.find("cairo_set_source_rgba")
    let setSurface: @convention(c) (Context, Surface, Double, Double) -> Void = unsafe Self.find(
        "cairo_set_source_surface")
    let source: @convention(c) (Context) -> OpaquePointer = unsafe Self.find("cairo_get_source")
    let setFilter: Choose = unsafe Self.find("cairo_pattern_set_filter")
    let setOperator: Choose = unsafe Self.find("cairo_set_operator")
    let setLineWidth: Number = unsafe Self.find("cairo_set_line_width")
    let setLineCap: Choose = unsafe Self.find("cairo_set_line_cap")
    let setLineJoin: Choose = unsafe Self.find("cairo_set_line_join")
    let newPath: Act = unsafe Self.find("cairo_new_path")
    let newSubpath: Act = unsafe Self.find("cairo_new_sub_path")
    let move: Point = unsafe Self.find("cairo_move_to")
    let line: Point = unsafe Self.find("cairo_line_to")
    let curve: @convention(c) (Context, Double, Double, Double, Double, Double, Double) -> Void =
        unsafe Self.find("cairo_curve_to")
    let arc: @convention(c) (Context, Double, Double, Double, Double, Double) -> Void = unsafe Self.find(
        "cairo_arc")
    let closePath: Act = unsafe Self.find("cairo_close_path")
    let rectangle: Four = unsafe Self.find("cairo_rectangle")
    let fill: Act = unsafe Self.find("cairo_fill")
    let stroke: Act = unsafe Self.find("cairo_stroke")
    let paint: Act = unsafe Self.find("cairo_paint")
    let paintWithAlpha: Number = unsafe Self.find("cairo_paint_with_alpha")
    let clip: Act = unsafe Self.find("cairo_clip")
    let pushGroup: Act = unsafe Self.find("cairo_push_group")
    let popGroup: Act = unsafe Self.find("cairo_pop_group_to_source")
    let makeFontOptions: @convention(c) () -> Options = unsafe Self.find("cairo_font_options_create")
    let destroyFontOptions: @convention(c) (Options) -> Void = unsafe Self.find("cairo_font_options_destroy")
    let setAntialias: Choose = unsafe Self.find("cairo_font_options_set_antialias")
    let setHintStyle: Choose = unsafe Self.find("cairo_font_options_set_hint_style")
    let setHintMetrics: Choose = unsafe Self.find("cairo_font_options_set_hint_metrics")

    /// The numbers of `cairo.h` that are used.
    enum Code {
        static let argb32: Int32 = 0
        static let operatorClear: Int32 = 0
        static let operatorOver: Int32 = 2
        static let roundCap: Int32 = 1
        static let roundJoin: Int32 = 1
        static let grayAntialias: Int32 = 2
        static let noHints: Int32 = 1
        static let metricsAsTheyAre: Int32 = 1
        static let goodFilter: Int32 = 1
    }
}
