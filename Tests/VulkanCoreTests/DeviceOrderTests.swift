import LinuxIO
import Testing

@testable import VulkanCore

/// The choice of drivers and devices on machines as people have them.
@Suite struct DeviceOrderTests {
    /// A machine, and the device that it should use.
    struct Machine: Sendable, CustomTestStringConvertible {
        let name: String
        /// The drivers of the kernel's render nodes; nil where they cannot be known.
        var kernel: [String]? = []
        /// The other nodes.
        var nodes: Set<String> = []
        /// The devices in the loader's order: name, kind, node numbers of the kernel's graphics driver.
        let devices: [(name: String, kind: PhysicalDevice.Kind, nodes: [UInt32])]
        /// The compositor's node; nil where it does not tell.
        var compositor: UInt32?
        var environment: [String: String] = [:]
        /// The devices in the order in which they should be tried.
        let order: [String]
        /// The drivers that are loaded of those that may be left out (``drivers``).
        var loads: Set<String> = [software]

        var testDescription: String { name }
    }

    private static let software = "lvp_icd"
    /// The drivers that may be left out.
    private static let drivers = lent.union([
        "intel_hasvk_icd", "nouveau_icd", "broadcom_icd", "panfrost_icd", "powervr_mesa_icd", "dzn_icd",
    ])
    private static let intel: Set = ["intel_icd", "intel_hasvk_icd"]
    private static let radeon: Set = ["radeon_icd"]
    /// The drivers that may work on a card that a host lends.
    private static let lent: Set = [
        "intel_icd", "radeon_icd", "asahi_icd", "virtio_icd", "gfxstream_vk_icd", "freedreno_icd", software,
    ]

