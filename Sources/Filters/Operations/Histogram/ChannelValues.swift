/// A number for each channel of a picture.
public struct ChannelValues: ParameterValue, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// Red's number.
    public var red: Float
    /// Green's number.
    public var green: Float
    /// Blue's number.
    public var blue: Float
    /// The opacity's number.
    public var alpha: Float

    /// Makes numbers for each channel.
    public init(red: Float, green: Float, blue: Float, alpha: Float) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Makes the same number for all channels.
    public init(_ all: Float) { self.init(red: all, green: all, blue: all, alpha: all) }

    /// Makes the same number for all channels.
    public init(floatLiteral value: Float) { self.init(value) }

    /// Makes the same number for all channels.
    public init(integerLiteral value: Int) { self.init(Float(value)) }

    /// Makes numbers for the channels that a histogram counts.
    init(of channels: HistogramChannels, _ numbers: [Float], others: Float) {
        var components = [Float](repeating: others, count: 4)
        for (index, number) in numbers.enumerated() { components[channels.first + index] = number }
        self.init(components: components)
    }

    /// The count of the numbers that it is made of.
    public static var componentCount: Int { 4 }
    /// The struct's member's type.
    public static var shaderType: String { "vec4" }
    /// True: one number is meant for all channels.
    public static var spreadsOneNumber: Bool { true }
    /// The numbers in order.
    public var components: [Float] { [red, green, blue, alpha] }
    /// Makes it of four numbers.
    public init(components: [Float]) {
        self.init(red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
}
