import Foundation
import Testing

@testable import VulkanCore

@Suite struct DriverSelectionTests {
    private func selection(
        _ kernelDrivers: [String]?, _ environment: [String: String] = [:], wish: String? = nil
    ) -> DriverSelection {
        DriverSelection(
            DriverSelection.Machine(environment: environment, kernelDrivers: kernelDrivers), wish: wish)
    }

    @Test func withoutACardOnlyTheDriversOfCardsAreLeftOut() {
        let leftOut = selection([]).leftOut
        #expect(Set(leftOut).isSuperset(of: ["intel_icd", "intel_hasvk_icd", "radeon_icd", "nouveau_icd"]))
        #expect(!leftOut.contains("lvp_icd"))
        // A card of which we know nothing may need any driver but those that cannot be its.
        #expect(selection(["nvidia"]).leftOut == leftOut)
        #expect(selection(["virtio_gpu"]).leftOut == leftOut)
    }

    @Test(arguments: [
        ("i915", ["intel_icd", "intel_hasvk_icd"]), ("xe", ["intel_icd"]), ("amdgpu", ["radeon_icd"]),
        ("nouveau", ["nouveau_icd"]), ("panthor", ["panfrost_icd"]),
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

    @Test(arguments: [
        "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT",
        "VK_LOADER_DRIVERS_DISABLE",
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
