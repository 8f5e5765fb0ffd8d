internal import Foundation
package import Testing

/// The device that the tests' own Vulkan layer plays (`scripts/with-layer`).
package enum DeviceProfile: String, Sendable {
    /// lavapipe as it is, but for dma-bufs.
    case plain
    /// Raspberry Pi 4 and 5.
    case pi
    /// Intel graphics that do not see the processor's caches.
    case stale
    /// A card that refuses memory of others.
    case nvidia
    /// A card whose own memory is full.
    case small
    /// AMD's graphics beside the processor, which read images at pitches of whole 256 bytes.
    case pitch256
    /// The same, if it took other pitches, too, and read its own.
    case pitch256Rounds = "pitch256-rounds"
    /// The same, if it hid that.
    case pitch256Hides = "pitch256-hides"
    /// Cached memory that must be flushed.
    case noncoherent
    /// Two devices, the first of which cannot show pictures.
    case hybrid
    /// The same two in the other order.
    case hybridIntegrated = "hybrid-integrated"
    /// Two equal processors.
    case twins

    /// The device of this process; nil without the layer.
    package static var current: DeviceProfile? {
        guard let name = ProcessInfo.processInfo.environment["VIEWFINDER_LAYER_PROFILE"] else { return nil }
        return name.split(separator: "+").first.flatMap { DeviceProfile(rawValue: String($0)) }
    }
}

/// The bits of pictures that were drawn without the layer, for comparison with those of the devices that it plays.
///
/// `VIEWFINDER_BITS` names the folder; with `VIEWFINDER_BITS_RECORD=1` they are written there. Without a folder nothing is compared.
package enum RecordedBits {
    /// Compares a picture with the one of the same name, or writes it down.
    package static func check(
        _ name: String, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["VIEWFINDER_BITS"] else { return }
        let place = URL(fileURLWithPath: folder).appendingPathComponent(name)
        do {
            if environment["VIEWFINDER_BITS_RECORD"] == "1" { return try Data(bytes).write(to: place) }
            let isSame = try Data(contentsOf: place) == Data(bytes)
            #expect(isSame, "\(name) has other bits than without the layer", sourceLocation: sourceLocation)
        } catch {
            Issue.record(error, "\(name) was not recorded", sourceLocation: sourceLocation)
        }
    }
}
