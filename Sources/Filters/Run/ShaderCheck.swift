internal import Frames

/// Compiles a program's own text before a graph needs it, so that its faults show where it is given.
enum ShaderCheck {
    /// Checks a text within a kernel of its own.
    ///
    /// - Parameters:
    ///   - body: The text.
    ///   - parameters: The operation's, which the text's struct must name.
    ///   - inputs: The number of pictures that it takes.
    /// - Throws: ``FilterError/badShaderText(_:line:column:reason:)`` with the first fault.
    static func check(
        _ body: ShaderBody, _ parameters: [PlanParameter], inputs: Int
    ) throws(FilterError) {
        let builder = PlanBuilder(device: nil, isCPU: false, usesProcessor: false)
        let size = PixelSize(width: 8, height: 8)
        // Pictures that lie anywhere; nothing is computed.
        let pictures = (0..<inputs).map { number in
            builder.previous(PlanMemory(owner: 0, name: "\(number)"), size: size, layout: .rgba8)
        }
        let result = try builder.own(body, pictures, parameters, size: size, pixelsPerInvocation: 1)
        let kernel = try KernelWriter.picture(result, bodies: .builtIn, isCPU: false, isFused: true)
        _ = try ShaderTextCompiler().words(of: kernel.source)
    }
}
