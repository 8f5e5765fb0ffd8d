import VulkanCore

let instance = try VulkanInstance()
for device in try instance.devices() {
    print("\(device.index) \(device.name) (\(device.kind.rawValue))")
}
