/// Parameters by their names: set and read from any thread.
extension BasicOperation {
    /// The parameter of a name.
    ///
    /// - Parameter name: One of ``BasicOperation/parameters``.
    /// - Returns: The parameter.
    /// - Throws: ``FilterError/unknownParameter(_:operation:known:)`` with those that there are.
    public func parameter(named name: String) throws(FilterError) -> AnyParameter {
        let known = parameters
        guard let found = known.first(where: { $0.name == name }) else {
            throw .unknownParameter(name, operation: self.name, known: known.map(\.name))
        }
        return found.parameter
    }

    /// Sets a parameter by its name; any thread, in the next picture.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - numbers: As many as it has, each within its range; a truth is 0 or 1.
    /// - Throws: ``FilterError`` that says what would be right; the value stays.
    public func setParameter(_ name: String, to numbers: [Float]) throws(FilterError) {
        let parameter = try parameter(named: name)
        let isEnough = parameter.componentCount == 0 || numbers.count == parameter.componentCount
        let isWithin = numbers.allSatisfy { $0.isFinite && parameter.range?.contains($0) != false }
        guard isEnough, isWithin else {
            throw .badValue(
                numbers.map { "\($0)" }.joined(separator: ", "), parameter: name, wanted: parameter.wanted)
        }
        parameter.set(components: numbers)
    }

    /// Sets a parameter by its name; any thread, in the next picture.
    ///
    /// - Parameters:
    ///   - name: The parameter.
    ///   - numbers: As many as it has, each within its range; a truth is 0 or 1.
    /// - Throws: ``FilterError`` that says what would be right; the value stays.
    public func setParameter(_ name: String, to numbers: Float...) throws(FilterError) {
        try setParameter(name, to: numbers)
    }

    /// The numbers that a parameter has now; any thread.
    ///
    /// - Parameter name: The parameter.
    /// - Returns: The numbers; matrices row by row.
    /// - Throws: ``FilterError/unknownParameter(_:operation:known:)`` with those that there are.
    public func numbers(of name: String) throws(FilterError) -> [Float] {
        try parameter(named: name).components
    }
}

extension AnyParameter {
    /// The values that are possible, for a user.
    fileprivate var wanted: String {
        let count =
            componentCount == 0 ? "numbers" : componentCount == 1 ? "a number" : "\(componentCount) numbers"
        return range.map { "\(count) from \($0.lowerBound) to \($0.upperBound)" } ?? count
    }
}