    static let machines: [Machine] = [
        Machine(
            name: "laptop, Intel and NVIDIA, the loader's order discrete first", kernel: ["i915", "nvidia"],
            devices: [("NVIDIA", .discrete, [1, 129]), ("Intel", .integrated, [0, 128])], compositor: 128,
            order: ["Intel", "NVIDIA"], loads: intel),
        Machine(
            name: "laptop, AMD and NVIDIA, the loader's order integrated first",
            kernel: ["amdgpu", "nvidia"],
            devices: [("AMD", .integrated, [0, 128]), ("NVIDIA", .discrete, [1, 129])], compositor: 128,
            order: ["AMD", "NVIDIA"], loads: radeon),
        Machine(
            name: "laptop whose display hangs on the discrete card", kernel: ["i915", "nvidia"],
            devices: [("Intel", .integrated, [0, 128]), ("NVIDIA", .discrete, [1, 129])], compositor: 129,
            order: ["NVIDIA", "Intel"], loads: intel),
        Machine(
            name: "two AMD cards in a laptop, nobody tells", kernel: ["amdgpu", "amdgpu"],
            devices: [("Navi", .discrete, [1, 129]), ("Renoir", .integrated, [0, 128])],
            order: ["Renoir", "Navi"], loads: radeon),
        Machine(
            name: "one Intel card", kernel: ["i915"], devices: [("Intel", .integrated, [0, 128])],
            compositor: 128, order: ["Intel"], loads: intel),
        Machine(
            name: "one AMD card, beside the processor that the user has kept", kernel: ["amdgpu"],
            devices: [("llvmpipe", .cpu, []), ("AMD", .discrete, [0, 128])], compositor: 128,
            order: ["AMD", "llvmpipe"], loads: radeon),
        Machine(
            name: "desktop with an external card that drives the display", kernel: ["i915", "amdgpu"],
            devices: [("Intel", .integrated, [0, 128]), ("eGPU", .discrete, [1, 129])], compositor: 1,
            order: ["eGPU", "Intel"], loads: intel.union(radeon)),
        Machine(
            name: "external card for computing only", kernel: ["i915", "amdgpu"],
            devices: [("eGPU", .discrete, [1, 129]), ("Intel", .integrated, [0, 128])], compositor: 0,
            order: ["Intel", "eGPU"], loads: intel.union(radeon)),
        Machine(
            name: "virtual machine with virtio and venus", kernel: ["virtio_gpu"],
            devices: [("llvmpipe", .cpu, []), ("Venus", .virtual, [0, 128])], compositor: 128,
            order: ["Venus", "llvmpipe"], loads: lent),
        Machine(
            name: "muvm on Asahi", kernel: ["virtio_gpu"],
            devices: [("llvmpipe", .cpu, []), ("Apple M1", .integrated, [0, 128])], compositor: 128,
            order: ["Apple M1", "llvmpipe"], loads: lent),
        Machine(
            name: "virtual machine with a native context of amdgpu", kernel: ["virtio_gpu"],
            devices: [("llvmpipe", .cpu, []), ("AMD", .discrete, [0, 128])], compositor: 128,
            order: ["AMD", "llvmpipe"], loads: lent),
        Machine(
            name: "virtual machine without a card", devices: [("llvmpipe", .cpu, [])], order: ["llvmpipe"]),
        Machine(
            name: "virtual machine with a card passed through, compositor on pixman", kernel: ["amdgpu"],
            devices: [("AMD", .discrete, [0, 128]), ("llvmpipe", .cpu, [])],
            order: ["AMD", "llvmpipe"], loads: radeon),
        Machine(
            name: "WSL", nodes: ["/dev/dxg"], devices: [("llvmpipe", .cpu, []), ("Dozen", .discrete, [])],
            order: ["Dozen", "llvmpipe"], loads: ["dzn_icd", software]),
        Machine(
            name: "Raspberry Pi 4", kernel: ["v3d"], devices: [("V3D", .integrated, [0, 128])],
            compositor: 128,
            order: ["V3D"], loads: ["broadcom_icd"]),
        Machine(
            name: "Raspberry Pi 5, whose compositor names the display's node", kernel: ["v3d"],
            devices: [("llvmpipe", .cpu, []), ("V3D", .integrated, [1, 128])], compositor: 0,
            order: ["V3D", "llvmpipe"], loads: ["broadcom_icd"]),
        Machine(
            name: "Asahi", kernel: ["asahi"], devices: [("Apple M1", .integrated, [0, 128])], compositor: 128,
            order: ["Apple M1"], loads: ["asahi_icd"]),
        Machine(
            name: "Snapdragon", kernel: ["msm_dpu"],
            devices: [("llvmpipe", .cpu, []), ("Adreno", .integrated, [0, 128])], compositor: 128,
            order: ["Adreno", "llvmpipe"], loads: ["freedreno_icd"]),
        Machine(
            name: "NVIDIA alone", kernel: ["nvidia"], devices: [("NVIDIA", .discrete, [0, 128])],
            compositor: 128, order: ["NVIDIA"]),
        Machine(
            name: "two equal cards, the second is the compositor's", kernel: ["amdgpu", "amdgpu"],
            devices: [("AMD", .discrete, [0, 128]), ("AMD (2)", .discrete, [1, 129])], compositor: 129,
            order: ["AMD (2)", "AMD"], loads: radeon),
        Machine(
            name: "compositor on pixman beside a card", kernel: ["i915"],
            devices: [("Intel", .integrated, [0, 128]), ("llvmpipe", .cpu, [])],
            order: ["Intel", "llvmpipe"], loads: intel),
        Machine(
            name: "Flatpak, where the nodes' drivers cannot be seen", kernel: nil,
            devices: [
                ("llvmpipe", .cpu, []), ("NVIDIA", .discrete, [1, 129]), ("Intel", .integrated, [0, 128]),
            ], compositor: 128, order: ["Intel", "NVIDIA", "llvmpipe"], loads: drivers),
        Machine(
            name: "DRI_PRIME asks for the fast card", kernel: ["i915", "amdgpu"],
            devices: [("AMD", .discrete, [1, 129]), ("Intel", .integrated, [0, 128])], compositor: 128,
            environment: ["DRI_PRIME": "1"], order: ["AMD", "Intel"], loads: intel.union(radeon)),
        Machine(
            name: "MESA_VK_DEVICE_SELECT asks for the processor", kernel: ["i915"],
            devices: [("llvmpipe", .cpu, []), ("Intel", .integrated, [0, 128])], compositor: 128,
            environment: ["MESA_VK_DEVICE_SELECT": "10005:0"], order: ["llvmpipe", "Intel"], loads: intel),
        Machine(
            name: "prime-run", kernel: ["i915", "nvidia"],
            devices: [("NVIDIA", .discrete, [1, 129]), ("Intel", .integrated, [0, 128])], compositor: 128,
            environment: ["__NV_PRIME_RENDER_OFFLOAD": "1"], order: ["NVIDIA", "Intel"], loads: intel),
        Machine(
            name: "VK_LOADER_DEVICE_SELECT asks for the fast card", kernel: ["i915", "amdgpu"],
            devices: [("AMD", .discrete, [1, 129]), ("Intel", .integrated, [0, 128])], compositor: 128,
            environment: ["VK_LOADER_DEVICE_SELECT": "0x1002:0x73ff"], order: ["AMD", "Intel"],
            loads: intel.union(radeon)),
        Machine(
            name: "feedback for a device that does not exist", kernel: ["i915", "nvidia"],
            devices: [("NVIDIA", .discrete, [1, 129]), ("Intel", .integrated, [0, 128])], compositor: 200,
            order: ["Intel", "NVIDIA"], loads: intel),
        Machine(
            name: "a device of no known kind", devices: [("llvmpipe", .cpu, []), ("odd", .other, [])],
            order: ["odd", "llvmpipe"]),
    ]

