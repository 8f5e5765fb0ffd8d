public import Frames
public import VulkanCore

/// An image of the window's that a drawing has taken, and the place of its semaphore.
struct ImageClaim {
    let swapchain: Swapchain
    let image: Int
    let slot: Int
}

/// A picture of the window's that is being drawn: an acquired image and a recording.
///
/// ``View/begin(size:)`` makes it, ``View/place(_:in:)`` fills it, ``View/present(_:willPresent:)`` ends it. One that goes
/// unpresented gives back what it holds, and the view is as good as before. Confined to the device's thread; one at a time.
public struct Drawing: ~Copyable {
    /// The recording, for stations that make the picture.
    public let commands: Commands
    /// The size of the window's image in pixels.
    public var size: PixelSize { claim.swapchain.size }
    let claim: ImageClaim
    /// True once the recording has been given to the device, which frees the image from then on.
    var isSubmitted = false
    private let view: View

    init(view: View, commands: Commands, claim: ImageClaim) {
        self.view = view
        self.commands = commands
        self.claim = claim
    }

    deinit { if !isSubmitted { view.drop(claim) } }
}
