/// The functions of libsystemd's sd-bus, the one table of them, taken from the library when the first of them is needed.
@safe struct BusLibrary: @unchecked Sendable {
    // Sendable: the addresses of functions, which stay as they are.
    private static let find = FunctionFinder("libsystemd.so.0", prefix: "sd_bus_")
    typealias Names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// A closure of C that gets a message (`sd_bus_message_handler_t`).
    typealias Handler =
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int32
    typealias Action = @convention(c) (OpaquePointer) -> Int32
    typealias ActionOnText = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
    typealias Enter = @convention(c) (OpaquePointer, CChar, UnsafePointer<CChar>?) -> Int32
    typealias Release = @convention(c) (OpaquePointer) -> OpaquePointer?
    typealias Create = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32

    let openUser: Create = unsafe Self.find("open_user")
    let new: Create = unsafe Self.find("new")
    let setAddress: ActionOnText = unsafe Self.find("set_address")
    let setBusClient: @convention(c) (OpaquePointer, Int32) -> Int32 = unsafe Self.find("set_bus_client")
    let start: Action = unsafe Self.find("start")
    let closeUnref: Release = unsafe Self.find("close_unref")
    let setMethodCallTimeout: @convention(c) (OpaquePointer, UInt64) -> Int32 = unsafe Self.find(
        "set_method_call_timeout")
    let listNames:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<Names?>?, UnsafeMutablePointer<Names?>?
        ) -> Int32 = unsafe Self.find("list_names")

    let descriptor: Action = unsafe Self.find("get_fd")
    let events: Action = unsafe Self.find("get_events")
    let timeout: @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt64>) -> Int32 = unsafe Self.find(
        "get_timeout")
    let process: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>?) -> Int32 =
        unsafe Self.find("process")
    let isReady: Action = unsafe Self.find("is_ready")

    let newCall:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, UnsafePointer<CChar>,
            UnsafePointer<CChar>, UnsafePointer<CChar>
        ) -> Int32 = unsafe Self.find("message_new_method_call")
    let callLater:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer, Handler,
            UnsafeMutableRawPointer, UInt64
        ) -> Int32 = unsafe Self.find("call_async")
    let addMatch:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, Handler, Handler,
            UnsafeMutableRawPointer
        ) -> Int32 = unsafe Self.find("add_match_async")
    let releaseSlot: Release = unsafe Self.find("slot_unref")

    let append: @convention(c) (OpaquePointer, CChar, UnsafeRawPointer) -> Int32 = unsafe Self.find(
        "message_append_basic")
    let openContainer: Enter = unsafe Self.find("message_open_container")
    let closeContainer: Action = unsafe Self.find("message_close_container")
    let releaseMessage: Release = unsafe Self.find("message_unref")
    let isError: @convention(c) (OpaquePointer, UnsafePointer<CChar>?) -> Int32 = unsafe Self.find(
        "message_is_method_error")
    let path: @convention(c) (OpaquePointer) -> UnsafePointer<CChar>? = unsafe Self.find("message_get_path")
    let hasSignature: ActionOnText = unsafe Self.find("message_has_signature")
    /// Gives the beginning of an `sd_bus_error`: its name and its message.
    let error: @convention(c) (OpaquePointer) -> UnsafePointer<UnsafePointer<CChar>?>? = unsafe Self.find(
        "message_get_error")
    let peekType:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32 = unsafe Self.find("message_peek_type")
    let enterContainer: Enter = unsafe Self.find("message_enter_container")
    let exitContainer: Action = unsafe Self.find("message_exit_container")
    let read: @convention(c) (OpaquePointer, CChar, UnsafeMutableRawPointer) -> Int32 = unsafe Self.find(
        "message_read_basic")

    /// The table; nil without libsystemd, or with one that is older than version 241.
    ///
    /// Loading it takes a moment: it is first asked for on a thread that may wait.
    static let shared = BusLibrary()

    private init?() { if Self.find.missing != nil { return nil } }
}
