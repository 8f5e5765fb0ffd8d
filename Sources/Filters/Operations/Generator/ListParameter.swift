/// A list of values; it has no place in a body's struct but is read from a table.
extension Array: ParameterValue where Element: ParameterValue {
    /// The count in a body's struct: none, however many it has.
    public static var componentCount: Int { 0 }
    /// True: it can have any count of numbers.
    public static var isList: Bool { true }
    /// The type in a body: none.
    public static var shaderType: String { "" }
    /// The elements' numbers, one element after the other.
    public var components: [Float] { flatMap(\.components) }
    /// Makes a list of elements' numbers; a rest too short for an element is left out.
    public init(components: [Float]) {
        let step = Element.componentCount
        self = stride(from: 0, through: components.count - step, by: Swift.max(1, step)).map {
            Element(components: [Float](components[$0..<$0 + step]))
        }
    }
}
