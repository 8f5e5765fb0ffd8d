internal import Filters

/// The facts that `viewfinder filters` tells about a filter.
struct FilterDescription: Encodable {
    /// A parameter's value: one number, a truth, or several numbers.
    enum Value: Encodable, Equatable {
        case number(Float)
        case truth(Bool)
        case numbers([Float])

        init(_ parameter: AnyParameter) {
            let numbers = parameter.initialComponents
            if parameter is Parameter<Bool> {
                self = .truth(numbers.first == 1)
            } else if let number = numbers.first, numbers.count == 1 {
                self = .number(number)
            } else {
                self = .numbers(numbers)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(Self.decimal(number))
            case .truth(let truth): try container.encode(truth)
            case .numbers(let numbers): try container.encode(numbers.map(Self.decimal))
            }
        }

        /// Finds the number that a person would write: 0.1, not 0.10000000149.
        static func decimal(_ number: Float) -> Double { Double("\(number)") ?? Double(number) }

        /// The value as it is written on the command line.
        var text: String {
            switch self {
            case .number(let number): ParameterStep.text(number)
            case .truth(let truth): "\(truth)"
            case .numbers(let numbers) where numbers.count > 16: "\(numbers.count) numbers"
            case .numbers(let numbers): numbers.map(ParameterStep.text).joined(separator: "/")
            }
        }
    }

    /// A parameter of the filter, or the file that it reads.
    struct Setting: Encodable {
        var name: String
        /// The value; nil for a file.
        @OrNull var value: Value?
        @OrNull var minimum: Double?
        @OrNull var maximum: Double?
        var unit: String

        private enum CodingKeys: String, CodingKey {
            case name, minimum, maximum, unit
            case value = "default"
        }
    }

    var name: String
    @OrNull var gpuImageName: String?
    var group: String
    var inputs: Int
    var parameters: [Setting]
    /// The endings of the files that it reads; empty where it reads none.
    var fileEndings: [String]

    private enum CodingKeys: CodingKey { case name, gpuImageName, group, inputs, parameters }

    init(_ entry: CatalogEntry) {
        let operation = entry.make()
        name = entry.name
        gpuImageName = entry.gpuImageName
        group = entry.group.rawValue
        inputs = operation.input.maximum
        // A file comes first, since the other settings change the values that were read from it.
        let reader = operation as? any FileOperation
        fileEndings = reader.map { type(of: $0).fileEndings } ?? []
        let files = (reader.map { type(of: $0).fileSettings } ?? []).map { name in
            Setting(name: name, value: nil, minimum: nil, maximum: nil, unit: "path")
        }
        parameters =
            files
            + operation.parameters.map { name, parameter in
                Setting(
                    name: name, value: Value(parameter),
                    minimum: parameter.range.map { Value.decimal($0.lowerBound) },
                    maximum: parameter.range.map { Value.decimal($0.upperBound) },
                    unit: parameter.unit.rawValue)
            }
    }
}
