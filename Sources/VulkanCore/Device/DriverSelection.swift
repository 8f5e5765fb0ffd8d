internal import Glibc
public import LinuxIO
public import Logging

/// The choice of the installed Vulkan drivers that are loaded at all.
///
/// Vulkan's loader loads every driver that is installed, and each costs time and memory even where its hardware is
/// missing. Mesa's drivers for graphics cards need a render node of their kernel driver, or a node of another kind, so those whose
/// needs are not there are left out, and so is the one that draws on the processor where a card is there. Once the compositor's
/// card is known, the drivers of other cards are left out, too. The loader is told by environment variables
/// (`VK_LOADER_DRIVERS_DISABLE`, loader 1.3.234; older ones load everything as ever), and only where the user has told it
/// nothing. A choice that turns out to be too narrow is taken back by ``open(_:_:)``.
public struct DriverSelection: Sendable {
    /// The facts that decide: the user's settings, and the machine's graphics cards.
    struct Machine {
        var environment: [String: String]
        /// The kernel drivers of the render nodes; nil where not all of them can be known.
        var kernelDrivers: [String]?
        /// The paths of nodes of other kinds that drivers need and that are there.
        var nodes: Set<String> = []
    }

    /// The kernel driver of a card that a host lends its guest.
    ///
    /// Mesa's drivers of some cards work on it where the host's is one of theirs (native contexts); whether it is, only they find out.
    private static let lent = "virtio_gpu"
    /// The needs of drivers by the beginning of the manifest's name: one of these kernel drivers behind a render node, or one of these nodes.
    ///
    /// Drivers of unknown needs are not here: vendors' own, and those of which nobody has heard yet, which may draw on the processor.
    private static let needs: [String: Set<String>] = [
        "intel_icd": ["i915", "xe", lent], "intel_hasvk_icd": ["i915"], "radeon_icd": ["amdgpu", lent],
        "nouveau_icd": ["nouveau"], "asahi_icd": ["asahi", lent], "broadcom_icd": ["v3d"],
        "panfrost_icd": ["panfrost", "panthor"], "powervr_mesa_icd": ["powervr"],
        "virtio_icd": [lent], "gfxstream_vk_icd": [lent],
        // Qualcomm's: the render node is that of the display's part, by generation, or the card's own; Android's kernels have no DRM.
        "freedreno_icd": [
            "msm", "msm_dpu", "msm-mdss", "msm_mdp", "mdp4", "adreno", lent, "/dev/kgsl-3d0",
        ],
        // Microsoft's.
        "dzn_icd": ["/dev/dxg"],
    ]
    /// NVIDIA's own driver, and the kernel driver of its cards.
    ///
    /// It works without a render node, too, so it is left out for another card only.
    private static let nvidia = (manifest: "nvidia_icd", kernelDriver: "nvidia")
    /// Mesa's driver that draws on the processor; it brings LLVM with it.
    private static let software = "lvp_icd"
    private static let variable = "VK_LOADER_DRIVERS_DISABLE"
    /// The variables by which users choose drivers themselves.
    private static let loaderVariables =
        [
            "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT",
            variable,
        ] + UserEnvironment.deviceServerVariables
    /// Mesa's layer that puts the compositor's graphics card first; off when this is set.
    private static let layerVariable = "NODEVICE_SELECT"
    private static let layerWishes = [layerVariable] + UserEnvironment.deviceOrderVariables

