public import LinuxIO
public import VulkanCore

/// The reasons why a graph cannot work.
public enum FilterError: Error, Equatable, Sendable, CustomStringConvertible, MessageConvertible {
    /// No operation has this name; the nearest names.
    case unknownOperation(String, similar: [String])
    /// The operation has no such parameter; the ones it has.
    case unknownParameter(String, operation: String, known: [String])
    /// The text is no value for the parameter; what would be one.
    case badValue(String, parameter: String, wanted: String)
    /// A file that an operation needs is missing or broken; its path and what is wrong.
    case badFile(String, reason: String)
    /// The operation is nothing without a file; the endings of those that it reads.
    case missingFile(operation: String, endings: [String])
    /// The kernel's text was refused; the operation and the compiler's words.
    case badShader(String, reason: String)
    /// A program's own text of an operation was refused: the file or the function, and the place in that text, both from 1.
    case badShaderText(String, line: Int, column: Int, reason: String)
    /// A picture is empty or too large for the device.
    case unsupportedSize(Message)
    /// An input has no source.
    case missingInput(operation: String, input: Int)
    /// A source was to feed an operation or a consumer whose inputs all have one; the number of its inputs.
    case inputsTaken(operation: String, count: Int)
    /// An operation or a consumer has no input of that number; the number of those that it has.
    case noSuchInput(operation: String, input: Int, count: Int)
    /// An operation would need its own picture, by its inputs or its mask.
    case feedsItself(operation: String)
    /// An operation that is to be put in feeds others already.
    case feedsOthers(operation: String)
    /// An operation stands before another view already.
    case standsElsewhere(operation: String)
    /// A picture was asked for that needs an operation's which passes nothing on.
    case relayPrevented(operation: String)
    /// A source has not been given a picture yet; its class.
    case missingPicture(String)
    /// A picture, or the source of one, is on another device than the graph that shall read it; the devices' names.
    case otherDevice(String, graph: String)
    /// So many of an output's pictures are held that it may give no more.
    case picturesHeld(Int)
    /// The device lacks something, or failed.
    case vulkan(VulkanError)

    /// One sentence in English, with `�` for what would steer a terminal.
    public var description: String {
        let words = message.description
        // A compiler has several lines to say.
        return if case .badShader = self {
            words.showingControls(keepsLines: true)
        } else {
            words.showingControls()
        }
    }

    /// One sentence, for the screen.
    public var message: Message {
        switch self {
        case .unknownOperation(let name, let similar):
            similar.isEmpty
                ? "there is no filter “\(name)”; use one of the catalog's"
                : "there is no filter “\(name)”; did you mean \(similar.joined(separator: ", "))?"
        case .unknownParameter(let name, let operation, let known):
            known.isEmpty
                ? "\(operation) has no parameter “\(name)”; it has none"
                : "\(operation) has no parameter “\(name)”; it has \(known.joined(separator: ", "))"
        case .badValue(let text, let parameter, let wanted):
            "“\(text)” is no value for \(parameter); give \(wanted)"
        case .badFile(let path, let reason): "\(path): \(reason)"
        case .missingFile(let operation, let endings):
            "\(operation) needs a file (\(endings.joined(separator: ", "))); give \(operation):file=PATH"
        case .badShader(let operation, let reason): "the shader of \(operation) is wrong: \(reason)"
        case .badShaderText(let name, let line, let column, let reason):
            "the shader of \(name) is wrong in line \(line), column \(column): \(reason)"
        case .unsupportedSize(let words): words
        case .missingInput(let operation, let input): "input \(input) of \(operation) has no source"
        case .inputsTaken(let operation, let count):
            count == 0
                ? "\(operation) takes no pictures; it can only feed others"
                : "all \(count) inputs of \(operation) have a source; let go of one, or say which is replaced"
        case .noSuchInput(let operation, let input, let count):
            "\(operation) has no input \(input); it has \(count), counted from 0"
        case .feedsItself(let operation):
            "\(operation) would need its own picture; use an operation with feedback (LowPassFilter, ImageBuffer)"
        case .feedsOthers(let operation):
            "\(operation) feeds others already; put it in before it is connected"
        case .standsElsewhere(let operation):
            "\(operation) stands before another view already; take it out there, or make another one"
        case .relayPrevented(let operation):
            "\(operation) passes no pictures on; set its preventRelay to false"
        case .missingPicture(let source): "\(source) has no picture yet"
        case .otherDevice(let picture, let graph):
            "the picture lies on a device (\(picture)) that is not the graph's (\(graph)); give both the same VulkanDevice"
        case .picturesHeld(let limit):
            "\(limit) pictures of this output are held already; let go of one, or make the output with a higher limit"
        case .vulkan(let error): error.message
        }
    }
}

extension FilterError: VulkanErrorWrapper {
    /// True for connections that could not be made: the graph is as it was.
    var isMisuse: Bool {
        switch self {
        case .inputsTaken, .noSuchInput, .feedsItself, .feedsOthers, .standsElsewhere: true
        default: false
        }
    }

    /// True for an operation that passes nothing on.
    var isPrevention: Bool { if case .relayPrevented = self { true } else { false } }
}
