public import Frames

/// An operation whose GLSL a program writes itself.
///
/// The text has a function that computes a pixel; what stands before it, functions, structs, constants and macros, is the
/// text's own and nobody else's, also where two texts use the same names. The last function is the one that is called:
///
/// - of a point operation, `vec4 name(vec4 color)` with a `vec4` for each picture. It joins its neighbours' kernels;
/// - of an area operation, `vec4 name(ivec2 at)`, which reads `pixel0(ivec2)` (edges repeat), `sample0(vec2)` (bilinear, 0…1),
///   `luminance0(ivec2)` and `size0`, and `pixel1`… of further pictures.
///
/// If it has parameters, a struct of them comes last, by any name: `vec4 tint(vec4 color, Tint p)`. A point operation may take
/// `ivec2 at` before it. `outputSize`, `place(at)` (0…1) and `luminance(vec3)` are there for all. Colours come and go as 0…1
/// with straight alpha, and the result is kept within that. It is GLSL 4.50 of a compute shader without textures; without
/// `#version`, `#extension`, `#include`, `main`, `layout`, buffers and barriers.
///
/// The text is compiled when the operation is made, and its faults are thrown then. What it does is its own matter: a loop
/// without an end ends the device's work, as in any shader.
///
/// Parameters are set and read from any thread, by ``BasicOperation/setParameter(_:to:)-([Float])`` or by their objects. A
/// subclass may have them as properties (``Parameter``) instead.
open class ShaderOperation: BasicOperation, @unchecked Sendable {
    // Nothing of it changes but the parameters, which have locks of their own.
    private let body: ShaderBody
    private let given: [(name: String, parameter: AnyParameter)]
    private let size: PixelSize?
    private let pixelsPerInvocation: Int

    /// Makes an operation of colours at a place.
    ///
    /// - Parameters:
    ///   - text: The GLSL; the number of `vec4`s that its function takes is the number of pictures.
    ///   - parameters: The parameters by their names in the struct, in any order.
    /// - Throws: ``FilterError/badShaderText(_:line:column:reason:)`` with the place in the text, or
    ///   ``FilterError/badShader(_:reason:)`` for parameters that do not suit it.
    public init(
        point text: ShaderText, parameters: KeyValuePairs<String, AnyParameter> = [:]
    ) throws(FilterError) {
        body = try ShaderBody(text)
        given = parameters.map { (name: $0.key, parameter: $0.value) }
        size = nil
        pixelsPerInvocation = 1
        guard body.colorCount > 0 else {
            throw .badShader(
                body.name,
                reason: "\(body.entry) takes no vec4: a point operation takes one for each of its pictures")
        }
        super.init(inputs: body.colorCount)
        try check()
    }

    /// Makes an operation that reads its pictures anywhere, or makes one of nothing.
    ///
    /// - Parameters:
    ///   - text: The GLSL; its function takes no colours.
    ///   - inputs: The number of pictures, 0…8.
    ///   - size: The result's size, 1 to 32768 pixels a side; nil for the first picture's. Without pictures there must be one.
    ///   - pixelsPerInvocation: Pixels that are computed side by side by one invocation: 4 where neighbours read mostly the
    ///     same, else 1.
    ///   - parameters: The parameters by their names in the struct, in any order.
    /// - Throws: ``FilterError/badShaderText(_:line:column:reason:)`` with the place in the text, or
    ///   ``FilterError/badShader(_:reason:)`` for parameters or numbers that do not suit it.
    public init(
        area text: ShaderText, inputs: Int = 1, size: PixelSize? = nil, pixelsPerInvocation: Int = 1,
        parameters: KeyValuePairs<String, AnyParameter> = [:]
    ) throws(FilterError) {
        body = try ShaderBody(text)
        given = parameters.map { (name: $0.key, parameter: $0.value) }
        self.size = size
        self.pixelsPerInvocation = pixelsPerInvocation
        guard body.colorCount == 0 else {
            throw .badShader(
                body.name,
                reason:
                    "\(body.entry) takes a vec4: an area operation takes ivec2 for the place, and reads pixel0(at)"
            )
        }
        guard (0...8).contains(inputs), inputs > 0 || size != nil else {
            throw .badShader(
                body.name, reason: "it has \(inputs) pictures; 1 to 8 are possible, or none with a size")
        }
        guard pixelsPerInvocation == 1 || pixelsPerInvocation == 4 else {
            throw .badShader(
                body.name,
                reason: "an invocation cannot compute \(pixelsPerInvocation) pixels; it computes 1 or 4")
        }
        super.init(inputs: inputs)
        try check()
    }

    /// The name of the text's function, or of the subclass.
    public override var name: String {
        type(of: self) == ShaderOperation.self ? body.entry : super.name
    }

    /// The parameters: a subclass's properties, then those that were given.
    public override var parameters: [(name: String, parameter: AnyParameter)] { super.parameters + given }

    private func check() throws(FilterError) {
        var names: Set<String> = []
        for (name, parameter) in parameters {
            guard ShaderWords.isName(name), !ShaderWords.isTaken(name), !name.hasPrefix("gl_") else {
                throw .badShader(
                    body.name, reason: "“\(name)” cannot be the name of a parameter; choose a word of letters"
                )
            }
            guard names.insert(name).inserted else {
                throw .badShader(body.name, reason: "two parameters are called \(name); rename one")
            }
            guard ShaderWords.parameterTypes[parameter.shaderType] == parameter.componentCount else {
                throw .badShader(
                    body.name,
                    reason:
                        "\(name) is a \(parameter.shaderType) of \(parameter.componentCount) numbers, which "
                        + "cannot be a member of a struct")
            }
        }
        guard names.isEmpty || body.structName != nil else {
            throw .badShader(
                body.name,
                reason:
                    "\(body.entry) does not take its parameters; give it a struct, by any name, as its last one"
            )
        }
        try ShaderCheck.check(body, planParameters, inputs: input.maximum)
    }

    private var planParameters: [PlanParameter] { parameters.map { .live($0.name, $0.parameter) } }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        // Without pictures nothing else can be brought to a forced size.
        let size = inputs.isEmpty ? forcedSize ?? self.size : self.size
        return try plan.own(
            body, inputs, planParameters, size: size, pixelsPerInvocation: pixelsPerInvocation)
    }
}
