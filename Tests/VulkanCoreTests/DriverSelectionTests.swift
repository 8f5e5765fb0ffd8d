import Foundation
import LinuxIO
import Testing

@testable import VulkanCore

@Suite struct DriverSelectionTests {
    private func selection(
        _ kernelDrivers: [String]?, _ environment: [String: String] = [:], nodes: Set<String> = [],
        wish: String? = nil
    ) -> DriverSelection {
        DriverSelection(
            DriverSelection.Machine(environment: environment, kernelDrivers: kernelDrivers, nodes: nodes),
            wish: wish)
    }

    @Test func withoutACardOnlyTheDriversOfCardsAreLeftOut() {
        let leftOut = selection([]).leftOut
        #expect(Set(leftOut).isSuperset(of: ["intel_icd", "intel_hasvk_icd", "radeon_icd", "nouveau_icd"]))
        #expect(!leftOut.contains("lvp_icd"))
        // A card of which we know nothing may need any driver but those that cannot be its.
        #expect(selection(["nvidia"]).leftOut == leftOut)
    }

    /// Mesa's drivers of the host's card work on what the host lends, where it is one of theirs; what draws else is not known.
    @Test func ofACardThatAHostLendsAllThatMayDrawOnItStays() {
        let leftOut = selection(["virtio_gpu"]).leftOut
        #expect(
            Set(leftOut)
                == Set(selection([]).leftOut).subtracting([
                    "intel_icd", "radeon_icd", "asahi_icd", "virtio_icd", "gfxstream_vk_icd", "freedreno_icd",
                ]))
        #expect(!leftOut.contains("lvp_icd"))
        // Beside it a card of the machine's own draws.
        #expect(selection(["virtio_gpu", "v3d"]).leftOut.contains("lvp_icd"))
    }

    @Test(arguments: [
        ("i915", ["intel_icd", "intel_hasvk_icd"]), ("xe", ["intel_icd"]), ("amdgpu", ["radeon_icd"]),
        ("nouveau", ["nouveau_icd"]), ("panthor", ["panfrost_icd"]), ("msm_dpu", ["freedreno_icd"]),
        ("adreno", ["freedreno_icd"]),
    ])
    func aCardsOwnDriversStayAndTheProcessorsGoes(kernelDriver: String, drivers: [String]) {
        let leftOut = selection([kernelDriver]).leftOut
        #expect(Set(drivers).isDisjoint(with: leftOut))
        #expect(leftOut.contains("lvp_icd"))
        let all = Set(selection([]).leftOut)
        #expect(Set(leftOut) == all.subtracting(drivers).union(["lvp_icd"]))
        #expect(!selection([kernelDriver], wish: "llvmpipe").leftOut.contains("lvp_icd"))
    }

    @Test func theDriversOfAllCardsStay() {
        let leftOut = selection(["i915", "amdgpu"]).leftOut
        #expect(Set(leftOut).isDisjoint(with: ["intel_icd", "radeon_icd"]))
    }

    @Test(arguments: [("/dev/kgsl-3d0", "freedreno_icd"), ("/dev/dxg", "dzn_icd")])
    func aDriverStaysWhoseNodeOfAnotherKindIsThere(node: String, driver: String) {
        #expect(selection([]).leftOut.contains(driver))
        let leftOut = selection([], nodes: [node]).leftOut
        // The processor's stays, too: whether the node's driver is installed is not known.
        #expect(Set(leftOut) == Set(selection([]).leftOut).subtracting([driver]))
        let beside = selection(["i915", "amdgpu"], nodes: [node])
        #expect(!beside.leftOut(withCompositorOn: "i915").contains(driver))
    }

    @Test func aDriverOfUnknownNeedsStays() {
        for driver in ["vk_swiftshader_icd", "mali", "rogue", "nvidia_icd"] {
            #expect(!selection([]).leftOut.contains { driver.hasPrefix($0) })
        }
    }

    // MARK: - Once the compositor's device is known

    @Test(
        arguments: [
            (["i915", "amdgpu"], "i915", ["radeon_icd"]),
            (["i915", "amdgpu"], "amdgpu", ["intel_icd", "intel_hasvk_icd"]),
            (["i915", "nvidia"], "i915", ["nvidia_icd"]),
            (["i915", "nvidia"], "nvidia", ["intel_icd", "intel_hasvk_icd"]),
            (["virtio_gpu", "v3d"], "virtio_gpu", ["broadcom_icd"]),
            // What works with the compositor's card, or with a card of its kind, stays.
            (["virtio_gpu", "amdgpu"], "virtio_gpu", []), (["amdgpu", "amdgpu"], "amdgpu", []),
            (["i915"], "i915", []),
            // The display's own driver has no render node.
            (["v3d"], "vc4-drm", []), (["i915", "amdgpu"], "vc4-drm", []), (["i915", "amdgpu"], nil, []),
        ] as [([String], String?, [String])])
    func cardsOfWhichTheCompositorKnowsNothingSleepOn(kernel: [String], compositor: String?, more: [String]) {
        let selection = selection(kernel)
        let leftOut = selection.leftOut(withCompositorOn: compositor)
        #expect(Set(leftOut) == Set(selection.leftOut).union(more))
        #expect(leftOut.count == Set(leftOut).count && leftOut.count <= 16)
    }

    @Test(arguments: UserEnvironment.deviceVariables.filter { $0 != "NODEVICE_SELECT" })
    func whoeverChoosesADeviceWakesIt(variable: String) {
        let selection = selection(["i915", "amdgpu"], [variable: "1"])
        #expect(selection.leftOut(withCompositorOn: "i915") == selection.leftOut)
    }

    @Test func whoeverWishesForADeviceWakesIt() {
        let selection = selection(["i915", "amdgpu"], wish: "AMD")
        #expect(selection.leftOut(withCompositorOn: "i915") == selection.leftOut)
    }

    @Test func aNodeTellsItsKernelDriverByNumber() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "char-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let device = folder.appendingPathComponent("226:128/device")
        let driver = folder.appendingPathComponent("drivers/i915")
        for place in [device, driver] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            at: device.appendingPathComponent("driver"), withDestinationURL: driver)
        let found = [128, 129].map {
            RenderNodes.kernelDriver(of: DeviceNumber(major: 226, minor: $0), system: folder.path)
        }
        #expect(found == ["i915", nil])
    }

    // MARK: - A second time with all drivers

    /// Opens with a work that fails once.
    private func open(
        _ kind: VulkanError.Kind, wish: String? = nil, isWider: Bool = true
    ) -> (result: Result<Int, VulkanError>, tries: Int) {
        var tries = 0
        let result = Result { () throws(VulkanError) in
            try selection(["amdgpu"], wish: wish).open(widening: { _ in isWider }) {
                () throws(VulkanError) in
                tries += 1
                if tries == 1 { throw VulkanError(kind, "no") }
                return tries
            }
        }
        return (result, tries)
    }

    @Test(arguments: [
        VulkanError.Kind.noDriver, .noDevice, .unsupported, .surfaceLost, .deviceLost, .outOfMemory, .blocked,
        .other,
    ])
    func aDeviceThatCannotBeOpenedGivesItsPlaceToAllDrivers(kind: VulkanError.Kind) {
        #expect(open(kind).result == .success(2))
        // Where all are loaded already, its error is the last word.
        let only = open(kind, isWider: false)
        #expect(only.result == .failure(VulkanError(kind, "no")) && only.tries == 1)
    }

    @Test func aDeviceThatSomebodyWishesForIsTheOnlyOne() {
        #expect(open(.unsupported, wish: "AMD").result == .failure(VulkanError(.unsupported, "no")))
        // Its driver may be among those that were left out.
        for kind in [VulkanError.Kind.noDriver, .noDevice] { #expect(open(kind, wish: "AMD").tries == 2) }
    }

    @Test func theBoardsOwnNumberIsInNoReport() throws {
        let driver = DriverIdentity(
            name: "NVIDIA", info: "550.1", version: 7, deviceUUID: "0123", driverUUID: "4567")
        let text = String(decoding: try JSONEncoder().encode(driver), as: UTF8.self)
        #expect(text.contains("4567") && !text.contains("0123") && !text.contains("deviceUUID"))
        let read = try JSONDecoder().decode(DriverIdentity.self, from: Data(text.utf8))
        #expect(read.version == 7 && read.deviceUUID.isEmpty)
    }

    // MARK: - The user's words

    @Test(arguments: [
        "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT",
        "VK_LOADER_DRIVERS_DISABLE", "VN_DEBUG", "VIRTGPU_KUMQUAT",
    ])
    func whoeverChoosesDriversKeepsThem(variable: String) {
        #expect(selection([], [variable: ""]).leftOut.isEmpty)
    }

    @Test func nothingIsLeftOutOfAMachineThatCannotBeSeen() {
        #expect(selection(nil).leftOut.isEmpty && !selection(nil).skipsLayer)
    }

    @Test func theLayerThatOrdersCardsIsSkippedWhereThereIsNothingToOrder() {
        #expect(selection([]).skipsLayer && selection(["amdgpu"]).skipsLayer)
        #expect(!selection(["amdgpu", "i915"]).skipsLayer)
        for wish in ["DRI_PRIME", "MESA_VK_DEVICE_SELECT", "NODEVICE_SELECT"] {
            #expect(!selection([], [wish: "1"]).skipsLayer)
        }
    }

    @Test func theLoaderTakesAsManyNames() {
        // The loader of 1.3.234 looks at 16 names and forgets the others.
        #expect(selection(["i915"]).leftOut.count <= 16)
    }

    @Test func nodesTellTheirKernelDrivers() throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(
            "nodes-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FileManager.default
        let (nodes, system) = (folder.appendingPathComponent("dri"), folder.appendingPathComponent("drm"))
        #expect(RenderNodes.kernelDrivers(nodes: nodes.path, system: system.path) == [])
        try files.createDirectory(at: nodes, withIntermediateDirectories: true)
        #expect(RenderNodes.kernelDrivers(nodes: nodes.path, system: system.path) == [])
        for (node, driver) in [("renderD128", "i915"), ("renderD129", "amdgpu"), ("card0", "ast")] {
            try Data().write(to: nodes.appendingPathComponent(node))
            let device = system.appendingPathComponent("\(node)/device")
            try files.createDirectory(at: device, withIntermediateDirectories: true)
            let target = folder.appendingPathComponent("drivers/\(driver)")
            try files.createDirectory(at: target, withIntermediateDirectories: true)
            try files.createSymbolicLink(
                at: device.appendingPathComponent("driver"), withDestinationURL: target)
        }
        let found = RenderNodes.kernelDrivers(nodes: nodes.path, system: system.path)
        #expect(found?.sorted() == ["amdgpu", "i915"])
        try Data().write(to: nodes.appendingPathComponent("renderD130"))
        #expect(RenderNodes.kernelDrivers(nodes: nodes.path, system: system.path) == nil)
    }
}
