internal import CVulkan
internal import LinuxIO
internal import Synchronization
internal import VulkanCore

/// The kernels that were needed so far, by their texts.
///
/// Any thread; pipelines are made by whoever asks, or in the background.
@safe final class KernelCache: @unchecked Sendable {  // What changes is behind the lock.
    /// Binds the kernels' buffers.
    let binder: BufferBinder
    private let device: VulkanDevice
    private let compiler: ShaderTextCompiler
    private let state = Mutex(State())
    private let queue = SerialQueue(name: "filter kernels", niceness: 10)
    /// Confined to the queue.
    private var warmer: KernelWarmer?
    /// Rewrites modules, as drivers may that round otherwise; set before the first kernel, and by tests alone.
    var rewrite: (_ module: [UInt32]) -> [UInt32] = { $0 }

    private struct State: @unchecked Sendable {  // Pipelines never change.
        var pipelines: [String: (pipeline: ComputePipeline, lastUse: Int)] = [:]
        /// The number of times that a pipeline was asked for.
        var uses = 0
        var layouts: [LayoutKey: PipelineLayout] = [:]
        var underWay: Set<String> = []
        var failures: [String: FilterError] = [:]

        mutating func used(_ text: String) -> ComputePipeline? {
            uses += 1
            pipelines[text]?.lastUse = uses
            return pipelines[text]?.pipeline
        }

        mutating func keep(_ pipeline: ComputePipeline, for text: String) {
            uses += 1
            pipelines[text] = (pipeline, uses)
            guard pipelines.count > KernelCache.limit else { return }
            // A quarter at once, so that this is seldom. What runs now is kept by its plan.
            let moments = pipelines.values.map(\.lastUse).sorted()
            let oldest = moments[KernelCache.limit / 4]
            pipelines = pipelines.filter { $0.value.lastUse > oldest }
        }
    }

    /// So many kernels are kept; of more, those that were not needed for longest go.
    static let limit = 512

    private struct LayoutKey: Hashable {
        let bindingCount: Int
        let uniforms: Set<Int>
    }

    /// - Throws: ``FilterError/badShader(_:reason:)`` when the compiler does not start.
    init(device: VulkanDevice) throws(FilterError) {
        binder = BufferBinder(device: device)
        self.device = device
        compiler = try ShaderTextCompiler()
    }

    /// The number of kernels.
    var count: Int { state.withLock { $0.pipelines.count } }

    /// The pipeline of a kernel, compiled when it is needed for the first time.
    func pipeline(for kernel: KernelSource) throws(FilterError) -> ComputePipeline {
        if let known = state.withLock({ $0.used(kernel.text) }) { return known }
        let words = rewrite(try compiler.words(of: kernel))
        return try FilterError.wrapping { () throws(VulkanError) in
            let pipeline = try ComputePipeline(
                device: device, layout: try layout(kernel),
                module: ShaderModule(device: device, words: words, name: kernel.name), name: kernel.name)
            state.withLock { $0.keep(pipeline, for: kernel.text) }
            return pipeline
        }
    }

    /// True when all kernels can run at once; those that cannot are made ready in the background.
    ///
    /// - Parameters:
    ///   - kernels: The kernels that will be needed.
    ///   - whenReady: Called on another thread each time one more is ready.
    /// - Returns: Whether none is missing.
    /// - Throws: The reason for which one of them cannot be made.
    func areReady(
        _ kernels: [KernelSource], whenReady: @escaping @Sendable () -> Void
    ) throws(FilterError) -> Bool {
        var isReady = true
        for kernel in kernels {
            let (isMade, isNew, failure) = state.withLock { state in
                let isMade = state.pipelines[kernel.text] != nil
                let isNew = !isMade && state.underWay.insert(kernel.text).inserted
                return (isMade, isNew, state.failures.removeValue(forKey: kernel.text))
            }
            if let failure { throw failure }
            if isMade { continue }
            isReady = false
            if isNew { queue.add { [self] in make(kernel, whenReady) } }
        }
        return isReady
    }

    private func make(_ kernel: KernelSource, _ whenReady: @Sendable () -> Void) {
        do throws(FilterError) {
            if device.isCPU {
                if warmer == nil { warmer = try KernelWarmer(beside: device) }
                try warmer?.warm(kernel)
            }
            _ = try pipeline(for: kernel)
            state.withLock { _ = $0.underWay.remove(kernel.text) }
        } catch {
            state.withLock { state in
                state.underWay.remove(kernel.text)
                state.failures[kernel.text] = error
            }
        }
        whenReady()
    }

    private func layout(_ kernel: KernelSource) throws(VulkanError) -> PipelineLayout {
        let key = LayoutKey(bindingCount: kernel.bindingCount, uniforms: kernel.uniformBindings)
        if let known = state.withLock({ $0.layouts[key] }) { return known }
        // First the block of numbers, then the buffers.
        let layout = try PipelineLayout(
            device: device, stage: VK_SHADER_STAGE_COMPUTE_BIT,
            bindings: (0..<key.bindingCount).map { binding in
                let isUniform = binding == 0 || key.uniforms.contains(binding)
                return (isUniform ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1)
            }, isPushed: binder.isPushing, name: "filter kernel")
        state.withLock { $0.layouts[key] = layout }
        return layout
    }
}
