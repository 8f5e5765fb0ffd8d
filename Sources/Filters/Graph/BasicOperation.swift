package import Frames
internal import Synchronization

/// The base of all operations: ports, parameters, and a body with the class's name.
///
/// Besides what it computes, every operation has a ``mask``, a ``backgroundColor``, an ``overriddenOutputSize`` and an
/// ``overriddenOutputRotation``, which cost nothing until they are set. Connect and set parameters from any thread.
///
/// A subclass in another package has no body, and cannot run; there an operation of one's own is a ``ShaderOperation``.
open class BasicOperation: ImageOperation, PlanProducer, @unchecked Sendable {
    // Subclasses hold parameters, which have locks of their own, and constants.

    /// The port where pictures enter.
    public let input: InputPort
    /// The port where pictures leave.
    public let output: OutputPort
    /// No other operation has had it or will: what is kept from frame to frame is found by it.
    package let identity = BasicOperation.count.add(1, ordering: .relaxed).newValue
    private static let count = Atomic(0)
    /// The settings that every operation has besides its parameters.
    let surroundings = Surroundings()
    /// The function that gets its pictures, and whether they go on.
    let relaying = Relaying()

    /// Makes the operation, which takes one picture, with its defaults.
    public init() {
        (input, output) = (InputPort(maximum: 1), OutputPort(producer: nil))
        output.attach(self)
    }

    /// Makes an operation that takes another number of pictures.
    package init(inputs: Int) {
        input = InputPort(maximum: inputs)
        output = OutputPort(producer: nil)
        output.attach(self)
    }

    /// True when the body gets the pixel's place as `ivec2 at`.
    open class var usesPlace: Bool { false }
    /// True when the body needs nothing but the first input's luminance.
    open class var readsLuminance: Bool { false }
    /// True when the result's size is the operation's own choice, not the first picture's.
    package class var choosesSize: Bool { false }
    /// The parameter of ``backgroundColor``, and whether the operation itself puts it where its result is nothing.
    package var background: (parameter: Parameter<Color>, isDrawn: Bool) { (surroundings.color, false) }

    /// The colour behind a transparent result: around a masked or a moved picture, or through one that is see-through.
    ///
    /// The result lies over it (W3C Compositing, source over); the default is nothing, which leaves results transparent.
    /// Setting it from any thread shows in the next picture.
    public var backgroundColor: Color {
        get { surroundings.color.wrappedValue }
        set { surroundings.setColor(newValue, of: input) }
    }

    /// The class's name, which is also that of its body.
    public var name: String { String(describing: type(of: self)) }

    /// The parameters in the order in which they are declared, by the names of their properties.
    public var parameters: [(name: String, parameter: AnyParameter)] {
        var result: [(String, AnyParameter)] = []
        var mirror: Mirror? = Mirror(reflecting: self)
        while let current = mirror {
            let own = current.children.compactMap { child in
                (child.value as? AnyParameter).map { (String((child.label ?? "").drop { $0 == "_" }), $0) }
            }
            result = own + result
            mirror = current.superclassMirror
        }
        return result
    }

    package var planInput: InputPort? { input }

    package func describe(to plan: PlanBuilder, _ inputs: [PlanImage]) throws(FilterError) -> PlanImage {
        throw .badShader(name, reason: "it says nothing about how its picture is computed")
    }
}

/// An operation whose result at a place depends on its inputs' colours at that place alone.
///
/// The body is `vec4 name(vec4 color, Name p)`, with one `vec4` for each input; see <doc:AddingAFilter>.
open class PointOperation: BasicOperation, @unchecked Sendable {
    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.point(name, inputs, plan.allParameters(of: self), usesPlace: type(of: self).usesPlace)
    }
}

/// An operation that reads its inputs at other places, too.
///
/// The body is `vec4 name(ivec2 at, Name p)`.
open class AreaOperation: BasicOperation, @unchecked Sendable {
    /// Pixels that one invocation computes side by side: 4 where neighbours share most of what they read, else 1.
    open class var pixelsPerInvocation: Int { 1 }
    /// The distance that the body looks with `pixelN` and `luminanceN`, across and down: 1…4; nil for anywhere.
    ///
    /// Four pixels side by side then read what is around them once.
    open class var reach: Int? { nil }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        try plan.area(
            name, inputs, plan.allParameters(of: self), readsLuminance: type(of: self).readsLuminance,
            pixelsPerInvocation: type(of: self).pixelsPerInvocation, reach: type(of: self).reach)
    }
}

/// An operation without inputs: its picture has the size that it is made with, or its ``BasicOperation/overriddenOutputSize``.
///
/// The body is `vec4 name(ivec2 at, Name p)`.
open class ImageGenerator: BasicOperation, @unchecked Sendable {
    /// Pixels of the picture.
    public let width: Int
    /// Rows of the picture.
    public let height: Int

    /// Makes the generator with its defaults.
    ///
    /// - Parameters:
    ///   - width: The number of pixels of a row.
    ///   - height: The number of rows.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        super.init(inputs: 0)
    }

    package override func describe(
        to plan: PlanBuilder, _ inputs: [PlanImage]
    ) throws(FilterError) -> PlanImage {
        let size = pictureSize
        return try plan.generate(
            name, plan.allParameters(of: self), width: size.width, height: size.height)
    }

    /// The size of its picture: the one that it was made with, or a forced one.
    package var pictureSize: PixelSize {
        forcedSize ?? PixelSize(width: width, height: height)
    }
}
