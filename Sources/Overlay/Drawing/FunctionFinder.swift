internal import LinuxIO

/// A library, and how its functions are found: by their names, with the types of what they are kept in.
struct FunctionFinder {
    private let library: LoadedLibrary
    private let name: String

    /// Loads a library for the rest of the process's life.
    init(_ name: String) throws(OverlayError) {
        guard let library = LoadedLibrary(name) else { throw .missingLibrary(name) }
        (self.library, self.name) = (library, name)
    }

    /// Finds a function of the library's.
    func callAsFunction<Function>(_ function: String) throws(OverlayError) -> Function {
        guard let found = library.function(function, as: Function.self) else {
            throw .missingFunction(function, library: name)
        }
        return found
    }
}
