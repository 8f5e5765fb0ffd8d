internal import ProcessorVectors

/// A point operation that is compiled for the processor's vectors.
@safe package struct VectorBody: Sendable {
    /// The properties that must be the same in a kernel.
    package struct Key: Hashable, Sendable {
        /// The entry function's name.
        package let function: String
        /// The parameters: `float brightness;bool isHeld;`.
        package let parameters: String
        /// The names of its `#define`s.
        package let constants: Set<String>

        /// Makes a key.
        package init(function: String, parameters: String, constants: Set<String>) {
            (self.function, self.parameters, self.constants) = (function, parameters, constants)
        }
    }

    /// The entry function's name.
    package let name: String
    /// True when it looks around in its inputs.
    package let looksAround: Bool
    /// The names of its `#define`s, in the order of their values.
    package let constants: [String]
    /// The number of pictures that it reads.
    package let inputCount: Int
    /// The number of lists of numbers that it looks things up in.
    package let valuesCount: Int
    let function: ProcessorBody
    let curve: ProcessorCurve

    /// All of them.
    package static let all: [Key: VectorBody] = {
        var count: Int32 = 0
        let table = unsafe processor_bodies(&count)
        var bodies: [Key: VectorBody] = [:]
        for index in 0..<Int(count) {
            let entry = unsafe table[index]
            let constants = unsafe String(cString: entry.constants).split(separator: ";").map(String.init)
            let key = unsafe Key(
                function: String(cString: entry.function), parameters: String(cString: entry.parameters),
                constants: Set(constants))
            bodies[key] = unsafe VectorBody(
                name: key.function, looksAround: entry.looksAround, constants: constants,
                inputCount: Int(entry.inputCount), valuesCount: Int(entry.numbersCount),
                function: entry.body, curve: entry.curve)
        }
        return bodies
    }()

    /// The entry functions of all bodies.
    package static var names: [String] { all.values.map(\.name).sorted() }
}
