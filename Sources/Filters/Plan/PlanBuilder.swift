package import Frames
internal import LinuxIO
internal import Processor
internal import VulkanCore

/// Gathers how a graph's pictures are computed; operations say it in `describe(to:_:)`.
///
/// A plan is made when connections, sizes or structural parameters change, never per frame.
package final class PlanBuilder {
    /// The names of the parameters of the operation that is being planned.
    var parameterNames: [ObjectIdentifier: String] = [:]
    /// The name of that operation; "" for none.
    var operationName = ""
    /// Parameters on whose values the plan depends, as they were.
    private(set) var dependencies: [(parameter: AnyParameter, revision: Int)] = []
    private(set) var memories: [PlanMemory: PlanImage] = [:]
    private(set) var keptValues: [(values: PlanValues, memory: PlanMemory)] = []
    private(set) var reports: [(values: PlanValues, count: Int, deliver: @Sendable ([UInt32]) -> Void)] = []
    private(set) var pictureReports: [(image: PlanImage, deliver: @Sendable (PixelData) -> Void)] = []
    /// The device that computes; nil where nothing is computed.
    let device: VulkanDevice?
    /// True when kernels run on the processor.
    package let isCPU: Bool

    /// True when the processor may work on pictures itself; off only to prove that it makes no difference.
    let usesProcessor: Bool

    init(device: VulkanDevice?, isCPU: Bool, usesProcessor: Bool) {
        self.device = device
        self.isCPU = isCPU
        self.usesProcessor = usesProcessor
    }

    /// Refuses a source of another device: its memory is nothing here, and its thread another one.
    func demand(_ device: VulkanDevice) throws(FilterError) {
        guard let graph = self.device, graph !== device else { return }
        throw .otherDevice(device.name, graph: graph.name)
    }

    /// A picture that comes from outside.
    func source(_ slot: SourceSlot, size: PixelSize) -> PlanImage {
        PlanImage(size: size, layout: slot.traits.layout, content: .source(slot))
    }

    // MARK: Pictures

    /// A body that is called at each place with the inputs' colours there.
    ///
    /// - Parameters:
    ///   - file: The body's file in Shaders/Filters, without ending; the struct's name.
    ///   - function: The entry; nil for the file's name in lower camel case.
    ///   - inputs: The pictures; the result has the first one's size, others are scaled to it.
    ///   - parameters: The struct's members.
    ///   - values: Numbers that the body reads with `valuesN(index)`.
    ///   - usesPlace: Whether the function gets `ivec2 at` before the struct.
    ///   - layout: The form in which the result is stored where it is; nil for 16 bits if an input has as many, else 8.
    ///   - isClamped: Whether the result is kept within 0…1.
    ///   - constants: `#define`s of the body.
    ///   - own: A program's text that takes the file's place.
    /// - Returns: The result.
    /// - Throws: An error when there is no input.
    func point(
        _ file: String, function: String? = nil, _ inputs: [PlanImage],
        _ parameters: [PlanParameter] = [], values: [PlanValues] = [], usesPlace: Bool = false,
        layout: PixelLayout? = nil, isClamped: Bool = true, constants: [String: Int] = [:],
        own: ShaderBody? = nil
    ) throws(FilterError) -> PlanImage {
        guard let size = inputs.first?.size else { throw .missingInput(operation: file, input: 0) }
        return work(
            PlanWork(
                kind: .point, file: file, operation: operationName, own: own,
                function: function ?? entry(of: file), inputs: inputs,
                values: values, parameters: named(parameters), usesPlace: usesPlace, isClamped: isClamped,
                constants: constants),
            size: size, layout: layout)
    }

    /// A body that is called at each place and reads what it wants.
    ///
    /// - Parameters:
    ///   - file: The body's file in Shaders/Filters, without ending; the struct's name.
    ///   - function: The entry; nil for the file's name in lower camel case.
    ///   - inputs: The pictures, read with `pixelN`, `sampleN`, `luminanceN` and `sizeN`.
    ///   - parameters: The struct's members.
    ///   - values: Numbers that the body reads with `valuesN(index)`.
    ///   - size: The result's size; nil for the first input's.
    ///   - layout: The form in which the result is stored where it is; nil for 16 bits if an input has as many, else 8.
    ///   - isClamped: Whether the result is kept within 0…1.
    ///   - constants: `#define`s of the body.
    ///   - floats: `#define`s that are arrays: `const float weights[] = NAME;`.
    ///   - readsLuminance: Whether it reads nothing but `luminance0`.
    ///   - pixelsPerInvocation: 4 where neighbours share most of what they read.
    ///   - reach: The distance that it looks with `pixelN` and `luminanceN`, across and down, 1…4; nil for anywhere.
    ///   - own: A program's text that takes the file's place.
    /// - Returns: The result.
    /// - Throws: An error when there is neither an input nor a size, or the size is out of bounds.
    func area(
        _ file: String, function: String? = nil, _ inputs: [PlanImage],
        _ parameters: [PlanParameter] = [], values: [PlanValues] = [], size: PixelSize? = nil,
        layout: PixelLayout? = nil, isClamped: Bool = true, constants: [String: Int] = [:],
        floats: [String: [Float]] = [:], readsLuminance: Bool = false, pixelsPerInvocation: Int = 1,
        reach: Int? = nil, own: ShaderBody? = nil
    ) throws(FilterError) -> PlanImage {
        guard let size = size ?? inputs.first?.size else {
            throw .missingInput(operation: file, input: 0)
        }
        guard size.width > 0, size.height > 0, size.width <= 32768, size.height <= 32768 else {
            throw .unsupportedSize("\(file) would make a picture of \(size); use 1 to 32768 pixels a side")
        }
        return work(
            PlanWork(
                kind: .area, file: file, operation: operationName, own: own,
                function: function ?? entry(of: file), inputs: inputs,
                values: values, parameters: named(parameters),
                usesPlace: own?.usesPlace ?? true,
                readsLuminance: readsLuminance, isClamped: isClamped,
                pixelsPerInvocation: reach == nil ? pixelsPerInvocation : 4, reach: reach,
                constants: constants, floats: floats),
            size: size, layout: layout)
    }

    /// A body that makes a picture of nothing.
    package func generate(
        _ file: String, _ parameters: [PlanParameter], width: Int, height: Int
    ) throws(FilterError) -> PlanImage {
        try area(file, [], parameters, size: PixelSize(width: width, height: height))
    }

    // MARK: Numbers

    /// A body that writes numbers: `void name(Name p)`, with `result[index]` to write and the built-in invocation numbers.
    ///
    /// - Parameters:
    ///   - file: The body's file in Shaders/Filters, without ending; the struct's name.
    ///   - function: The entry; nil for the file's name in lower camel case.
    ///   - images: Read with `pixelN`, `luminanceN`, `sizeN`.
    ///   - values: Other numbers, read with `valuesN(index)`.
    ///   - parameters: The struct's members.
    ///   - count: The number of numbers.
    ///   - localSize: Invocations of a workgroup; `LOCAL_WIDTH` and `LOCAL_HEIGHT` in the body.
    ///   - groups: Workgroups.
    ///   - isCleared: Whether the numbers are zero at the start.
    ///   - constants: `#define`s.
    /// - Returns: The numbers.
    package func values(
        _ file: String, function: String? = nil, images: [PlanImage], values: [PlanValues] = [],
        _ parameters: [PlanParameter] = [], count: Int, localSize: (Int, Int) = (64, 1),
        groups: (Int, Int) = (1, 1), isCleared: Bool = false, constants: [String: Int] = [:]
    ) -> PlanValues {
        for image in images { image.uses += 1 }
        return PlanValues(
            count: count,
            content: .work(
                ValuesWork(
                    file: file, operation: operationName, function: function ?? entry(of: file),
                    images: images, values: values,
                    parameters: named(parameters), localSize: localSize, groups: groups,
                    isCleared: isCleared, constants: constants)))
    }

    /// Numbers that never change.
    package func table(_ numbers: [UInt32]) -> PlanValues {
        PlanValues(count: numbers.count, content: .table(numbers))
    }

    /// Numbers that the processor computes for each frame before the kernels run; what they hold may change without a new plan.
    package func processorValues(count: Int, _ compute: @escaping ProcessorCompute) -> PlanValues {
        PlanValues(count: count, content: .computed(compute))
    }

    /// Numbers that the processor computes of a picture; where it is the device, that beats kernels by far.
    ///
    /// - Parameters:
    ///   - name: For reports.
    ///   - input: The picture.
    ///   - layout: The form of the samples that are read of it.
    ///   - count: The number of numbers.
    ///   - compute: Computes them; on the thread that renders, once for each frame.
    /// - Returns: The numbers; nil where the device is not the processor.
    func processorValues(
        _ name: String, _ input: PlanImage, layout: ProcessorLayout, count: Int,
        _ compute:
            @escaping @Sendable (_ source: ProcessorPicture, _ result: inout MutableSpan<UInt32>) -> Void
    ) -> PlanValues? {
        guard isCPU, usesProcessor else { return nil }
        input.uses += 1
        return PlanValues(
            count: count,
            content: .counted(
                ProcessorValues(
                    input: input, layout: layout, name: name, operation: operationName, count: count,
                    compute: compute)))
    }

    /// Numbers that the processor computes of two lists; nil where it is not the device.
    ///
    /// - Parameters:
    ///   - name: For reports.
    ///   - first: A list.
    ///   - second: Another one, or what was remembered.
    ///   - count: The number of numbers.
    ///   - compute: Computes them; on the thread that renders, once for each frame.
    /// - Returns: The numbers.
    func processorTable(
        _ name: String, _ first: PlanValues, _ second: PlanValues, count: Int,
        _ compute: @escaping @Sendable (Span<UInt32>, Span<UInt32>, inout MutableSpan<UInt32>) -> Void
    ) -> PlanValues? {
        guard isCPU, usesProcessor else { return nil }
        return PlanValues(
            count: count,
            content: .derived(
                ProcessorTable(
                    name: name, operation: operationName, first: first, second: second, count: count,
                    compute: compute)))
    }

    /// Hands numbers to a callback when the frame is done; it runs on the thread that renders.
    package func report(
        _ values: PlanValues, count: Int, to deliver: @escaping @Sendable ([UInt32]) -> Void
    ) {
        reports.append((values, count, deliver))
    }

    /// Hands a picture to a callback when the frame is done; it runs on the thread that renders.
    func report(_ image: PlanImage, to deliver: @escaping @Sendable (PixelData) -> Void) {
        image.uses += 1
        pictureReports.append((image, deliver))
    }

    // MARK: From frame to frame

    /// Keeps a picture for later frames.
    package func remember(_ image: PlanImage, as memory: PlanMemory) {
        image.uses += 1
        memories[memory] = image
    }

    /// The picture that was remembered some frames ago; of the size and layout of what will be remembered.
    ///
    /// Before anything was remembered its contents are undefined: ask ``PlanParameter/hasPrevious(_:_:)`` in the body. When
    /// fewer frames have been remembered, it is the oldest of them.
    package func previous(
        _ memory: PlanMemory, size: PixelSize, layout: PixelLayout, frames: Int = 1
    ) -> PlanImage {
        PlanImage(size: size, layout: layout, content: .previous(memory, frames: frames))
    }

    /// Keeps numbers for later frames: ``previousValues(_:count:)`` reads what was kept in the frame before.
    package func remember(_ values: PlanValues, as memory: PlanMemory) {
        keptValues.append((values, memory))
    }

    /// The numbers that were remembered in the frame before; zero at the start.
    package func previousValues(_ memory: PlanMemory, count: Int) -> PlanValues {
        PlanValues(count: count, content: .memory(memory))
    }

    /// A parameter's value now; when it changes, a new plan is made.
    package func fixed<Value: ParameterValue>(_ parameter: Parameter<Value>) -> Value {
        dependencies.append((parameter, parameter.revision))
        return parameter.wrappedValue
    }

    // MARK: Helpers

    private func work(_ work: PlanWork, size: PixelSize, layout: PixelLayout?) -> PlanImage {
        let layout = layout ?? (work.inputs.contains { $0.layout == .rgba16 } ? .rgba16 : .rgba8)
        for input in work.inputs { input.uses += 1 }
        return PlanImage(size: size, layout: layout, content: .work(work))
    }

    private func entry(of file: String) -> String { (file.first?.lowercased() ?? "") + file.dropFirst() }

    private func named(_ parameters: [PlanParameter]) -> [PlanParameter] {
        parameters.map { parameter in
            guard parameter.name.isEmpty, case .live(let live) = parameter.value else { return parameter }
            return parameter.named(parameterNames[ObjectIdentifier(live)] ?? "unnamed")
        }
    }
}
