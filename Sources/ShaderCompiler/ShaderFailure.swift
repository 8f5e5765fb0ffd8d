/// The reason why a shader could not be compiled.
enum ShaderFailure: Error, CustomStringConvertible {
    case usage
    case compilerMissing
    case unknownStage(String)
    case rejected(String)
    case unreadable(String)
    case unwritable(String)

    var description: String {
        switch self {
        case .usage:
            "error: usage: ShaderCompiler SHADER OUTPUT.swift, or ShaderCompiler --texts FOLDER OUTPUT.swift"
        case .compilerMissing:
            "error: glslc was not found in PATH or /usr/bin; install it, on Debian with: apt install glslc"
        case .unknownStage(let path): "\(path):1: error: the file's name must end in .vert, .frag or .comp"
        // glslc has already named the file and the line on stderr.
        case .rejected(let path): "error: glslc rejected \(path)"
        case .unreadable(let path): "error: \(path) cannot be read"
        case .unwritable(let path): "error: \(path) cannot be written"
        }
    }
}
