internal import Frames
internal import LinuxIO

/// The cameras that are plugged in.
public enum CameraList {
    /// Finds all cameras: nodes that capture pictures, no metadata, no output, no codecs, no radios
    /// (`device_caps`).
    ///
    /// Opens every node for a moment, which can take some hundred milliseconds when cameras sleep.
    ///
    /// - Parameter root: The folder of the device nodes.
    /// - Returns: In the order of their nodes.
    public static func cameras(in root: String = "/dev") -> [Camera] {
        var taken: Set<String> = []
        return nodes(in: root).compactMap { path in
            guard let device = try? VideoDevice(path), device.capabilities.isCamera else { return nil }
            let id = unique(CameraIdentity.id(of: device, root: root), &taken)
            return Camera(device, id: id)
        }
    }

    /// The device nodes that this user may not open, so that a program can say why a list is empty.
    ///
    /// - Parameter root: The folder of the device nodes.
    /// - Returns: Their paths.
    public static func forbiddenNodes(in root: String = "/dev") -> [String] {
        nodes(in: root).filter { path in
            do throws(SystemError) {
                _ = try VideoDevice(path)
                return false
            } catch {
                return ErrorCode.notPermitted.contains(error.code)
            }
        }
    }

    /// Finds the node that a selector means.
    static func node(of selector: CameraSelector, in root: String = "/dev") throws(CaptureFault) -> String {
        switch selector {
        case .path(let path):
            return path
        case .number(let number):
            let paths = identities(in: root).map(\.path)
            guard paths.indices.contains(number - 1) else {
                throw CaptureFault(
                    .gone, "there is no camera \(number), only \(paths.count); see 'viewfinder list'")
            }
            return paths[number - 1]
        case .identity(let text):
            let found = identities(in: root)
            let match =
                found.first { $0.id == text } ?? found.first { $0.name == text }
                ?? found.first { $0.name.lowercased() == text.lowercased() }
            guard let match else {
                // One that may not be opened cannot be asked for its name: it may be the one that is meant.
                if let node = forbiddenNodes(in: root).first {
                    let refusal = SystemError(call: "open", target: node, code: ErrorCode.forbidden)
                    throw CaptureFault(refusal, camera: text)
                }
                throw CaptureFault(
                    .gone, "there is no camera named '\(text)'; plug it in, or see 'viewfinder list'")
            }
            return match.path
        }
    }

    private static func identities(in root: String) -> [(id: String, name: String, path: String)] {
        var taken: Set<String> = []
        return nodes(in: root).compactMap { path in
            guard let device = try? VideoDevice(path), device.capabilities.isCamera else { return nil }
            let id = unique(CameraIdentity.id(of: device, root: root), &taken)
            return (id, device.capabilities.card, path)
        }
    }

    /// The paths of `video0`, `video1`, …, in the order of their numbers.
    private static func nodes(in root: String) -> [String] {
        let numbers = entries(of: root).compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
        return numbers.sorted().map { "\(root)/video\($0)" }
    }

    /// Several cameras of one device share its bus; the later ones get a number.
    private static func unique(_ id: String, _ taken: inout Set<String>) -> String {
        var (candidate, number) = (id, 2)
        while !taken.insert(candidate).inserted {
            candidate = "\(id)#\(number)"
            number += 1
        }
        return candidate
    }
}

/// The name by which a camera is known again.
enum CameraIdentity {
    /// The name of udev's link to the node, else the bus.
    static func id(of device: VideoDevice, root: String) -> String {
        let node = resolved(device.path)
        for folder in ["\(root)/v4l/by-id", "\(root)/v4l/by-path"] {
            let link = entries(of: folder).sorted().first { resolved("\(folder)/\($0)") == node }
            if let link { return link }
        }
        return device.capabilities.busInfo
    }
}
