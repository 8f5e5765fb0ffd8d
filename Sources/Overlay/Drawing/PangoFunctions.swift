internal import LinuxIO

/// The functions of Pango that lay out text, by their types in `pango.h`.
@safe struct PangoFunctions {
    static let find = FunctionFinder("libpango-1.0.so.0", prefix: "pango_")

    typealias Layout = OpaquePointer
    typealias Context = OpaquePointer
    typealias Font = OpaquePointer
    typealias Choose = @convention(c) (OpaquePointer, Int32) -> Void
    typealias Make = @convention(c) (OpaquePointer) -> OpaquePointer
    typealias FromText = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer
    typealias Join = @convention(c) (OpaquePointer, OpaquePointer) -> Void
    typealias Free = @convention(c) (OpaquePointer) -> Void
    typealias Ask = @convention(c) (OpaquePointer) -> Int32
    /// Places for `PangoRectangle`: four numbers each, x, y, width and height.
    typealias Extents =
        @convention(c) (Layout, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> Void
    typealias IndexAt =
        @convention(c) (
            Layout, Int32, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
        ) -> Int32

    let makeContext: Make = unsafe Self.find("font_map_create_context")
    let setBaseDirection: Choose = unsafe Self.find("context_set_base_dir")
    let setRoundPositions: Choose = unsafe Self.find("context_set_round_glyph_positions")
    let loadFont: @convention(c) (Context, Font) -> OpaquePointer? = unsafe Self.find("context_load_font")
    let makeFont: FromText = unsafe Self.find("font_description_from_string")
    let setFontSize: @convention(c) (Font, Double) -> Void = unsafe Self.find(
        "font_description_set_absolute_size")
    let setFontWeight: Choose = unsafe Self.find("font_description_set_weight")
    let freeFont: Free = unsafe Self.find("font_description_free")
    let makeLayout: Make = unsafe Self.find("layout_new")
    let setText: @convention(c) (Layout, UnsafePointer<CChar>, Int32) -> Void = unsafe Self.find(
        "layout_set_text")
    let setFont: Join = unsafe Self.find("layout_set_font_description")
    let setAttributes: Join = unsafe Self.find("layout_set_attributes")
    let setWidth: Choose = unsafe Self.find("layout_set_width")
    let setHeight: Choose = unsafe Self.find("layout_set_height")
    let setWrap: Choose = unsafe Self.find("layout_set_wrap")
    let setEllipsis: Choose = unsafe Self.find("layout_set_ellipsize")
    let setAlignment: Choose = unsafe Self.find("layout_set_alignment")
    let setAutomaticDirection: Choose = unsafe Self.find("layout_set_auto_dir")
    let setSingleParagraph: Choose = unsafe Self.find("layout_set_single_paragraph_mode")
    let isEllipsized: Ask = unsafe Self.find("layout_is_ellipsized")
    let lineCount: Ask = unsafe Self.find("layout_get_line_count")
    let unknownCount: Ask = unsafe Self.find("layout_get_unknown_glyphs_count")
    let baseline: Ask = unsafe Self.find("layout_get_baseline")
    let extents: Extents = unsafe Self.find("layout_get_extents")
    let caret:
        @convention(c) (Layout, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>?) -> Void =
            unsafe Self.find("layout_get_cursor_pos")
    let index: IndexAt = unsafe Self.find("layout_xy_to_index")
    let makeAttributes: @convention(c) () -> OpaquePointer = unsafe Self.find("attr_list_new")
    let insertAttribute: Join = unsafe Self.find("attr_list_insert")
    let freeAttributes: Free = unsafe Self.find("attr_list_unref")
    let makeFeatures: FromText = unsafe Self.find("attr_font_features_new")
    let makeHyphens: @convention(c) (Int32) -> OpaquePointer = unsafe Self.find("attr_insert_hyphens_new")

    /// The numbers of Pango's headers that are used.
    enum Code {
        /// The parts of a unit (`PANGO_SCALE`).
        static let scale = 1024.0
        static let leftToRight: Int32 = 0
        static let rightToLeft: Int32 = 1
        static let wrapWordsThenLetters: Int32 = 2
        static let ellipsisMiddle: Int32 = 2
        static let ellipsisEnd: Int32 = 3
        static let alignCenter: Int32 = 1
        static let alignRight: Int32 = 2
    }
}
