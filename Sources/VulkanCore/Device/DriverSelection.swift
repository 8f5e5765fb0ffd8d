internal import Glibc
public import LinuxIO
public import Logging

/// The choice of the installed Vulkan drivers that are loaded at all.
///
/// Vulkan's loader loads every driver that is installed, and each costs time and memory even where its hardware is
/// missing. Mesa's drivers for graphics cards need a render node of their kernel driver, so those whose kernel driver
/// is not there are left out, and so is the one that draws on the processor where a card is there. The loader is told
/// by environment variables (`VK_LOADER_DRIVERS_DISABLE`, loader 1.3.234; older ones load everything as ever), and only
/// where the user has told it nothing. A choice that turns out to be too narrow is taken back by ``open(_:_:)``.
public struct DriverSelection: Sendable {
    /// The facts that decide: the user's settings, and the machine's graphics cards.
    struct Machine {
        var environment: [String: String]
        /// The kernel drivers of the render nodes; nil where not all of them can be known.
        var kernelDrivers: [String]?
    }

    /// The kernel drivers by the beginning of the manifest's name of the Vulkan driver that needs one of them.
    ///
    /// Drivers that also work in other ways are not here: Qualcomm's without DRM, Microsoft's, vendors' own.
    private static let kernelDrivers: [String: Set<String>] = [
        "intel_icd": ["i915", "xe"], "intel_hasvk_icd": ["i915"], "radeon_icd": ["amdgpu"],
        "nouveau_icd": ["nouveau"], "asahi_icd": ["asahi"], "broadcom_icd": ["v3d"],
        "panfrost_icd": ["panfrost", "panthor"], "powervr_mesa_icd": ["powervr"],
    ]
    /// Mesa's driver that draws on the processor; it brings LLVM with it.
    private static let software = "lvp_icd"
    private static let variable = "VK_LOADER_DRIVERS_DISABLE"
    /// The variables by which users choose drivers themselves.
    private static let loaderVariables = [
        "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT", variable,
    ]
    /// Mesa's layer that puts the compositor's graphics card first; off when this is set.
    private static let layerVariable = "NODEVICE_SELECT"
    private static let layerWishes = [layerVariable] + UserEnvironment.deviceOrderVariables

    /// The beginnings of the names of the drivers' manifests that are not loaded; empty when all are.
    public let leftOut: [String]
    /// True when the layer that asks the compositor for its graphics card is left out, too.
    let skipsLayer: Bool

    /// Looks at the machine and tells Vulkan's loader in this process's environment.
    ///
    /// To be called before the first thread is made and before the first instance: nobody else may read the environment
    /// meanwhile.
    ///
    /// - Parameters:
    ///   - wish: The user's wish for a device; nil for the best one.
    ///   - environment: The user's words to the loader.
    /// - Returns: The choice; to be kept for ``open(_:_:)``.
    public static func narrow(
        for wish: String?, _ environment: UserEnvironment = UserEnvironment()
    ) -> DriverSelection {
        let machine = Machine(
            environment: environment.deviceWishes, kernelDrivers: RenderNodes.kernelDrivers())
        let selection = DriverSelection(machine, wish: wish)
        selection.tellLoader()
        return selection
    }

    init(_ machine: Machine, wish: String?) {
        let isOurs = Self.loaderVariables.allSatisfy { machine.environment[$0] == nil }
        let present = Set(machine.kernelDrivers ?? [])
        if isOurs, machine.kernelDrivers != nil {
            let useless = Self.kernelDrivers.filter { $0.value.isDisjoint(with: present) }.keys.sorted()
            let hasCard = useless.count < Self.kernelDrivers.count
            // A user who wishes for a device may mean the processor.
            leftOut = useless + (hasCard && wish == nil ? [Self.software] : [])
        } else {
            leftOut = []
        }
        // With one card there is nothing to put first: we prefer cards to processors anyway.
        skipsLayer =
            Self.layerWishes.allSatisfy { machine.environment[$0] == nil }
            && machine.kernelDrivers.map { $0.count <= 1 } == true
    }

    private func tellLoader() {
        if !leftOut.isEmpty {
            unsafe _ = setenv(Self.variable, leftOut.map { "\($0)*" }.joined(separator: ","), 1)
        }
        if skipsLayer { unsafe _ = setenv(Self.layerVariable, "1", 1) }
    }

    /// Opens Vulkan, and a second time with all drivers where the narrow choice finds no device.
    ///
    /// - Parameters:
    ///   - logger: Told of the second time.
    ///   - work: Makes the instance and the device.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work` with all drivers.
    public func open<Result>(
        _ logger: Logger, _ work: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        do throws(VulkanError) {
            return try work()
        } catch {
            guard error.kind == .noDriver || error.kind == .noDevice, widen(error, logger) else {
                throw error
            }
        }
        return try work()
    }

    /// Lets the next instance load all drivers.
    ///
    /// - Parameters:
    ///   - error: The reason why those that were loaded will not do.
    ///   - logger: Told of it.
    /// - Returns: False where all of them have been loaded.
    public func widen(_ error: VulkanError, _ logger: Logger) -> Bool {
        guard !leftOut.isEmpty else { return false }
        logger.notice("no device with the likely drivers (\(error.advice)); all are loaded now")
        // Other threads read the environment by now. An existing variable's value is exchanged by one store, and the
        // list of variables stays where it is; to remove or to add one would move it.
        unsafe _ = setenv(Self.variable, "-", 1)
        return true
    }
}
