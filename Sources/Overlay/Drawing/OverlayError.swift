internal import LinuxIO

/// The reason why nothing can be drawn over the picture.
public enum OverlayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A library of text and lines is not installed; with its name for the linker.
    case missingLibrary(String)
    /// A library is too old; with the function that it lacks.
    case missingFunction(String, library: String)
    /// There is no font at all.
    case noFont
    /// A function of Cairo's refused what it was given (`cairo_status_t`).
    case refused(call: String, status: Int32)

    init(_ missing: FunctionFinder.Missing) {
        self =
            missing.function.map { .missingFunction($0, library: missing.library) }
            ?? .missingLibrary(missing.library)
    }

    /// One sentence with what to do.
    public var description: String {
        switch self {
        case .missingLibrary(let name):
            "nothing is drawn over the picture, because \(name) is not installed; install libpangocairo-1.0-0"
        case .missingFunction(let function, let library):
            "nothing is drawn over the picture, because \(library) is too old to have \(function); update it"
        case .noFont:
            "nothing is drawn over the picture, because there is no font; install one, such as fonts-dejavu-core"
        case .refused(let call, let status):
            "nothing is drawn over the picture, because \(call) failed with the status \(status); report it"
        }
    }
}