    private func node(_ minor: UInt32) -> DeviceNumber { DeviceNumber(major: 226, minor: minor) }

    private func environment(_ machine: Machine) -> UserEnvironment {
        UserEnvironment { machine.environment[$0] }
    }

    @Test(arguments: machines)
    func theRightDeviceIsTriedFirst(machine: Machine) throws {
        let order = DeviceOrder(
            compositorDevice: machine.compositor.map(node), environment: environment(machine))
        let places = order.sorted(
            machine.devices.map { .init(kind: $0.kind, nodes: $0.nodes.map(node)) })
        #expect(places.map { machine.devices[$0.index].name } == machine.order)
        // Each has its reason, and the compositor's device is named as such.
        #expect(places.allSatisfy { !$0.reason.isEmpty })
        let isCompositors = machine.compositor.map { machine.devices[places[0].index].nodes.contains($0) }
        let isFree = order.userVariable == nil
        #expect(places[0].reason.contains("the compositor draws on it") == (isFree && isCompositors == true))
    }

    @Test func withoutTheCompositorsWordTheRuleIsNamed() {
        func reasons(_ kinds: PhysicalDevice.Kind...) -> Set<String> {
            let order = DeviceOrder(environment: UserEnvironment { _ in nil })
            return Set(order.sorted(kinds.map { .init(kind: $0) }).map(\.reason))
        }
        #expect(
            reasons(.discrete, .integrated, .cpu) == [
                "the compositor does not tell its device, and graphics beside the processor come before cards"
            ])
        #expect(reasons(.integrated, .cpu) == ["the compositor does not tell its device"])
    }

    @Test(arguments: machines)
    func theDriversThatItNeedsAreLoaded(machine: Machine) {
        let selection = DriverSelection(
            DriverSelection.Machine(
                environment: environment(machine).deviceWishes, kernelDrivers: machine.kernel,
                nodes: machine.nodes), wish: nil)
        #expect(Set(selection.leftOut) == Self.drivers.subtracting(machine.loads))
    }

    @Test func everyDeviceHasOnePlace() {
        for count in 0..<6 {
            let kinds = PhysicalDevice.Kind.allCases
            let candidates = (0..<count).map { DeviceOrder.Candidate(kind: kinds[$0 % kinds.count]) }
            for device in [nil, node(128)] {
                let places = DeviceOrder(compositorDevice: device, environment: UserEnvironment { _ in nil })
                    .sorted(candidates)
                #expect(places.map(\.index).sorted() == Array(0..<count))
            }
        }
    }
}
