package import Frames
internal import Processor

/// A picture that a plan computes or is given.
package final class PlanImage {
    /// Its size in pixels, upright.
    package let size: PixelSize
    /// The layout of its pixels where they are stored.
    package internal(set) var layout: PixelLayout
    let content: Content
    /// The number of kernels and outputs that read it.
    var uses = 0
    /// True when one of these reads it twice.
    var isReadTwice = false
    /// The layout of a camera's luma alone, for kernels that read nothing else of the picture; nil for all of it.
    var luma: SourceSlot.Traits?

    enum Content {
        /// A picture from outside, another one for each frame.
        case source(SourceSlot)
        /// The work of a body on other pictures.
        case work(PlanWork)
        /// The processor's work on another picture.
        case processor(ProcessorWork)
        /// The picture that was remembered some frames ago.
        case previous(PlanMemory, frames: Int)
    }

    init(size: PixelSize, layout: PixelLayout, content: Content) {
        self.size = size
        self.layout = layout
        self.content = content
    }
}

/// The processor's work where it is the device.
struct ProcessorWork {
    let input: PlanImage
    /// The planes of the result, which are meant as a camera's; nil for pixels.
    let traits: SourceSlot.Traits?
    let layout: ProcessorLayout
    let name: String
    /// The operation that it belongs to; "" for none.
    let operation: String
    let run: @Sendable (_ source: ProcessorPicture, _ target: ProcessorPicture) -> Void
}

/// A body's call.
struct PlanWork {
    enum Kind {
        /// At each place, of colours at the same place.
        case point
        /// At each place, of anything.
        case area
    }

    var kind: Kind
    /// The body's file, without folder and ending; of a program's own text its name.
    var file: String
    /// The operation that it belongs to; "" for none.
    var operation = ""
    /// A program's own text, which takes the file's place.
    var own: ShaderBody?
    /// The entry function.
    var function: String
    var inputs: [PlanImage]
    var values: [PlanValues]
    var parameters: [PlanParameter]
    var usesPlace = false
    var readsLuminance = false
    var isClamped = true
    var pixelsPerInvocation = 1
    /// The distance that the body looks, across and down; nil for anywhere.
    var reach: Int?
    /// Numbers that are part of the kernel's text.
    var constants: [String: Int] = [:]
    /// Lists of numbers that are part of the kernel's text.
    var floats: [String: [Float]] = [:]
}

/// Numbers that a kernel computes or reads, 32 bits each.
package final class PlanValues {
    /// The count of the numbers.
    package let count: Int
    let content: Content

    enum Content {
        /// A body writes them.
        case work(ValuesWork)
        /// They never change.
        case table([UInt32])
        /// The processor computes them before the kernels run.
        case computed(ProcessorCompute)
        /// The processor computes them of a picture.
        case counted(ProcessorValues)
        /// The processor computes them of others.
        case derived(ProcessorTable)
        /// They stay from frame to frame; zero at the start.
        case memory(PlanMemory)
    }

    init(count: Int, content: Content) {
        self.count = count
        self.content = content
    }
}

/// Writes numbers on the processor; on the thread that renders, once for each frame.
package typealias ProcessorCompute = (inout MutableSpan<UInt32>) -> Void

/// Numbers that the processor computes of a picture where it is the device.
struct ProcessorValues {
    let input: PlanImage
    /// The layout of the picture's planes, as far as they are needed.
    let layout: ProcessorLayout
    let name: String
    /// The operation that it belongs to.
    let operation: String
    let count: Int
    let compute: @Sendable (_ source: ProcessorPicture, _ result: inout MutableSpan<UInt32>) -> Void
}

/// Numbers that the processor computes of other numbers where it is the device.
struct ProcessorTable {
    let name: String
    /// The operation that it belongs to.
    let operation: String
    let first: PlanValues
    let second: PlanValues
    /// The count of the numbers that come out.
    let count: Int
    let compute: @Sendable (Span<UInt32>, Span<UInt32>, inout MutableSpan<UInt32>) -> Void
}

/// A body that writes numbers.
struct ValuesWork {
    var file: String
    /// The operation that it belongs to.
    var operation: String
    var function: String
    var images: [PlanImage]
    var values: [PlanValues]
    var parameters: [PlanParameter]
    var localSize: (Int, Int)
    var groups: (Int, Int)
    /// True when the numbers are zero when the body starts.
    var isCleared: Bool
    var constants: [String: Int]
}

/// A memory that an operation keeps from frame to frame, by its name among the operation's memories.
package struct PlanMemory: Hashable {
    let owner: Int
    let name: String
}

/// A number that a body gets.
package struct PlanParameter {
    enum Value {
        case live(AnyParameter)
        case constant([Float])
        /// True when something was remembered before.
        case hasPrevious(PlanMemory)
    }

    let name: String
    let shaderType: String
    let value: Value
    let componentCount: Int

    /// A parameter of the operation that is being planned, read for each frame.
    package static func live(_ parameter: AnyParameter) -> PlanParameter {
        PlanParameter(
            name: "", shaderType: parameter.shaderType, value: .live(parameter),
            componentCount: parameter.componentCount)
    }

    /// A number under another name than the parameter's.
    package static func live(_ name: String, _ parameter: AnyParameter) -> PlanParameter {
        PlanParameter(
            name: name, shaderType: parameter.shaderType, value: .live(parameter),
            componentCount: parameter.componentCount)
    }

    /// A value that stays as it is as long as the plan.
    package static func constant<Value: ParameterValue>(_ name: String, _ value: Value) -> PlanParameter {
        PlanParameter(
            name: name, shaderType: Value.shaderType, value: .constant(value.components),
            componentCount: Value.componentCount)
    }

    /// A `bool`: whether ``PlanBuilder/remember(_:as:of:)`` has remembered something in an earlier frame.
    package static func hasPrevious(_ name: String, _ memory: PlanMemory) -> PlanParameter {
        PlanParameter(name: name, shaderType: "bool", value: .hasPrevious(memory), componentCount: 1)
    }

    func named(_ name: String) -> PlanParameter {
        PlanParameter(
            name: name, shaderType: shaderType, value: value, componentCount: componentCount)
    }
}

extension PlanImage {
    /// The layout of its samples if it has planes that the processor sees.
    var processorTraits: SourceSlot.Traits? {
        switch content {
        case .source(let slot):
            guard case .planes = slot.traits.samples, slot.memory != nil else { return nil }
            return slot.traits
        case .processor(let work): return work.traits
        case .work, .previous: return nil
        }
    }
}

extension PlanImage {
    /// The sources that the picture of a frame is made of.
    var slots: [SourceSlot] {
        var found: [SourceSlot] = []
        var seen: Set<ObjectIdentifier> = []
        gather(&found, &seen)
        return found
    }

    private func gather(_ found: inout [SourceSlot], _ seen: inout Set<ObjectIdentifier>) {
        guard seen.insert(ObjectIdentifier(self)).inserted else { return }
        switch content {
        case .source(let slot): if !found.contains(where: { $0 === slot }) { found.append(slot) }
        case .work(let work): for input in work.inputs { input.gather(&found, &seen) }
        case .processor(let work): work.input.gather(&found, &seen)
        case .previous: break
        }
    }
}

extension PlanImage {
    /// True when the picture is stored as pixels; a camera's planes do not hold the channels of its colours.
    var isStoredPixels: Bool {
        if case .source(let slot) = content, case .planes = slot.traits.samples { return false }
        return processorTraits == nil
    }
}
