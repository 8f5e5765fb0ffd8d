/// The stages that we compile, by the ending of the shader's file as `glslc` knows it.
enum ShaderStage: String {
    case vertex = "vert"
    case fragment = "frag"
    case compute = "comp"

    /// The name of the property that holds the words.
    var property: String {
        switch self {
        case .vertex: "vertexShader"
        case .fragment: "fragmentShader"
        case .compute: "computeShader"
        }
    }
}
