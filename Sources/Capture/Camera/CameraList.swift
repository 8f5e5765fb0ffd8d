internal import Faults
internal import Frames
internal import LinuxIO
internal import Synchronization

/// The cameras that are plugged in.
public enum CameraList {
    /// The findings of a look at the device nodes.
    public struct Search: Sendable, Hashable {
        /// The cameras in the order of their nodes.
        public var cameras: [CameraIdentity] = []
        /// The device nodes that this user may not open, so that a program can say why a list is empty.
        public var forbidden: [String] = []
        /// The other nodes, which are no cameras, with the reasons.
        public var others: [OtherNode] = []
        /// The nodes that cannot be asked now, since another program has them for itself or their drivers do not answer; they may be any
        /// camera, and stand among ``others``, too.
        public var unavailable: [UnavailableNode] = []

        /// Makes the findings; by default there are none.
        ///
        /// - Parameters:
        ///   - cameras: The cameras in the order of their nodes.
        ///   - forbidden: The device nodes that this user may not open.
        ///   - others: The other nodes.
        ///   - unavailable: The nodes that cannot be asked now.
        public init(
            cameras: [CameraIdentity] = [], forbidden: [String] = [], others: [OtherNode] = [],
            unavailable: [UnavailableNode] = []
        ) {
            self.cameras = cameras
            self.forbidden = forbidden
            self.others = others
            self.unavailable = unavailable
        }
    }

    /// A video node that may be a camera, and cannot be asked now.
    public struct UnavailableNode: Sendable, Hashable {
        /// The device node, for example `/dev/video1`.
        public var path: String
        /// The reason, and what to do.
        public var fault: CaptureFault

        /// Makes the finding of a node.
        public init(path: String, fault: CaptureFault) {
            self.path = path
            self.fault = fault
        }
    }

    /// A video node that is no camera.
    public struct OtherNode: Sendable, Hashable, Codable {
        /// The device node, for example `/dev/video1`.
        public var path: String
        /// The name that the driver gives it; empty where it could not be asked.
        public var name: String
        /// The reason, for example `it carries data about pictures`.
        public var reason: String

        /// Makes the finding of a node.
        public init(path: String, name: String, reason: String) {
            (self.path, self.name, self.reason) = (path, name, reason)
        }
    }

    /// The serial numbers that several cameras have had at one time, each behind the numbers of maker and product: their cameras are known by
    /// their places, also once there is one alone.
    ///
    /// Those that are seen come by themselves, and stay until the process ends; a program that keeps settings by ``CameraIdentity/id`` keeps these,
    /// too, and gives them back before it searches. Thread-safe.
    public static var sharedSerials: Set<String> {
        get { DeviceCalls.system.nodes.sharedSerials.withLock { $0 } }
        set { DeviceCalls.system.nodes.sharedSerials.withLock { $0 = newValue } }
    }

    /// Finds all cameras: nodes that capture pictures, no metadata, no output, no codecs, no radios
    /// (`device_caps`).
    ///
    /// Opens every node for a moment and asks for nothing but its name; still, a camera that sleeps takes its time to
    /// be opened.
    ///
    /// - Parameters:
    ///   - root: The folder of the device nodes.
    ///   - isEnough: Called with each camera when it is found; true ends the search.
    /// - Returns: The findings until then.
    public static func search(
        in root: String = "/dev", until isEnough: (CameraIdentity) -> Bool = { _ in false }
    ) -> Search { search(by: .system(in: root), until: isEnough) }

    /// Finds all cameras by other calls than the system's.
    static func search(
        by calls: DeviceCalls, until isEnough: (CameraIdentity) -> Bool = { _ in false }
    ) -> Search {
        var taken: Set<String> = []
        var result = Search()
        // Drivers that do not answer are waited for together.
        var patience = calls.patience
        for path in nodes(in: calls.root) {
            do throws(SystemError) {
                guard let capabilities = try capabilities(of: path, by: calls, &patience) else {
                    result.others.append(OtherNode(path: path, name: "", reason: "it does not answer"))
                    result.unavailable.append(
                        UnavailableNode(path: path, fault: CaptureFault(silent: path)))
                    continue
                }
                if let lack = capabilities.lack {
                    result.others.append(OtherNode(path: path, name: capabilities.card, reason: lack))
                    continue
                }
                // Several cameras of one device share its bus.
                let id = taken.insertUnique(
                    stableName(of: path, by: calls) ?? capabilities.busInfo, numberedAfter: "#")
                let camera = CameraIdentity(
                    id: id, name: capabilities.card, path: path, busInfo: capabilities.busInfo)
                result.cameras.append(camera)
                if isEnough(camera) { break }
            } catch {
                if ErrorCode.notPermitted.contains(error.code) {
                    result.forbidden.append(path)
                } else {
                    result.others.append(
                        OtherNode(path: path, name: "", reason: "it cannot be opened (\(error))"))
                    let fault = CaptureFault(error, opening: path, calls)
                    if [.busy, .io].contains(fault.kind) {
                        result.unavailable.append(UnavailableNode(path: path, fault: fault))
                    }
                }
            }
        }
        return result
    }

