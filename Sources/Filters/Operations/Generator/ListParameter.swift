/// A list of values; it has no place in a body's struct but is read from a table.
extension Array: ParameterValue where Element: ParameterValue {
    /// As many as it has; none in the struct.
    public static var componentCount: Int { 0 }
    /// It can have any count of numbers.
    public static var isList: Bool { true }
    /// None.
    public static var shaderType: String { "" }
    /// The elements' numbers, one element after the other.
    public var components: [Float] { flatMap(\.components) }
    /// Makes a list of elements' numbers; what is too short for an element is left out.
    public init(components: [Float]) {
        let step = Element.componentCount
        self = stride(from: 0, through: components.count - step, by: Swift.max(1, step)).map {
            Element(components: [Float](components[$0..<$0 + step]))
        }
    }
}
