internal import CXKBCommon

/// A context of libxkbcommon, which looks into no folder of keymaps; what is made in it keeps it alive.
@safe struct KeyContext: ~Copyable {
    let handle: OpaquePointer

    /// Makes a context; nil where memory has run out.
    init?() {
        guard let handle = unsafe xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
        // Complaints about keymaps and tables would go to stderr.
        unsafe xkb_context_set_log_level(handle, XKB_LOG_LEVEL_CRITICAL)
        unsafe self.handle = handle
    }

    deinit { unsafe xkb_context_unref(handle) }
}
