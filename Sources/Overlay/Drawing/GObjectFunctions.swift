internal import LinuxIO

/// The functions of GObject, by which Pango's objects are given back.
@safe struct GObjectFunctions {
    static let find = FunctionFinder("libgobject-2.0.so.0")

    let release: @convention(c) (OpaquePointer) -> Void = unsafe Self.find("g_object_unref")
}
