/// The functions of Pango that lay out text, by their types in `pango.h`.
@safe struct PangoFunctions {
    typealias Layout = OpaquePointer
    typealias Context = OpaquePointer
    typealias Font = OpaquePointer
    typealias Choose = @convention(c) (OpaquePointer, Int32) -> Void
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

    let makeContext: @convention(c) (OpaquePointer) -> Context
    let setBaseDirection: Choose
    let setRoundPositions: Choose
    let loadFont: @convention(c) (Context, Font) -> OpaquePointer?
    let makeFont: @convention(c) (UnsafePointer<CChar>) -> Font
    let setFontSize: @convention(c) (Font, Double) -> Void
    let setFontWeight: Choose
    let freeFont: Free
    let makeLayout: @convention(c) (Context) -> Layout
    let setText: @convention(c) (Layout, UnsafePointer<CChar>, Int32) -> Void
    let setFont: Join
    let setAttributes: Join
    let setWidth: Choose
    let setHeight: Choose
    let setWrap: Choose
    let setEllipsis: Choose
    let setAlignment: Choose
    let setAutomaticDirection: Choose
    let setSingleParagraph: Choose
    let isEllipsized: Ask
    let lineCount: Ask
    let unknownCount: Ask
    let baseline: Ask
    let extents: Extents
    let caret:
        @convention(c) (Layout, Int32, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>?) -> Void
    let index: IndexAt
    let makeAttributes: @convention(c) () -> OpaquePointer
    let insertAttribute: Join
    let freeAttributes: Free
    let makeFeatures: @convention(c) (UnsafePointer<CChar>) -> OpaquePointer
    let makeHyphens: @convention(c) (Int32) -> OpaquePointer

    /// Loads the library.
    init() throws(OverlayError) {
        let find = try FunctionFinder("libpango-1.0.so.0")
        unsafe makeContext = try find("pango_font_map_create_context")
        unsafe setBaseDirection = try find("pango_context_set_base_dir")
        unsafe setRoundPositions = try find("pango_context_set_round_glyph_positions")
        unsafe loadFont = try find("pango_context_load_font")
        unsafe makeFont = try find("pango_font_description_from_string")
        unsafe setFontSize = try find("pango_font_description_set_absolute_size")
        unsafe setFontWeight = try find("pango_font_description_set_weight")
        unsafe freeFont = try find("pango_font_description_free")
        unsafe makeLayout = try find("pango_layout_new")
        unsafe setText = try find("pango_layout_set_text")
        unsafe setFont = try find("pango_layout_set_font_description")
        unsafe setAttributes = try find("pango_layout_set_attributes")
        unsafe setWidth = try find("pango_layout_set_width")
        unsafe setHeight = try find("pango_layout_set_height")
        unsafe setWrap = try find("pango_layout_set_wrap")
        unsafe setEllipsis = try find("pango_layout_set_ellipsize")
        unsafe setAlignment = try find("pango_layout_set_alignment")
        unsafe setAutomaticDirection = try find("pango_layout_set_auto_dir")
        unsafe setSingleParagraph = try find("pango_layout_set_single_paragraph_mode")
        unsafe isEllipsized = try find("pango_layout_is_ellipsized")
        unsafe lineCount = try find("pango_layout_get_line_count")
        unsafe unknownCount = try find("pango_layout_get_unknown_glyphs_count")
        unsafe baseline = try find("pango_layout_get_baseline")
        unsafe extents = try find("pango_layout_get_extents")
        unsafe caret = try find("pango_layout_get_cursor_pos")
        unsafe index = try find("pango_layout_xy_to_index")
        unsafe makeAttributes = try find("pango_attr_list_new")
        unsafe insertAttribute = try find("pango_attr_list_insert")
        unsafe freeAttributes = try find("pango_attr_list_unref")
        unsafe makeFeatures = try find("pango_attr_font_features_new")
        unsafe makeHyphens = try find("pango_attr_insert_hyphens_new")
    }

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
