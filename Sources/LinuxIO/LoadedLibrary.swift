internal import Glibc

/// A shared library that is loaded when it is first needed, and may be missing (`dlopen`).
///
/// Usable on any thread. What it loads costs its time when it is first made, not at the program's start.
@safe public struct LoadedLibrary {
    private let handle: UnsafeMutableRawPointer

    /// Loads a library for the rest of the process's life; nil where it is not installed.
    ///
    /// - Parameter name: The name that the linker knows, for example `libsystemd.so.0`.
    public init?(_ name: String) {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_NODELETE) else { return nil }
        unsafe self.handle = unsafe handle
    }

    /// Finds a function; nil in a library that is too old to have it.
    ///
    /// - Parameters:
    ///   - name: The function's name.
    ///   - type: Its type, a `@convention(c)` one.
    /// - Returns: The function.
    public func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        guard let address = unsafe dlsym(handle, name) else { return nil }
        return unsafe unsafeBitCast(address, to: type)
    }
}
