internal import Glibc
internal import LinuxIO

/// The kernel's devices that draw (`/dev/dri/renderD128` and so on).
enum RenderNodes {
    /// Lists the kernel drivers behind the nodes.
    ///
    /// - Parameters:
    ///   - nodes: The folder of the nodes.
    ///   - system: The kernel's folder that tells about them.
    /// - Returns: One for each node; none without nodes; nil where a node's driver cannot be known, as in a sandbox.
    static func kernelDrivers(
        nodes: String = "/dev/dri", system: String = "/sys/class/drm"
    ) -> [String]? {
        guard unsafe access(nodes, F_OK) == 0 else { return [] }
        guard let folder = unsafe opendir(nodes) else { return nil }
        defer { unsafe closedir(folder) }
        var drivers: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe fieldText(entry.pointee.d_name)
            guard name.hasPrefix("renderD") else { continue }
            guard let driver = SystemFile.linkName("\(system)/\(name)/device/driver") else { return nil }
            drivers.append(driver)
        }
        return drivers
    }

    /// Finds the kernel driver of a node.
    ///
    /// - Parameters:
    ///   - device: The number of a primary or a render node.
    ///   - system: The kernel's folder that tells about devices by number.
    /// - Returns: The driver's name; nil where it cannot be known.
    static func kernelDriver(of device: DeviceNumber, system: String = "/sys/dev/char") -> String? {
        SystemFile.linkName("\(system)/\(device)/device/driver")
    }
}
