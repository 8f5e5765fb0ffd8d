internal import CShaderc

/// GLSL → SPIR-V while the program runs (`shaderc_compile_into_spv`).
///
/// Any thread: a compiler may be used from several at once, as shaderc.h says; the options never change.
@safe final class ShaderTextCompiler: @unchecked Sendable {
    /// One for the process, and never released: with its last compiler libshaderc forgets GLSL's own functions, which take
    /// longer to read again than a kernel takes.
    private nonisolated(unsafe) static let shared = unsafe shaderc_compiler_initialize()

    private let compiler: shaderc_compiler_t
    private let options: shaderc_compile_options_t

    init() throws(FilterError) {
        guard let compiler = unsafe Self.shared else {
            throw .badShader("filters", reason: "libshaderc does not start; is there memory left?")
        }
        guard let options = unsafe shaderc_compile_options_initialize() else {
            throw .badShader("filters", reason: "libshaderc does not start; is there memory left?")
        }
        unsafe self.compiler = unsafe compiler
        unsafe self.options = unsafe options
        // For 1.3 workgroup sizes become identifiers, for which a device must have maintenance4.
        unsafe shaderc_compile_options_set_target_env(
            options, shaderc_target_env_vulkan, UInt32(shaderc_env_version_vulkan_1_2.rawValue))
    }

    deinit { unsafe shaderc_compile_options_release(options) }

    /// Compiles a kernel.
    ///
    /// - Parameter kernel: The kernel.
    /// - Returns: The words of the SPIR-V module.
    /// - Throws: ``FilterError/badShader(_:reason:)`` with the compiler's words, or the place in a program's own text.
    func words(of kernel: KernelSource) throws(FilterError) -> [UInt32] {
        switch compile(kernel.text, name: kernel.name) {
        case .success(let words): return WrittenOrder.marked(words)
        case .failure(let failure):
            throw kernel.fault(failure.words) { text in
                if case .failure(let failure) = compile(text, name: kernel.name) { failure.words } else { "" }
            }
        }
    }

    /// The compiler's words about a text that it refuses.
    private struct Refusal: Error {
        let words: String
    }

    private func compile(_ text: String, name: String) -> Result<[UInt32], Refusal> {
        var text = text
        let result = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe shaderc_compile_into_spv(
                    compiler, characters.baseAddress, characters.count, shaderc_compute_shader, name, "main",
                    options)
            }
        }
        guard let result = unsafe result else {
            return .failure(Refusal(words: "libshaderc has no memory left"))
        }
        defer { unsafe shaderc_result_release(result) }
        guard unsafe shaderc_result_get_compilation_status(result) == shaderc_compilation_status_success
        else {
            return .failure(Refusal(words: unsafe String(cString: shaderc_result_get_error_message(result))))
        }
        let count = unsafe shaderc_result_get_length(result)
        return .success(
            unsafe Array(
                UnsafeRawBufferPointer(start: shaderc_result_get_bytes(result), count: count)
                    .bindMemory(to: UInt32.self)))
    }
}
