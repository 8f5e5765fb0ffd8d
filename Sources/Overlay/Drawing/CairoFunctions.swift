/// The functions of Cairo that draw, by their types in `cairo.h`.
@safe struct CairoFunctions {
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

    let makeSurface: MakeSurface
    let surfaceStatus: State
    let flush: Act
    let destroySurface: Act
    let makeContext: @convention(c) (Surface) -> Context
    let status: State
    let destroy: Act
    let save: Act
    let restore: Act
    let scale: Point
    let translate: Point
    let setColor: Four
    let setSurface: @convention(c) (Context, Surface, Double, Double) -> Void
    let source: @convention(c) (Context) -> OpaquePointer
    let setFilter: Choose
    let setOperator: Choose
    let setLineWidth: Number
    let setLineCap: Choose
    let setLineJoin: Choose
    let newPath: Act
    let newSubpath: Act
    let move: Point
    let line: Point
    let curve: @convention(c) (Context, Double, Double, Double, Double, Double, Double) -> Void
    let arc: @convention(c) (Context, Double, Double, Double, Double, Double) -> Void
    let closePath: Act
    let rectangle: Four
    let fill: Act
    let stroke: Act
    let paint: Act
    let paintWithAlpha: Number
    let clip: Act
    let pushGroup: Act
    let popGroup: Act
    let makeFontOptions: @convention(c) () -> Options
    let destroyFontOptions: @convention(c) (Options) -> Void
    let setAntialias: Choose
    let setHintStyle: Choose
    let setHintMetrics: Choose

    /// Loads the library.
    init() throws(OverlayError) {
        let find = try FunctionFinder("libcairo.so.2")
        unsafe makeSurface = try find("cairo_image_surface_create_for_data")
        unsafe surfaceStatus = try find("cairo_surface_status")
        unsafe flush = try find("cairo_surface_flush")
        unsafe destroySurface = try find("cairo_surface_destroy")
        unsafe makeContext = try find("cairo_create")
        unsafe status = try find("cairo_status")
        unsafe destroy = try find("cairo_destroy")
        unsafe save = try find("cairo_save")
        unsafe restore = try find("cairo_restore")
        unsafe scale = try find("cairo_scale")
        unsafe translate = try find("cairo_translate")
        unsafe setColor = try find("cairo_set_source_rgba")
        unsafe setSurface = try find("cairo_set_source_surface")
        unsafe source = try find("cairo_get_source")
        unsafe setFilter = try find("cairo_pattern_set_filter")
        unsafe setOperator = try find("cairo_set_operator")
        unsafe setLineWidth = try find("cairo_set_line_width")
        unsafe setLineCap = try find("cairo_set_line_cap")
        unsafe setLineJoin = try find("cairo_set_line_join")
        unsafe newPath = try find("cairo_new_path")
        unsafe newSubpath = try find("cairo_new_sub_path")
        unsafe move = try find("cairo_move_to")
        unsafe line = try find("cairo_line_to")
        unsafe curve = try find("cairo_curve_to")
        unsafe arc = try find("cairo_arc")
        unsafe closePath = try find("cairo_close_path")
        unsafe rectangle = try find("cairo_rectangle")
        unsafe fill = try find("cairo_fill")
        unsafe stroke = try find("cairo_stroke")
        unsafe paint = try find("cairo_paint")
        unsafe paintWithAlpha = try find("cairo_paint_with_alpha")
        unsafe clip = try find("cairo_clip")
        unsafe pushGroup = try find("cairo_push_group")
        unsafe popGroup = try find("cairo_pop_group_to_source")
        unsafe makeFontOptions = try find("cairo_font_options_create")
        unsafe destroyFontOptions = try find("cairo_font_options_destroy")
        unsafe setAntialias = try find("cairo_font_options_set_antialias")
        unsafe setHintStyle = try find("cairo_font_options_set_hint_style")
        unsafe setHintMetrics = try find("cairo_font_options_set_hint_metrics")
    }

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
