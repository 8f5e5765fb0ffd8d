import Capture
import LinuxIO
import VulkanCore

let system = SystemFacts()
print(system.kernel, system.distribution ?? "")
for node in VideoNode.all() {
    print(node.path, node.driver ?? "", node.obstacle ?? "a camera", node.users.joined(separator: ", "))
}
for device in try VulkanInstance().deviceFacts() {
    print(device.name, device.driver, device.obstacle ?? "usable", device.extensions.count)
}
for library in LoadedLibraries.files { print(library) }