    /// Asks a node for its name, bus and kind; nil where its driver does not answer within what is left of the patience.
    private static func capabilities(
        of path: String, by calls: DeviceCalls, _ patience: inout Int64
    ) throws(SystemError) -> VideoDevice.Capabilities? {
        let begin = MonotonicClock.now()
        // The others had their time, even if one has taken all of the patience.
        let answer = calls.answer(of: SystemFile.real(path), within: max(patience, shortestPatience)) {
            calls in
            Result { () throws(SystemError) in try VideoDevice.capabilities(of: path, calls: calls) }
        }
        if answer == nil { patience -= MonotonicClock.now() - begin }
        return try answer?.get()
    }

    private static let shortestPatience: Int64 = 500_000_000

    /// Reads all that cameras offer, which can take some hundred milliseconds for each.
    ///
    /// - Parameter identities: The cameras; those that are gone by now, or do not answer, are left out.
    /// - Returns: The cameras with their offers, in the order of `identities`.
    public static func offers(of identities: [CameraIdentity]) -> [Camera] {
        offers(of: identities, by: .system)
    }

    /// Reads all that cameras offer by other calls than the system's.
    static func offers(of identities: [CameraIdentity], by calls: DeviceCalls) -> [Camera] {
        identities.compactMap { identity in
            let camera = calls.answer(of: SystemFile.real(identity.path), within: calls.patience) { calls in
                (try? VideoDevice(identity.path, calls: calls)).map { Camera($0, id: identity.id) }
            }
            return camera ?? nil
        }
    }

    /// Finds the identity of the camera at a node that is there; without a name by udev, others are opened to tell it from them.
    ///
    /// - Returns: The id; nil for a node that is not in the list of cameras.
    static func id(ofNode path: String, by calls: DeviceCalls) -> String? {
        let node = SystemFile.real(path)
        if let name = stableName(of: node, by: calls) { return name }
        func isMeant(_ camera: CameraIdentity) -> Bool { SystemFile.real(camera.path) == node }
        return search(by: calls, until: isMeant).cameras.first(where: isMeant)?.id
    }

    /// Finds the node that a selector means.
    static func node(of selector: CameraSelector, by calls: DeviceCalls) throws(CaptureFault) -> String {
        try find(selector, by: calls).path
    }

    /// Finds the node that a selector means, and the id of its camera, which is nil where the selector is the node.
    static func find(
        _ selector: CameraSelector, by calls: DeviceCalls
    ) throws(CaptureFault) -> (path: String, id: String?) {
        switch selector {
        case .path(let path):
            return (path, nil)
        case .number(let number):
            var count = 0
            let search = search(by: calls) { _ in
                count += 1
                return count == number
            }
            let found = search.cameras
            guard number > 0, found.count >= number else {
                if number > 0, let node = search.unavailable.first { throw node.fault }
                throw CaptureFault(
                    .gone,
                    Fault.noSuchNumber.message([.choices: "\(number)", .count: "\(found.count)"]))
            }
            return (found[number - 1].path, found[number - 1].id)
        case .identity(let text):
            // An id is worth more than a name, and the one that has it is not kept waiting for the other cameras.
            let found = search(by: calls) { $0.id == text }
            let match =
                found.cameras.first { $0.id == text } ?? found.cameras.first { $0.name == text }
                ?? found.cameras.first { $0.name.lowercased() == text.lowercased() }
            guard let match else {
                // A camera that may not be opened cannot be asked for its name: it may be the one that is meant.
                if let node = found.forbidden.first {
                    let refusal = SystemError(call: "open", target: node, code: ErrorCode.forbidden)
                    throw CaptureFault(refusal, camera: text)
                }
                if let node = found.unavailable.first { throw node.fault }
                throw CaptureFault(.gone, Fault.noSuchName.message([.camera: text]))
            }
            return (match.path, match.id)
        }
    }

    /// The paths of `video0`, `video1`, …, in the order of their numbers.
    static func nodes(in root: String) -> [String] {
        let numbers = SystemFile.entries(of: root).compactMap { name in
            // As the kernel writes them: another name would be reported as a node that is not there.
            Int(name.dropFirst(5)).flatMap { name == "video\($0)" && $0 >= 0 ? $0 : nil }
        }
        return numbers.sorted().map { "\(root)/video\($0)" }
    }

    /// The name of udev's link to a node; nil where there is none.
    ///
    /// Without serial numbers of their own all cameras of a model claim one link by id, which then goes from one to the other.
    static func stableName(of path: String, by calls: DeviceCalls) -> String? {
        let node = SystemFile.real(path)
        let byID = calls.hasOwnSerial(node) ? ["\(calls.root)/v4l/by-id"] : []
        for folder in byID + ["\(calls.root)/v4l/by-path"] {
            let link = SystemFile.entries(of: folder).first { SystemFile.real("\(folder)/\($0)") == node }
            if let link { return link.withoutControls }
        }
        return nil
    }
}
