internal import CVulkan
internal import Frames
package import VulkanCore

/// A picture that comes from outside the graph, another one for each frame.
@safe package final class SourceSlot {
    /// The layout of its samples: a kernel is made for one, of any size.
    struct Traits: Hashable {
        /// Pixels as between kernels, of bytes or of floats of 16 bits, or planes as a camera sends them.
        enum Samples: Hashable {
            case pixels
            case halves
            case planes(PlaneTraits)
        }

        var samples = Samples.pixels
        /// The turn that brings it upright.
        var rotation = Rotation.none
        /// True when left and right are exchanged after that.
        var isMirrored = false
        /// The size in memory, before the turn.
        var size = PixelSize(width: 0, height: 0)

        /// The size upright.
        var uprightSize: PixelSize {
            rotation.swapsSides ? PixelSize(width: size.height, height: size.width) : size
        }
        var isTurned: Bool { rotation != .none || isMirrored }
        /// The layout of pixels that are made of it without a loss.
        var layout: PixelLayout {
            switch samples {
            case .pixels: .rgba8
            case .halves: .half
            case .planes(let planes): planes.keepsBits ? .rgba16 : .rgba8
            }
        }
    }

    /// A camera's planes.
    struct PlaneTraits: Hashable {
        var format: PixelFormat
        var weights: ColorWeights
        /// True when rows start with whole words.
        var isAligned: Bool
        /// True when colours keep more than 8 bits.
        var keepsBits = false

        var channels: [SampleLayout.Channel] { format.samples?.channels ?? [] }
        var columnShift: Int { format.samples?.chromaShifts.columns ?? 0 }
        var rowShift: Int { format.samples?.chromaShifts.rows ?? 0 }
        var planeCount: Int { format.planes.count }
    }

    /// A buffer, and where in it a plane lies.
    @safe struct Plane {
        let buffer: VkBuffer
        let offset: Int
        let stride: Int
        /// The address at which the processor sees pixels that stay; nil for others.
        var address: UnsafeRawPointer?
    }

    private(set) var traits = Traits()
    /// The number of times that the traits have changed.
    private(set) var revision = 0
    var planes: [Plane] = []
    /// Brings the picture to where it is read.
    weak var producer: (any RecordedSource)?
    /// The time at which the picture was taken; nil for stills.
    var timestamp: Timestamp?
    /// Keeps the buffers alive.
    var owner: AnyObject?
    /// The memory in which the processor sees a camera's planes, if the kernels run there, too.
    var memory: PlaneMemory? {
        didSet { if (memory == nil) != (oldValue == nil) { revision += 1 } }
    }
    /// True when the processor sees the picture's samples.
    var isSeenByProcessor: Bool {
        if case .planes = traits.samples { return memory != nil }
        return unsafe planes.first?.address != nil
    }
    /// True when there is a picture.
    var isFilled: Bool { !planes.isEmpty }

    init() {}

    /// Has no picture any more.
    func empty() {
        planes.removeAll(keepingCapacity: true)
        owner = nil
        memory = nil
    }

    /// Says where the newest picture lies.
    func fill(_ traits: Traits, _ planes: [Plane], owner: AnyObject) {
        self.owner = owner
        let wasSeen = isSeenByProcessor
        self.planes = planes
        if traits != self.traits || isSeenByProcessor != wasSeen {
            self.traits = traits
            revision += 1
        }
    }

    /// Takes a camera's planes; their colours keep more than 8 bits where they have them, and that is wanted.
    func fill(_ picture: Picture, _ buffers: PlaneBuffers, keepingBits keepsBits: Bool = false) {
        let traits = PlaneTraits(
            format: picture.format,
            weights: ColorWeights(ColorTransform(picture.color, picture.format)),
            isAligned: buffers.planes.allSatisfy { $0.offset % 4 == 0 && $0.stride % 4 == 0 },
            keepsBits: keepsBits && picture.isDeep)
        if self.traits.samples != .planes(traits) || self.traits.size != picture.size
            || self.traits.rotation != picture.rotation || self.traits.isMirrored != picture.isMirrored
        {
            self.traits = Traits(
                samples: .planes(traits), rotation: picture.rotation, isMirrored: picture.isMirrored,
                size: picture.size)
            revision += 1
        }
        owner = buffers
        planes.removeAll(keepingCapacity: true)
        for plane in buffers.planes {
            planes.append(unsafe Plane(buffer: plane.buffer, offset: plane.offset, stride: plane.stride))
        }
    }
}

/// A source whose picture must be brought to where the graph reads it.
package protocol RecordedSource: AnyObject {
    /// Gives the device what has come since the last time, before a plan is judged or made.
    ///
    /// - Parameter device: The graph's.
    /// - Throws: That it belongs to another device, or that this one has no memory.
    func refresh(on device: VulkanDevice) throws(FilterError)

    /// Records the commands that it needs before the graph's.
    func record(into commands: Commands)
}