    /// The beginnings of the names of the drivers' manifests that are not loaded; empty when all are.
    public let leftOut: [String]
    /// True when the layer that asks the compositor for its graphics card is left out, too.
    let skipsLayer: Bool
    /// The kernel drivers of the render nodes, and the other nodes; none where they are not known, or the user has told the loader something.
    private let present: Set<String>
    /// True where the user has wished for a device.
    private let hasWish: Bool
    /// True where the user has chosen an order of devices.
    private let hasOrder: Bool

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
            environment: environment.deviceWishes, kernelDrivers: RenderNodes.kernelDrivers(),
            nodes: Set(needs.values.joined().filter { unsafe ($0.hasPrefix("/") && access($0, F_OK) == 0) }))
        let selection = DriverSelection(machine, wish: wish)
        selection.tellLoader()
        return selection
    }

    init(_ machine: Machine, wish: String?) {
        let isOurs = Self.loaderVariables.allSatisfy { machine.environment[$0] == nil }
        let present = machine.nodes.union(machine.kernelDrivers ?? [])
        self.present = isOurs ? present : []
        hasWish = wish != nil
        hasOrder = UserEnvironment.deviceOrderVariables.contains { machine.environment[$0]?.isEmpty == false }
        if isOurs, machine.kernelDrivers != nil {
            let useless = Self.needs.filter { $0.value.isDisjoint(with: present) }.keys.sorted()
            let cards = Set(machine.kernelDrivers ?? []).subtracting([Self.lent])
            let hasCard = Self.needs.values.contains { !$0.isDisjoint(with: cards) }
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
            unsafe _ = setenv(Self.variable, Self.words(leftOut), 1)
        }
        if skipsLayer { unsafe _ = setenv(Self.layerVariable, "1", 1) }
    }

    /// The drivers that are left out once the compositor's graphics device is known.
    ///
    /// A driver opens the nodes of all its cards when devices are listed, which wakes those that sleep: for half a second or two, and for as
    /// long as the window is open. So those go that do not work with the compositor's card, where there is another card and the user has
    /// chosen none. Of two cards with one Vulkan driver both are opened: the loader cannot leave out half a driver.
    ///
    /// - Parameter driver: The kernel driver of the compositor's device; nil where it is not known. One that has no render node, as that of
    ///   a display which is apart from its card, says nothing about cards.
    /// - Returns: The beginnings of the manifests' names; ``leftOut`` where that is all.
    func leftOut(withCompositorOn driver: String?) -> [String] {
        guard let driver, present.count > 1, present.contains(driver), !leftOut.isEmpty, !hasWish, !hasOrder
        else { return leftOut }
        let useful = present.filter { $0 == driver || $0.hasPrefix("/") }
        let others = Self.needs.filter { $0.value.isDisjoint(with: useful) }.keys.sorted()
        let hasNVIDIA = present.contains(Self.nvidia.kernelDriver) && driver != Self.nvidia.kernelDriver
        return others + (hasNVIDIA ? [Self.nvidia.manifest] : []) + leftOut.filter { $0 == Self.software }
    }

    /// Lets the next instance load the drivers of the compositor's card only, where there are others and the user has chosen none.
    ///
    /// The compositor tells its device two round trips after the connection, while drivers load, which takes longer: to wait for it first
    /// would cost each start what both take at the same time. The libraries stay loaded, so an instance that takes the place of the first
    /// one before devices are listed costs about a millisecond, and only where there are several cards. Any thread; ``widen(_:_:)`` takes it
    /// back.
    ///
    /// - Parameter order: The order of devices, with the compositor's device.
    /// - Returns: True where the next instance has fewer drivers; false where nothing has changed.
    public func narrow(for order: DeviceOrder) -> Bool {
        guard order.userVariable == nil, let device = order.compositorDevice else { return false }
        let names = leftOut(withCompositorOn: RenderNodes.kernelDriver(of: device))
        guard names != leftOut else { return false }
        tellLoader(Self.words(names))
        return true
    }

    /// Opens Vulkan, and a second time with all drivers where that fails with the narrow choice: where there is no device, and with any
    /// device that cannot be opened, unless the user has wished for it.
    ///
    /// - Parameters:
    ///   - logger: Told of the second time.
    ///   - work: Makes the instance and the device.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work` with all drivers.
    public func open<Result>(
        _ logger: Logger, _ work: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        try open(widening: { widen($0, logger) }, work)
    }

    /// Opens Vulkan, and a second time where `widen` has let more drivers be loaded.
    func open<Result>(
        widening widen: (VulkanError) -> Bool, _ work: () throws(VulkanError) -> Result
    ) throws(VulkanError) -> Result {
        do throws(VulkanError) {
            return try work()
        } catch {
            guard !hasWish || error.kind == .noDriver || error.kind == .noDevice, widen(error) else {
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
        tellLoader("-")
        return true
    }

    /// Tells the loader something else than at first.
    private func tellLoader(_ words: String) {
        // Other threads read the environment by now. An existing variable's value is exchanged by one store, and the
        // list of variables stays where it is; to remove or to add one would move it.
        unsafe _ = setenv(Self.variable, words, 1)
    }

    private static func words(_ manifests: [String]) -> String {
        manifests.map { "\($0)*" }.joined(separator: ",")
    }
}
