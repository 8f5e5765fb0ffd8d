package import Frames

/// What frames go through between the camera and their place in the window: filters.
///
/// Confined to the device's thread. Its result is a picture in buffers, upright and not mirrored.
package protocol PictureStage: AnyObject {
    /// Whether it does anything with frames now.
    var wantsFrames: Bool { get }

    /// Whether the processor reads the result, where it is the device: then it is there when it has been recorded.
    var isReadByHost: Bool { get set }

    /// Makes a frame the picture; its buffer is kept as long as it is read.
    ///
    /// - Throws: ``FrameError`` for a bad frame; the last picture stays.
    func load(_ frame: Frame) throws(FrameError)

    /// Lets go of the frame.
    func forget()

    /// Makes everything that computing the result needs.
    ///
    /// - Returns: What the result will be; nil while there is none, and frames are to be shown as they are.
    func prepare() -> Picture?

    /// Whether the result has been computed of the newest frame, with everything as it is set now.
    var isCurrent: Bool { get }

    /// Records what computes the result, if it is not current; ``prepare()`` comes before it.
    ///
    /// - Parameter commands: The recording; it keeps what the result lies in.
    /// - Returns: The result, ready to be read in the compute stage, or by the processor; nil when there is none.
    /// - Throws: What the driver says; the recording is then useless.
    func record(into commands: Commands) throws(VulkanError) -> PlaneBuffers?

    /// A recording will never be done: what it has computed is worth nothing.
    func recordingWasLost()

    /// The way of the last frame to the device, and why; nil before the first frame.
    var route: (name: String, reason: String)? { get }
}
