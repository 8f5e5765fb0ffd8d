public import Frames

/// A picture on its way from one station of a render loop to the next: its shape and colours, and the place of its
/// samples.
///
/// Made by ``NewestPicture`` of a frame, or by filters of another picture; good for the recording that it was made for.
/// Confined to the device's thread.
public struct CurrentPicture {
    /// The place of a picture's samples.
    package enum Samples {
        /// Buffers of the device.
        case buffers(PlaneBuffers)
        /// Images of the device.
        case images(PlaneSet)
        /// The frame's own memory alone, for the processor.
        case memory
        /// A copy that a painter has made; nobody else can read them.
        case copied
    }

    /// The picture's shape and colours.
    package let picture: Picture
    /// The place of its samples.
    package let samples: Samples
    /// A number that is another one as soon as the samples are others.
    package let version: UInt64
    /// The frame on whose memory the samples lie; nil when that is the device's own.
    private let frame: Frame?
    /// The kernel's work that makes the samples; nil where they are there.
    private let mosaic: MosaicPicture?

    /// The size in pixels as it lies in memory, before any turn.
    public var size: PixelSize { picture.size }

    /// A pixel's width divided by its height.
    public var sampleAspect: Rational { picture.sampleAspect }

    /// Describes a picture.
    package init(_ picture: Picture, _ samples: Samples, version: UInt64) {
        self.init(picture, samples, version: version, frame: nil, mosaic: nil)
    }

    /// Describes a picture that lies on a frame's memory, or that a kernel makes.
    init(_ picture: Picture, _ samples: Samples, version: UInt64, frame: Frame?, mosaic: MosaicPicture?) {
        (self.picture, self.samples, self.version) = (picture, samples, version)
        (self.frame, self.mosaic) = (frame, mosaic)
    }

    /// Makes the samples ready to be read by a recording, and keeps them until the GPU is done with it.
    ///
    /// Images are then ready to be sampled in the fragment stage, buffers to be read by copies and in the compute stage.
    package func acquire(into commands: Commands) {
        switch samples {
        case .images(let planes):
            if planes.isShared, !commands.follow(planes.acquired) { commands.acquire(planes) }
            planes.acquired = commands.recording
            commands.keep(planes)
        case .buffers(let buffers):
            if !commands.follow(buffers.acquired) {
                for buffer in buffers.shared { commands.acquire(buffer) }
                mosaic?.record(into: commands)
            }
            buffers.acquired = commands.recording
            commands.keep(buffers)
            buffers.reader = commands.number
        case .memory, .copied: break
        }
        if let frame { commands.keep(frame) }
    }

    /// The planes as the processor sees them; nil where it does not.
    package var memory: PlaneMemory? {
        if case .buffers(let buffers) = samples, let memory = PlaneMemory(buffers) { return memory }
        return mosaic == nil ? frame.flatMap { PlaneMemory($0) } : nil
    }
}
