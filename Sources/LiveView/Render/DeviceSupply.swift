internal import Decoders
internal import Logging
internal import VulkanCore

/// The devices for a window, in the order in which they are tried, and the instance that they belong to.
///
/// Where none of the likely drivers' devices will do, all drivers are loaded, once. Confined to the render thread.
final class DeviceSupply {
    /// The instance of the devices.
    private(set) var instance: VulkanInstance
    private var devices: [PhysicalDevice] = []
    private var order = DeviceOrder()
    private var hasWidened = false
    private var hasListed = false
    private let options: LiveViewOptions
    private let logger: Logger

    /// Loads the drivers.
    ///
    /// - Throws: Kind `noDriver` where there is none.
    init(_ options: LiveViewOptions, logger: Logger) throws(VulkanError) {
        (self.options, self.logger) = (options, logger)
        do throws(VulkanError) {
            instance = try Self.load(options, logger)
        } catch {
            guard error.kind == .noDriver, options.drivers?.widen(error, logger) == true else { throw error }
            hasWidened = true
            instance = try Self.load(options, logger)
        }
    }

    private static func load(
        _ options: LiveViewOptions, _ logger: Logger
    ) throws(VulkanError) -> VulkanInstance {
        let depths = options.depths
        return try VulkanInstance(
            windowSystem: true, decoder: { PictureDecoder(depths: depths) }, logger: logger)
    }

    /// The device whose turn it is; nil where none is left.
    var current: PhysicalDevice? { devices.first }

    /// Lists the devices for a window.
    ///
    /// - Parameter order: The order.
    /// - Throws: The reason why there is none.
    func begin(_ order: DeviceOrder) throws(VulkanError) {
        self.order = order
        defer { hasListed = true }
        do throws(VulkanError) {
            // Cards whose devices have been listed are awake.
            if !hasListed, !hasWidened, options.device == nil, options.drivers?.narrow(for: order) == true {
                instance = try Self.load(options, logger)
            }
            devices = try candidates()
        } catch {
            guard error.kind == .noDriver || error.kind == .noDevice, try widen(error) else { throw error }
            devices = try candidates()
        }
    }

    /// Goes on to the next device.
    ///
    /// - Parameters:
    ///   - failed: The devices that have failed, by ``PhysicalDevice/identity``.
    ///   - error: The reason of the last one.
    /// - Throws: The error of loading all drivers.
    func goOn(without failed: Set<String>, after error: VulkanError) throws(VulkanError) {
        devices.removeFirst()
        guard devices.isEmpty, try widen(error) else { return }
        devices = ((try? candidates()) ?? []).filter { !failed.contains($0.identity) }
    }

    private func widen(_ error: VulkanError) throws(VulkanError) -> Bool {
        guard !hasWidened, options.drivers?.widen(error, logger) == true else { return false }
        hasWidened = true
        instance = try Self.load(options, logger)
        return true
    }

    private func candidates() throws(VulkanError) -> [PhysicalDevice] {
        let all = try instance.devices(in: order)
        return options.device == nil ? all : [try PhysicalDevice.select(options.device, from: all)]
    }
}
