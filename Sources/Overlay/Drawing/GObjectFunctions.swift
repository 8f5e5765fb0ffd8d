/// The functions of GObject, by which Pango's objects are given back.
@safe struct GObjectFunctions {
    let release: @convention(c) (OpaquePointer) -> Void

    /// Loads the library.
    init() throws(OverlayError) {
        let find = try FunctionFinder("libgobject-2.0.so.0")
        unsafe release = try find("g_object_unref")
    }
}
