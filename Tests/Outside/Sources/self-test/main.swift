import VulkanCore
import VulkanView

// Tests every graphics device, and says what may be read in place.
let instance = try VulkanInstance()
for device in try instance.devices() {
    let report = SelfTestRun(device, of: instance).report(.silent)
    print("\(device.name): \(report.fault ?? "tested")")
    for verdict in report.verdicts {
        print("  \(verdict.memory.rawValue): \(verdict.isTrusted ? "read in place" : verdict.words)")
    }
    for (path, difference) in report.barredPaths { print("  not by \(path): \(difference)") }
}
