internal import CVulkan
public import Frames
internal import LinuxIO
public import VulkanCore

/// The times of a window's images by one presentation mode, in milliseconds.
public struct ModeTime: Codable, Sendable, Hashable {
    /// The mode's name.
    public let mode: String
    /// The number of images that the driver has made.
    public var imageCount: Int?
    /// The time until an image was there to be drawn into, at the compositor's pace.
    public var acquire: WayTime.Spread?
    /// The time that the driver kept the thread to take a picture, at the compositor's pace.
    public var present: WayTime.Spread?
    /// The number of frame callbacks that came within a second.
    public var callbacks = 0
    /// The number of frame callbacks that did not; the second one ends the mode's trial.
    public var missedCallbacks = 0
    /// The times of three pictures that did not wait for the compositor's word, from the wish for an image until the picture was taken, or until
    /// there was no image.
    public var unpaced: [Double] = []
    /// The reason why there are no times.
    public var refusal: String?
}

/// A trial of a window's presentation modes.
///
/// Confined to the device's thread; a mode that blocks keeps that.
public final class WindowTrial {
    private static let pacedCount = 30
    private static let unpacedCount = 3
    private static let mostMissed = 2

    private let device: VulkanDevice
    private let surface: VulkanSurface
    private let size: PixelSize
    private let view: OffscreenView
    private let semaphores: [Semaphore]
    /// True once the compositor has got a picture.
    public private(set) var hasShown = false

    /// Prepares a trial.
    ///
    /// - Parameters:
    ///   - device: The device, made for the surface.
    ///   - surface: The window's surface, which nobody else uses.
    ///   - size: The window's size in pixels.
    /// - Throws: The driver's error.
    public init(_ device: VulkanDevice, _ surface: VulkanSurface, size: PixelSize) throws(VulkanError) {
        (self.device, self.surface, self.size) = (device, surface, size)
        view = try OffscreenView(device: device, path: .fragment)
        var semaphores: [Semaphore] = []
        for _ in 0..<view.ring.slotCount {
            semaphores.append(try Semaphore(device: device, name: "window image free"))
        }
        self.semaphores = semaphores
    }

    deinit { device.waitUntilIdle() }

    /// Tells the mode that a view in this window uses, and why.
    ///
    /// - Parameter policy: The compositor's offer, and the verdict on it.
    /// - Returns: The mode, and the reason for it.
    /// - Throws: The driver's error.
    public func choose(
        by policy: PresentationPolicy
    ) throws(VulkanError) -> (mode: PresentationMode, reason: String) {
        policy.choose(from: try SurfaceFacts(first: device, surface).modes, by: device.physical.driver)
    }

    /// Shows pictures of one colour by each mode that the driver offers.
    ///
    /// - Parameters:
    ///   - prepare: Called right before a picture goes to the compositor.
    ///   - wait: Waits a second until the compositor wants another one, and tells whether it does.
    /// - Returns: The times.
    /// - Throws: The driver's error.
    public func run(prepare: () -> Void, wait: () -> Bool) throws(VulkanError) -> [ModeTime] {
        let facts = try SurfaceFacts(first: device, surface)
        var times: [ModeTime] = []
        var last: Swapchain?
        for mode in PresentationMode.allCases {
            var time = ModeTime(mode: mode.rawValue)
            defer { times.append(time) }
            guard facts.modes.contains(mode) else {
                time.refusal = "the driver does not offer it"
                continue
            }
            let chain = try Swapchain(
                device: device, surface: surface, facts: facts, mode: mode, size: size, replacing: last)
            device.waitUntilIdle()
            last = chain
            time.imageCount = chain.imageCount
            var (acquire, present): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.pacedCount where time.missedCallbacks < Self.mostMissed {
                guard let shown = try show(chain, prepare) else {
                    _ = wait()
                    continue
                }
                acquire.append(shown.acquire)
                present.append(shown.present)
                if wait() { time.callbacks += 1 } else { time.missedCallbacks += 1 }
            }
            (time.acquire, time.present) = (WayTime.Spread(acquire), WayTime.Spread(present))
            for _ in 0..<Self.unpacedCount {
                let start = MonotonicClock.now()
                _ = try show(chain, prepare)
                time.unpaced.append(Double(MonotonicClock.now() - start) / 1e6)
            }
        }
        device.waitUntilIdle()
        return times
    }

    /// Shows one picture; nil where there was no image for it.
    private func show(
        _ chain: Swapchain, _ prepare: () -> Void
    ) throws(VulkanError) -> (acquire: Double, present: Double)? {
        let ring = view.ring
        try ring.waitForSlot()
        let acquired = semaphores[ring.nextSlot]
        let start = MonotonicClock.now()
        guard let index = try chain.acquire(signalling: acquired) else { return nil }
        let drawing = MonotonicClock.now()
        let commands = try ring.begin()
        let target = chain.target(index)
        let use = try view.draw(nil as CurrentPicture?, into: target, commands)
        unsafe commands.transition(target.image, from: use, to: .presented)
        try ring.submit(commands, waitingFor: acquired, signalling: chain.rendered(index))
        prepare()
        let presenting = MonotonicClock.now()
        _ = try chain.present(index)
        hasShown = true
        return (Double(drawing - start) / 1e6, Double(MonotonicClock.now() - presenting) / 1e6)
    }
}
