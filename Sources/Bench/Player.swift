internal import Frames

/// A program that shows frames from its standard input in a window.
struct Player: Sendable {
    /// The name for tables, short and unique.
    let name: String
    let isOurs: Bool
    /// The settings beside the compositor's.
    let environment: [String: String]
    private let command: @Sendable (PixelFormat, Clip) -> [String]?

    init(
        _ name: String, isOurs: Bool = false, environment: [String: String] = [:],
        command: @escaping @Sendable (PixelFormat, Clip) -> [String]?
    ) {
        self.name = name
        self.isOurs = isOurs
        self.environment = environment
        self.command = command
    }

    /// The command line for frames of a size and rate; nil where it cannot read them.
    func command(_ input: PixelFormat, _ clip: Clip) -> [String]? { command(input, clip) }
}

/// The size and rate of the frames.
struct Clip: Sendable {
    var width = 1920
    var height = 1080
    /// The number of frames per second.
    var rate = 60.0

    /// The rate as a fraction of whole numbers.
    var fraction: (numerator: Int, denominator: Int) {
        rate == rate.rounded() ? (Int(rate), 1) : (Int((rate * 100).rounded()), 100)
    }
}
