public import Frames
public import VulkanCore

/// A way to convert and place pictures; each draws the same bits.
public enum DrawPath: String, CaseIterable, Sendable, Codable {
    /// Sampled textures and a fragment shader.
    case fragment
    /// A compute kernel on buffers, and a copy.
    case compute
    /// The processor's vector instructions, and a copy.
    case host

    /// Chooses the path of a device: a pure function.
    ///
    /// A driver that draws on the processor takes four times as long for a picture as the processor itself needs. Its
    /// own kernels, however, are always optimized, and what was built for debugging is not.
    ///
    /// - Parameters:
    ///   - wish: The path that was asked for; nil for the fastest.
    ///   - isCPU: True when the device is the processor.
    ///   - importRoute: The way for frames to the device that was asked for; nil for any.
    ///   - isOptimized: True when this program's code is optimized.
    ///   - barred: The paths that draw other bits on the device, by name, with the reason; not taken unless asked for.
    /// - Returns: The path, and the reason for it, for reports.
    static func choose(
        _ wish: DrawPath?, isCPU: Bool, importRoute: ImportRoute? = nil, isOptimized: Bool = isBuildOptimized,
        barred: [String: String] = [:]
    ) -> (path: DrawPath, reason: String) {
        if let wish { return (wish, "asked for") }
        let best = choose(isCPU: isCPU, importRoute, isOptimized: isOptimized)
        guard let words = barred[best.path.rawValue],
            let other = allCases.first(where: { barred[$0.rawValue] == nil })
        else { return best }
        return (other, "\(best.path.rawValue) draws other bits on this device: \(words)")
    }

    private static func choose(
        isCPU: Bool, _ importRoute: ImportRoute?, isOptimized: Bool
    ) -> (path: DrawPath, reason: String) {
        guard isCPU else { return (.fragment, "the device is a graphics card") }
        if let importRoute, importRoute != .copy {
            return (
                .compute,
                "the device is the processor, and its driver is to read frames by \(importRoute.rawValue)"
            )
        }
        return isOptimized
            ? (.host, "the device is the processor, whose vector instructions do better than its driver")
            : (.compute, "the device is the processor, and this build is not optimized")
    }

    #if DEBUG
        private static let isBuildOptimized = false
    #else
        private static let isBuildOptimized = true
    #endif
}

extension DrawPath {
    /// Chooses the path of a device with what is known about it.
    static func choose(
        on device: VulkanDevice, _ wish: DrawPath?, importRoute: ImportRoute?
    ) -> (path: DrawPath, reason: String) {
        choose(
            wish, isCPU: device.isCPU, importRoute: importRoute, barred: device.importTrust.barredPaths)
    }

    /// Gives the memory that sources are offered before they allocate buffers.
    ///
    /// - Parameters:
    ///   - device: The device that draws.
    ///   - route: The only way for frames to the device; nil for the best that works.
    ///   - wish: The path that was asked for; nil for the fastest.
    /// - Returns: The device's memory; nil where the processor draws from the frames as they are.
    public static func frameMemory(
        on device: VulkanDevice, route: ImportRoute?, path wish: DrawPath?
    ) -> (any FrameMemoryProvider)? {
        let path = choose(on: device, wish, importRoute: route).path
        return path == .host ? nil : VulkanFrameMemory(device: device, route: route)
    }
}
