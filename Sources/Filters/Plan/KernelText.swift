internal import Frames
internal import Processor

/// A kernel as text, and what it reads and writes.
struct KernelText {
    /// A picture that a kernel reads.
    struct Leaf {
        let image: PlanImage
        let text: LeafText
    }

    /// Numbers of the block that the kernel reads, in order.
    enum BlockItem {
        case parameter(PlanParameter)
        /// The width and the height of a picture.
        case size(PixelSize)
        /// Offset and stride of a plane.
        case plane(SourceSlot, Int)
        /// The offset and the stride of a plane of a picture that the processor has made.
        case processorPlane(ProcessorLayout.Plane)

        var count: Int {
            switch self {
            case .parameter(let parameter): parameter.componentCount
            case .size, .plane, .processorPlane: 2
            }
        }
    }

    /// The GLSL.
    fileprivate(set) var text = ""
    fileprivate(set) var leaves: [Leaf] = []
    fileprivate(set) var values: [PlanValues] = []
    fileprivate(set) var valueBindings: [Int] = []
    /// Those of them that are uniform buffers.
    fileprivate(set) var uniformBindings: Set<Int> = []
    fileprivate(set) var block: [BlockItem] = []
    fileprivate(set) var blockCount = 0
    /// The block's numbers by fours, as its text declares them.
    var blockVectors: Int { (blockCount + 3) / 4 }
    /// Buffers that are bound, the block and the target included.
    fileprivate(set) var bindingCount = 1
    /// The sides of a workgroup.
    fileprivate(set) var localSize = (groupSize, groupSize)
    /// Workgroups.
    fileprivate(set) var groups = (1, 1)
    fileprivate(set) var own: [ShaderBody] = []
    /// The operations that it belongs to, in the order in which they work.
    fileprivate(set) var operations: [String] = []
    fileprivate var readsValuesAsUniforms = false
    /// The name in messages.
    fileprivate(set) var name = ""

    /// The source of its pipeline.
    var source: KernelSource {
        KernelSource(
            text: text, name: name, bindingCount: bindingCount, uniformBindings: uniformBindings, own: own)
    }

    /// Storage buffers that are bound: all but the block and other uniform buffers.
    var storageCount: Int { bindingCount - 1 - uniformBindings.count }

    /// Buffers that operations join up to, the block and the target included; devices that bind fewer storage buffers join
    /// fewer.
    static let bufferLimit = 12
    static let groupSize = 8

    /// Text that all kernels have.
    static let common = """
        #define LaneInt int
        #define LaneUint uint
        float luminance(vec3 color) { return dot(color, vec3(0.2125, 0.7154, 0.0721)); }
        float choose(bool condition, float yes, float no) { return condition ? yes : no; }
        vec2 choose(bool condition, vec2 yes, vec2 no) { return condition ? yes : no; }
        vec3 choose(bool condition, vec3 yes, vec3 no) { return condition ? yes : no; }
        vec4 choose(bool condition, vec4 yes, vec4 no) { return condition ? yes : no; }

        """
}

/// Writes kernels.
struct KernelWriter {
    private let bodies: BodyLibrary
    private let isCPU: Bool
    private let bounds: KernelBounds
    /// The size of what the kernel computes, or of the first picture of which it computes numbers.
    private let outputSize: PixelSize
    private var kernel = KernelText()
    private var files: [String] = []
    private var included: Set<String> = []
    private var structs: [String: String] = [:]
    private var statements: [String] = []
    private var bodyText = ""
    /// Programs' own texts of points and of the area: they come first, so that the bodies' `#define`s are none of theirs.
    private var ownTexts = (points: "", area: "")
    /// The numbers of programs' own texts in this kernel, by text and members.
    private var ownNumbers: [String: Int] = [:]
    private var leafNames: [ObjectIdentifier: Int] = [:]
    /// The names that results have in this kernel.
    private var computed: [ObjectIdentifier: String] = [:]
    private var scalarLeaves: Set<Int> = []
    private var samePlaceLeaves: [Int] = []
    private var windows: [Int: WindowText] = [:]
    private var hasArea = false
    private var pixelsPerInvocation = 4
    private var temporaries = 0
    /// Buffers that pictures take which are still to come, if none of them joins the kernel.
    private var promisedBuffers = 0
    /// Storage buffers of numbers that are still to come.
    private var promisedValues = 0

