/// The table of filters for people.
enum FilterTable {
    /// Writes the table.
    ///
    /// - Parameter filters: The filters in the order of their groups.
    /// - Returns: Lines without the last line's end.
    static func text(for filters: [FilterDescription]) -> String {
        let blocks = filters.runs(by: \.group).map { group, filters in
            ([group] + filters.map(entry)).joined(separator: "\n")
        }
        return blocks.joined(separator: "\n\n")
    }

    private static func entry(_ filter: FilterDescription) -> String {
        let pictures =
            filter.inputs == 1 ? nil : filter.inputs == 0 ? "no picture" : "\(filter.inputs) pictures"
        let notes = [filter.gpuImageName, pictures].compactMap { $0 }
        let head = "  " + filter.name + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))")
        let width = filter.parameters.map(\.name.count).max() ?? 0
        let lines = filter.parameters.map { parameter in
            "      " + parameter.name + String(repeating: " ", count: width - parameter.name.count + 2)
                + value(parameter, filter)
        }
        return ([head] + lines).joined(separator: "\n")
    }

    private static func value(
        _ parameter: FilterDescription.Setting, _ filter: FilterDescription
    ) -> String {
        guard let value = parameter.value else {
            return "a path (" + filter.fileEndings.map { ".\($0)" }.joined(separator: ", ") + ")"
        }
        var text = value.text
        if case .truth = value { return text }
        if let minimum = parameter.minimum, let maximum = parameter.maximum {
            text += ", \(ParameterStep.text(Float(minimum)))…\(ParameterStep.text(Float(maximum)))"
        }
        return text + (parameter.unit.isEmpty ? "" : " \(parameter.unit)")
    }
}
