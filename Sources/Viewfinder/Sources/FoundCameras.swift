internal import Capture

/// The cameras that the searches have found, and the names by which users tell them apart.
struct FoundCameras {
    /// The findings of the last search; its cameras are in switch order.
    private var last = CameraList.Search()
    /// The cameras of all searches, by their ids, as they were last found.
    private var everFound: [String: CameraIdentity] = [:]
    /// The ids of those that another one of their name was found beside: they keep their longer names, whoever is left.
    private var namedWithBus: Set<String> = []
    /// The ids of cameras that are where they were, and known by others since the search before, with these: another one has come that has the
    /// serial number.
    private(set) var renamings: [(old: String, new: String)] = []
    /// True while the next search counts whatever it finds.
    private var isStale = true

    /// The cameras that are there now; none while nobody knows.
    var cameras: [CameraIdentity] { isStale ? [] : last.cameras }

    /// The nodes that may be cameras and cannot be asked now; none while nobody knows.
    var unavailable: [CameraList.UnavailableNode] { isStale ? [] : last.unavailable }

    /// The nodes that this user may not open; none while nobody knows.
    var forbidden: [String] { isStale ? [] : last.forbidden }

    /// The nodes that are no cameras, with the reasons; none while nobody knows.
    var others: [CameraList.OtherNode] {
        isStale ? [] : last.others.filter { node in !last.unavailable.contains { $0.path == node.path } }
    }

    /// True when it is known that there is none.
    var isEmpty: Bool { !isStale && last.cameras.isEmpty }

    /// Tells whether the node at which a camera was found is there, and this user may not open it any more.
    func isForbidden(_ id: String) -> Bool {
        everFound[id].map { last.forbidden.contains($0.path) } ?? false
    }

    /// Forgets the last search: a camera that went and came between two searches would look as if nothing had happened.
    mutating func forget() { isStale = true }

    /// Takes note of a search.
    ///
    /// - Parameter search: The findings.
    /// - Returns: The ids of those that were not there at the search before; nil where nothing has changed since.
    mutating func take(_ search: CameraList.Search) -> Set<String>? {
        let cameras = search.cameras
        let isSame =
            cameras.map(\.id) == last.cameras.map(\.id) && cameras.map(\.path) == last.cameras.map(\.path)
            && search.forbidden == last.forbidden && search.unavailable == last.unavailable
            && search.others == last.others
        renamings = []
        guard isStale || !isSame else { return nil }
        let new = Set(cameras.map(\.id)).subtracting(last.cameras.map(\.id))
        renamings = cameras.compactMap { camera in
            // udev's names by serial numbers begin so, as do the buses that are the ids of those that it has not named yet.
            last.cameras.first { before in
                before.path == camera.path && before.busInfo == camera.busInfo && before.name == camera.name
                    && before.id.hasPrefix("usb-") && before.id != before.busInfo
                    && !camera.id.hasPrefix("usb-")
            }.map { ($0.id, camera.id) }
        }
        (last, isStale) = (search, false)
        for camera in cameras {
            everFound[camera.id] = camera
            if cameras.contains(where: { $0.name == camera.name && $0.id != camera.id }) {
                namedWithBus.insert(camera.id)
            }
        }
        return new
    }

    /// The cameras that are there now as users know them, in switch order.
    var entries: [SourceEntry] {
        cameras.map { camera in
            SourceEntry(
                source: .camera(.identity(camera.id)),
                name: namedWithBus.contains(camera.id)
                    ? "\(camera.name) [\(place(of: camera))]" : camera.name,
                id: camera.id)
        }
    }

    /// The part of a camera's place that tells it from the others of its name that were ever found: from the first word on that differs.
    private func place(of camera: CameraIdentity) -> Substring {
        let places = everFound.values.filter { $0.name == camera.name && namedWithBus.contains($0.id) }
            .map(\.busInfo)
        let own = camera.busInfo
        var (common, end) = (own.startIndex, own.startIndex)
        while end < own.endIndex, places.allSatisfy({ $0.hasPrefix(own[...end]) }) {
            let letter = own[end]
            end = own.index(after: end)
            if !letter.isLetter, !letter.isNumber { common = end }
        }
        return common == own.endIndex ? own[...] : own[common...]
    }

    /// Finds the stable id of the camera that a selector names now; nil when it is not there.
    func id(of selector: CameraSelector) -> String? {
        switch selector {
        case .path(let path): cameras.first { $0.path == path }?.id
        case .number(let number): cameras.dropFirst(number - 1).first?.id
        case .identity(let text): cameras.first { $0.id == text || $0.name == text }?.id
        }
    }

    /// Finds a camera under the id that it has now, since udev gives it its names a moment after its node.
    ///
    /// - Parameter id: The id under which it was found before.
    /// - Returns: Its entry; nil where its id is as it was, and where it is there no more.
    func renamed(_ id: String) -> SourceEntry? {
        guard let before = everFound[id], !cameras.contains(where: { $0.id == id }) else { return nil }
        let place = cameras.firstIndex {
            $0.path == before.path && $0.busInfo == before.busInfo && $0.name == before.name
        }
        return place.map { entries[$0] }
    }
}