    /// Sizes are numbers of the block, so that pictures of many sizes share a kernel.
    private init(
        bodies: BodyLibrary, isCPU: Bool, bounds: KernelBounds = KernelBounds(), outputSize: PixelSize
    ) {
        self.bodies = bodies
        self.isCPU = isCPU
        self.bounds = bounds
        self.outputSize = outputSize
        append(.size(outputSize))
    }

    // MARK: Pictures

    /// Writes the kernel that computes a picture, with all point operations before it that nobody else needs.
    ///
    /// - Parameters:
    ///   - root: The picture.
    ///   - bodies: The bodies.
    ///   - isCPU: Whether the kernel runs on the processor.
    ///   - isFused: Whether operations become one kernel at all.
    ///   - bounds: The bounds of joining that the device sets.
    /// - Returns: The kernel; it has more storage buffers only where the picture's own operation needs them.
    /// - Throws: The fault of a body.
    static func picture(
        _ root: PlanImage, bodies: BodyLibrary, isCPU: Bool, isFused: Bool,
        bounds: KernelBounds = KernelBounds()
    ) throws(FilterError) -> KernelText {
        var writer = KernelWriter(bodies: bodies, isCPU: isCPU, bounds: bounds, outputSize: root.size)
        writer.kernel.readsValuesAsUniforms = true
        let result = try writer.expression(root, isRoot: true, isFused: isFused)
        return writer.finishPicture(root, result)
    }

    private mutating func expression(
        _ image: PlanImage, isRoot: Bool, isFused: Bool
    ) throws(FilterError) -> String {
        if let known = computed[ObjectIdentifier(image)] { return known }
        guard case .work(let work) = image.content, isRoot || isFused && canInline(image, work) else {
            return samePlace(image)
        }
        if !isRoot || kernel.name.isEmpty {
            kernel.name += kernel.name.isEmpty ? work.file : "+\(work.file)"
        }
        var arguments: [String] = []
        let ownValues = storageCount(of: work.values)
        promisedValues += ownValues
        if work.kind == .point {
            // The files of this kernel are known before those of its inputs: they must not be taken twice differently.
            files.append(signature(work))
            promisedBuffers += bufferCount(of: work.inputs)
            for input in work.inputs {
                promisedBuffers -= bufferCount(of: [input])
                arguments.append(try expression(input, isRoot: false, isFused: isFused))
            }
        } else {
            hasArea = true
            files.append(signature(work))
            pixelsPerInvocation = work.pixelsPerInvocation
            try defineAccess(work, isWhole: pixelsPerInvocation == 4 && outputSize.width % 4 == 0)
        }
        promisedValues -= ownValues
        if work.usesPlace { arguments.append("at") }
        var prefix = ""
        if let own = work.own {
            prefix = ShaderBody.prefix(include(own, work))
            if let name = own.structName { arguments.append(structure(prefix + name, work.parameters)) }
        } else {
            try include(work)
            arguments.append(structure(work.file, work.parameters))
        }
        let call = "\(prefix)\(work.function)(\(arguments.joined(separator: ", ")))"
        kernel.operations.noteOperation(work.operation)
        let name = "c\(temporaries)"
        temporaries += 1
        statements.append("vec4 \(name) = \(work.isClamped ? "clamp(\(call), 0.0, 1.0)" : call);")
        computed[ObjectIdentifier(image)] = name
        return name
    }

    private func canInline(_ image: PlanImage, _ work: PlanWork) -> Bool {
        guard image.uses == 1, image.size == outputSize, !bounds.isStored(image) else { return false }
        if work.kind == .area, hasArea { return false }
        // A program's own text has names and numbers to itself.
        if work.own != nil { return hasRoom(for: work) }
        let new = signature(work)
        let file = work.file
        if files.contains(where: { $0 != new && $0.hasPrefix(file + "|") }) { return false }
        // Names of numbers and of constants are the kernel's own: each file has them once.
        if files.contains(new), !work.values.isEmpty || work.kind == .area { return false }
        if !work.constants.isEmpty || !work.values.isEmpty, files.contains(where: { $0.contains("#") }) {
            return false
        }
        return hasRoom(for: work)
    }

