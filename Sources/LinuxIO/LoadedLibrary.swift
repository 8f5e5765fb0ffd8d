internal import Glibc
internal import Synchronization

/// A shared library that is loaded when it is first needed, and may be missing (`dlopen`).
///
/// Usable on any thread. What it loads costs its time when it is first made, not at the program's start.
@safe public struct LoadedLibrary: @unchecked Sendable {
    // Sendable: the loader's functions may be called on any thread.
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

/// The functions of a library as the first values of a table's members, so that each is named once; ``missing`` tells afterwards whether all
/// were found.
public final class FunctionFinder: Sendable {
    /// A library, or a function of it, that is not there.
    public struct Missing: Error, Equatable {
        /// The library.
        public let library: String
        /// The first function that was not found; nil where the library is missing.
        public let function: String?
    }

    private let (name, prefix): (String, String)
    private let library: LoadedLibrary?
    private let first: Mutex<Missing?>

    /// Loads a library for the rest of the process's life.
    ///
    /// - Parameters:
    ///   - name: The name that the linker knows.
    ///   - prefix: The beginning of all functions' names.
    public init(_ name: String, prefix: String = "") {
        (self.name, self.prefix) = (name, prefix)
        library = LoadedLibrary(name)
        first = Mutex(library == nil ? Missing(library: name, function: nil) : nil)
    }

    /// The first thing that was not found; nil where all was.
    public var missing: Missing? { first.withLock(\.self) }

    /// Finds a function.
    ///
    /// - Parameter name: The function's name behind the prefix.
    /// - Returns: The function, of the type in which it is kept; where something is ``missing``, one that must not be called.
    public func callAsFunction<Function>(_ name: String) -> Function {
        let function = prefix + name
        if let found = library?.function(function, as: Function.self) { return found }
        first.withLock { $0 = $0 ?? Missing(library: self.name, function: function) }
        let placeholder: @convention(c) () -> Void = {}
        return unsafe unsafeBitCast(placeholder, to: Function.self)
    }
}
