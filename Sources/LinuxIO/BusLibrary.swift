/// The functions of libsystemd's sd-bus, the one table of them, taken from the library when the first of them is needed.
@safe struct BusLibrary: @unchecked Sendable {
    // Sendable: the addresses of functions, which stay as they are.
    typealias Names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    /// A closure of C that gets a message (`sd_bus_message_handler_t`).
    typealias Handler =
        @convention(c) (
            OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int32
    typealias Action = @convention(c) (OpaquePointer) -> Int32
    typealias Release = @convention(c) (OpaquePointer) -> OpaquePointer?
    typealias Create = @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32

    let openUser: Create
    let new: Create
    let setAddress: @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
    let setBusClient: @convention(c) (OpaquePointer, Int32) -> Int32
    let start: Action
    let closeUnref: Release
    let setMethodCallTimeout: @convention(c) (OpaquePointer, UInt64) -> Int32
    let listNames:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<Names?>?, UnsafeMutablePointer<Names?>?
        ) -> Int32

    let descriptor: Action
    let events: Action
    let timeout: @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt64>) -> Int32
    let process: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    let isReady: Action

    let newCall:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, UnsafePointer<CChar>,
            UnsafePointer<CChar>, UnsafePointer<CChar>
        ) -> Int32
    let callLater:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer, Handler,
            UnsafeMutableRawPointer, UInt64
        ) -> Int32
    let addMatch:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, UnsafePointer<CChar>, Handler, Handler,
            UnsafeMutableRawPointer
        ) -> Int32
    let releaseSlot: Release

    let append: @convention(c) (OpaquePointer, CChar, UnsafeRawPointer) -> Int32
    let openContainer: @convention(c) (OpaquePointer, CChar, UnsafePointer<CChar>?) -> Int32
    let closeContainer: Action
    let releaseMessage: Release
    let isError: @convention(c) (OpaquePointer, UnsafePointer<CChar>?) -> Int32
    let path: @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
    let hasSignature: @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32
    /// Gives the beginning of an `sd_bus_error`: its name and its message.
    let error: @convention(c) (OpaquePointer) -> UnsafePointer<UnsafePointer<CChar>?>?
    let peekType:
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<UnsafePointer<CChar>?>?
        ) -> Int32
    let enterContainer: @convention(c) (OpaquePointer, CChar, UnsafePointer<CChar>?) -> Int32
    let exitContainer: Action
    let read: @convention(c) (OpaquePointer, CChar, UnsafeMutableRawPointer) -> Int32
    let atEnd: @convention(c) (OpaquePointer, Int32) -> Int32

    /// The table; nil without libsystemd, or with one that is older than version 241.
    ///
    /// Loading it takes a moment: it is first asked for on a thread that may wait.
    static let shared = BusLibrary()

    private init?() {
        guard let library = LoadedLibrary("libsystemd.so.0") else { return nil }
        func find<Function>(_ name: String) throws(Missing) -> Function {
            guard let function = library.function("sd_bus_" + name, as: Function.self) else {
                throw Missing()
            }
            return function
        }
        do throws(Missing) {
            unsafe openUser = try find("open_user")
            unsafe new = try find("new")
            unsafe setAddress = try find("set_address")
            unsafe setBusClient = try find("set_bus_client")
            unsafe start = try find("start")
            unsafe closeUnref = try find("close_unref")
            unsafe setMethodCallTimeout = try find("set_method_call_timeout")
            unsafe listNames = try find("list_names")
            unsafe descriptor = try find("get_fd")
            unsafe events = try find("get_events")
            unsafe timeout = try find("get_timeout")
            unsafe process = try find("process")
            unsafe isReady = try find("is_ready")
            unsafe newCall = try find("message_new_method_call")
            unsafe callLater = try find("call_async")
            unsafe addMatch = try find("add_match_async")
            unsafe releaseSlot = try find("slot_unref")
            unsafe append = try find("message_append_basic")
            unsafe openContainer = try find("message_open_container")
            unsafe closeContainer = try find("message_close_container")
            unsafe releaseMessage = try find("message_unref")
            unsafe isError = try find("message_is_method_error")
            unsafe path = try find("message_get_path")
            unsafe hasSignature = try find("message_has_signature")
            unsafe error = try find("message_get_error")
            unsafe peekType = try find("message_peek_type")
            unsafe enterContainer = try find("message_enter_container")
            unsafe exitContainer = try find("message_exit_container")
            unsafe read = try find("message_read_basic")
            unsafe atEnd = try find("message_at_end")
        } catch {
            return nil
        }
    }

    private struct Missing: Error {}
}