    private func hasRoom(for work: PlanWork) -> Bool {
        let needed = bufferCount(of: work.inputs) + work.values.count + promisedBuffers
        // The target comes last.
        let storage =
            kernel.storageCount + bufferCount(of: work.inputs) + storageCount(of: work.values)
            + promisedBuffers + promisedValues + 1
        return kernel.bindingCount + needed < KernelText.bufferLimit && storage <= bounds.storageBuffers
    }

    /// Storage buffers that numbers take.
    private func storageCount(of values: [PlanValues]) -> Int { values.count { !isUniform($0) } }

    /// True for numbers that a kernel reads from a uniform buffer.
    ///
    /// If lanes read different numbers, lavapipe takes half the time for one, a graphics chip many times as long. 16 KiB is
    /// what every device offers.
    private func isUniform(_ values: PlanValues) -> Bool {
        isCPU && kernel.readsValuesAsUniforms && values.count <= 4096
    }

    /// Buffers that pictures take as leaves.
    private func bufferCount(of images: [PlanImage]) -> Int {
        images.reduce(0) { $0 + LeafText.Format($1).bufferCount }
    }

    /// The properties that must be equal for a file to be in a kernel twice.
    private func signature(_ work: PlanWork) -> String {
        if work.own != nil { return "" }
        let members = work.parameters.map { "\($0.shaderType) \($0.name)" }.joined(separator: ";")
        let marks = work.values.isEmpty && work.constants.isEmpty ? "" : "#"
        return "\(work.file)|\(members)\(marks)"
    }

    private mutating func samePlace(_ image: PlanImage) -> String {
        let number = leaf(image)
        if image.size == outputSize {
            if !samePlaceLeaves.contains(number) { samePlaceLeaves.append(number) }
            return "l\(number)"
        }
        scalarLeaves.insert(number)
        return "leaf\(number)Sample((vec2(at) + 0.5) / vec2(outputSize))"
    }

    /// Takes a picture in as a leaf.
    private mutating func leaf(_ image: PlanImage) -> Int {
        if let known = leafNames[ObjectIdentifier(image)] { return known }
        let number = kernel.leaves.count
        let format = LeafText.Format(image)
        var sizeText = "outputSize"
        if image.size != outputSize {
            sizeText = BlockText.size(kernel.blockCount)
            append(.size(image.size))
        }
        let text = LeafText(
            number: number, size: image.size, sizeText: sizeText, format: format,
            binding: kernel.bindingCount, block: kernel.blockCount)
        kernel.bindingCount += format.bufferCount
        if case .source(let slot) = image.content, let planes = format.planes {
            for plane in 0..<planes.planeCount { append(.plane(slot, plane)) }
        } else if case .processor(let work) = image.content, work.traits != nil {
            for plane in work.layout.planes { append(.processorPlane(plane)) }
        }
        kernel.leaves.append(KernelText.Leaf(image: image, text: text))
        leafNames[ObjectIdentifier(image)] = number
        return number
    }

    private mutating func append(_ item: KernelText.BlockItem) {
        kernel.block.append(item)
        kernel.blockCount += item.count
    }

    private mutating func defineAccess(_ work: PlanWork, isWhole: Bool) throws(FilterError) {
        let before = bodyText
        if work.own != nil { bodyText = "" }
        defer {
            if work.own != nil { (ownTexts.area, bodyText) = (bodyText, before) }
        }
        for (index, image) in work.inputs.enumerated() {
            let number = leaf(image)
            define(index, as: number)
            guard isWhole, image.size == outputSize, let reach = work.reach,
                let window = WindowText(
                    leaf: kernel.leaves[number].text, reach: reach, isLuminance: work.readsLuminance)
            else { continue }
            if windows.updateValue(window, forKey: number) == nil { bodyText += window.declarations }
            bodyText += window.definitions(input: index)
        }
    }

    private mutating func define(_ index: Int, as number: Int) {
        scalarLeaves.insert(number)
        bodyText += """
            #define pixel\(index)(at) leaf\(number)Pixel(at)
            #define sample\(index)(at) leaf\(number)Sample(at)
            #define luminance\(index)(at) leaf\(number)Luminance(at)
            #define size\(index) leaf\(number)Size

            """
    }

    // MARK: Bodies

