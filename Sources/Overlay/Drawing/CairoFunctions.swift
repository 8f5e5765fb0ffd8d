internal import LinuxIO

/// The functions of Cairo that draw, by their types in `cairo.h`.
@safe struct CairoFunctions {
    static let find = FunctionFinder("libcairo.so.2", prefix: "cairo_")

    typealias Context = OpaquePointer
    typealias Surface = OpaquePointer
    typealias Options = OpaquePointer
    typealias Act = @convention(c) (Context) -> Void
    typealias Make = @convention(c) (OpaquePointer) -> OpaquePointer
    typealias Number = @convention(c) (Context, Double) -> Void
    typealias Point = @convention(c) (Context, Double, Double) -> Void
    typealias Four = @convention(c) (Context, Double, Double, Double, Double) -> Void
    typealias Choose = @convention(c) (OpaquePointer, Int32) -> Void
    typealias MakeSurface =
        @convention(c) (UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32) -> Surface
    typealias State = @convention(c) (OpaquePointer) -> Int32

    let makeSurface: MakeSurface = unsafe Self.find("image_surface_create_for_data")
    let surfaceStatus: State = unsafe Self.find("surface_status")
    let flush: Act = unsafe Self.find("surface_flush")
    let destroySurface: Act = unsafe Self.find("surface_destroy")
    let makeContext: Make = unsafe Self.find("create")
    let status: State = unsafe Self.find("status")
    let destroy: Act = unsafe Self.find("destroy")
    let save: Act = unsafe Self.find("save")
    let restore: Act = unsafe Self.find("restore")
    let scale: Point = unsafe Self.find("scale")
    let translate: Point = unsafe Self.find("translate")
    let setColor: Four = unsafe Self.find("set_source_rgba")
    let setSurface: @convention(c) (Context, Surface, Double, Double) -> Void = unsafe Self.find(
        "set_source_surface")
    let source: Make = unsafe Self.find("get_source")
    let setFilter: Choose = unsafe Self.find("pattern_set_filter")
    let setOperator: Choose = unsafe Self.find("set_operator")
    let setLineWidth: Number = unsafe Self.find("set_line_width")
    let setLineCap: Choose = unsafe Self.find("set_line_cap")
    let setLineJoin: Choose = unsafe Self.find("set_line_join")
    let newPath: Act = unsafe Self.find("new_path")
    let newSubpath: Act = unsafe Self.find("new_sub_path")
    let move: Point = unsafe Self.find("move_to")
    let line: Point = unsafe Self.find("line_to")
    let curve: @convention(c) (Context, Double, Double, Double, Double, Double, Double) -> Void =
        unsafe Self.find("curve_to")
    let arc: @convention(c) (Context, Double, Double, Double, Double, Double) -> Void = unsafe Self.find(
        "arc")
    let closePath: Act = unsafe Self.find("close_path")
    let rectangle: Four = unsafe Self.find("rectangle")
    let fill: Act = unsafe Self.find("fill")
    let stroke: Act = unsafe Self.find("stroke")
    let paint: Act = unsafe Self.find("paint")
    let paintWithAlpha: Number = unsafe Self.find("paint_with_alpha")
    let clip: Act = unsafe Self.find("clip")
    let pushGroup: Act = unsafe Self.find("push_group")
    let popGroup: Act = unsafe Self.find("pop_group_to_source")
    let makeFontOptions: @convention(c) () -> Options = unsafe Self.find("font_options_create")
    let destroyFontOptions: Act = unsafe Self.find("font_options_destroy")
    let setAntialias: Choose = unsafe Self.find("font_options_set_antialias")
    let setHintStyle: Choose = unsafe Self.find("font_options_set_hint_style")
    let setHintMetrics: Choose = unsafe Self.find("font_options_set_hint_metrics")

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