    private mutating func include(_ work: PlanWork) throws(FilterError) {
        for (name, numbers) in work.floats.sorted(by: { $0.key < $1.key }) {
            bodyText += "#define \(name) float[](\(numbers.map { String($0) }.joined(separator: ", ")))\n"
        }
        try include(work.file, work.parameters, work.values, work.constants)
    }

    private mutating func include(
        _ file: String, _ parameters: [PlanParameter], _ values: [PlanValues], _ constants: [String: Int]
    ) throws(FilterError) {
        guard included.insert(file).inserted else { return }
        for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
            bodyText += "#define \(name) \(value)\n"
        }
        for (index, value) in values.enumerated() {
            let binding = kernel.bindingCount
            kernel.bindingCount += 1
            kernel.values.append(value)
            kernel.valueBindings.append(binding)
            bodyText += declaration(of: value, index, binding)
        }
        bodyText += "struct \(file) { \(members(parameters)) };\n"
        bodyText += try bodies.text(of: file, alreadyIncluded: &included)
        for (index, _) in values.enumerated() { bodyText += "#undef values\(index)\n" }
    }

    /// Takes a program's own text in, once.
    ///
    /// - Returns: Its number in the kernel.
    private mutating func include(_ own: ShaderBody, _ work: PlanWork) -> Int {
        let members = members(work.parameters)
        let key = "\(members)\n\(own.text.text)"
        if let known = ownNumbers[key] { return known }
        let number = kernel.own.count
        ownNumbers[key] = number
        kernel.own.append(own)
        let text = own.declaration(number, members: members)
        if work.kind == .area { ownTexts.area += text } else { ownTexts.points += text }
        return number
    }

    private func members(_ parameters: [PlanParameter]) -> String {
        let members = parameters.map { "\($0.shaderType) \($0.name);" }
        return members.isEmpty ? "float nothing;" : members.joined(separator: " ")
    }

    private mutating func declaration(of values: PlanValues, _ index: Int, _ binding: Int) -> String {
        guard isUniform(values) else {
            return """
                layout(binding = \(binding)) readonly restrict buffer Values\(binding) { uint numbers\(binding)[]; };
                #define values\(index)(index) numbers\(binding)[index]

                """
        }
        kernel.uniformBindings.insert(binding)
        return """
            layout(std140, binding = \(binding)) uniform Values\(binding) { uvec4 numbers\(binding)[\((values.count + 3) / 4)]; };
            #define values\(index)(index) numbers\(binding)[(index) >> 2][(index) & 3]

            """
    }

    /// The expression that makes a body's struct of the block's numbers.
    private mutating func structure(_ file: String, _ parameters: [PlanParameter]) -> String {
        guard !parameters.isEmpty else { return "\(file)(0.0)" }
        let members = parameters.map { parameter -> String in
            let first = kernel.blockCount
            append(.parameter(parameter))
            let numbers = (0..<parameter.componentCount).map { BlockText.number(first + $0) }
            switch parameter.shaderType {
            case "float": return numbers[0]
            case "bool": return "(\(numbers[0]) != 0.0)"
            case "mat3", "mat4":
                return "transpose(\(parameter.shaderType)(\(numbers.joined(separator: ", "))))"
            default: return "\(parameter.shaderType)(\(numbers.joined(separator: ", ")))"
            }
        }
        return "\(file)(\(members.joined(separator: ", ")))"
    }

    // MARK: Numbers

    /// Writes the kernel that computes numbers.
    static func values(
        _ work: ValuesWork, count: Int, bodies: BodyLibrary, isCPU: Bool
    ) throws(FilterError) -> KernelText {
        let size = work.images.first?.size ?? PixelSize(width: count, height: 1)
        var writer = KernelWriter(bodies: bodies, isCPU: isCPU, outputSize: size)
        return try writer.values(work)
    }

    private mutating func values(_ work: ValuesWork) throws(FilterError) -> KernelText {
        kernel.name = work.file
        kernel.operations.noteOperation(work.operation)
        for (index, image) in work.images.enumerated() { define(index, as: leaf(image)) }
        try include(work.file, work.parameters, work.values, work.constants)
        let argument = structure(work.file, work.parameters)
        let target = kernel.bindingCount
        kernel.bindingCount += 1
        kernel.localSize = work.localSize
        kernel.groups = work.groups
        kernel.text =
            header(local: work.localSize)
            + "layout(binding = \(target)) buffer Target { uint result[]; };\n"
            + "#define LOCAL_WIDTH \(work.localSize.0)\n#define LOCAL_HEIGHT \(work.localSize.1)\n"
            + leafDeclarations(wide: []) + bodyText
            + "void main() { \(work.function)(\(argument)); }\n"
        return kernel
    }

    // MARK: Assembly

    private func header(local: (Int, Int)) -> String {
        """
        #version 450
        #extension GL_EXT_control_flow_attributes : enable
        \(isCPU ? "#define CPU_DEVICE 1" : "")
        layout(local_size_x = \(local.0), local_size_y = \(local.1)) in;
        layout(std140, binding = 0) uniform Block { vec4 block[\(kernel.blockVectors)]; };
        #define outputSize \(BlockText.size(0))
        vec2 place(ivec2 at) { return (vec2(at) + 0.5) / vec2(outputSize); }
        \(KernelText.common)
        """ + "\n"
    }

    private func leafDeclarations(wide: Set<Int>) -> String {
        kernel.leaves.map { leaf in
            leaf.text.declarations(
                isWide: wide.contains(leaf.text.number), isScalar: scalarLeaves.contains(leaf.text.number),
                text: bodyText)
        }.joined()
    }

    private mutating func finishPicture(_ root: PlanImage, _ result: String) -> KernelText {
        bodyText = ownTexts.points + ownTexts.area + bodyText
        let size = outputSize
        let pixels = hasArea ? pixelsPerInvocation : 4
        let isWhole = size.width % 4 == 0 && pixels == 4 && root.layout != .float
        let wide = Set(
            samePlaceLeaves.filter { isWhole && kernel.leaves[$0].text.canBeWide })
        let target = kernel.bindingCount
        kernel.bindingCount += 1
        let arguments = samePlaceLeaves.map { ", vec4 l\($0)" }.joined()
        let element = isWhole ? "uvec4" : root.layout.element
        var text = header(local: (KernelText.groupSize, KernelText.groupSize))
        text += "layout(binding = \(target)) writeonly restrict buffer Target { \(element) target[]; };\n"
        text += leafDeclarations(wide: wide.union(windows.keys)) + bodyText
        text += "vec4 chain(ivec2 at\(arguments)) {\n"
        text += statements.map { "    \($0)\n" }.joined()
        text += "    return \(result);\n}\n"
        text += main(root, wide: wide, pixels: pixels, isWhole: isWhole)
        kernel.text = text
        let group = KernelText.groupSize
        kernel.groups = (
            (size.width + pixels * group - 1) / (pixels * group), (size.height + group - 1) / group
        )
        return kernel
    }

    private func main(_ root: PlanImage, wide: Set<Int>, pixels: Int, isWhole: Bool) -> String {
        var text = "void main() {\n"
        text +=
            "    int x = int(gl_GlobalInvocationID.x) * \(pixels), y = int(gl_GlobalInvocationID.y);\n"
        text += "    if (x >= outputSize.x || y >= outputSize.y) return;\n"
        for number in wide.sorted() { text += "    \(kernel.leaves[number].text.wideLoad())\n" }
        for (_, window) in windows.sorted(by: { $0.key < $1.key }) { text += "    \(window.load)\n" }
        for n in 0..<pixels {
            let leaves = samePlaceLeaves.map { number in
                wide.contains(number)
                    ? ", \(kernel.leaves[number].text.widePixel(n))" : ", leaf\(number)Fetch(at\(n))"
            }.joined()
            let guarded = isWhole || n == 0 ? "" : "if (x + \(n) < outputSize.x) "
            text += "    ivec2 at\(n) = ivec2(x + \(n), y);\n"
            if isWhole {
                text += "    vec4 p\(n) = chain(at\(n)\(leaves));\n"
            } else {
                text +=
                    "    \(guarded){ vec4 p\(n) = chain(at\(n)\(leaves)); target[y * outputSize.x + x + \(n)] = \(root.layout.packed("p\(n)")); }\n"
            }
        }
        if isWhole { text += root.layout.wideStore("((y * outputSize.x + x) >> 2)") }
        return text + "}\n"
    }
}
