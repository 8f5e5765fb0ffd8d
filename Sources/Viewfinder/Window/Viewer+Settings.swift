internal import Capture
internal import Frames
internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import VulkanView
internal import WaylandClient

extension Viewer {
    /// Reads the settings; where they cannot be understood, says so.
    static func readSettings(_ file: SettingsFile, _ switcher: SourceSwitcher) -> UserSettings {
        do throws(ViewfinderError) {
            return try file.settings()
        } catch {
            switcher.announce(error.message, about: error.subject)
            return UserSettings()
        }
    }

    /// The name under which the settings of a source are kept; nil for a movie, which is another one each time.
    private static func settingsName(of entry: SourceEntry) -> String? {
        if case .testCard = entry.source { return UserSettings.testCard }
        return entry.id
    }

    /// The name under which what is chosen for a source is remembered until the end: also that of a movie.
    private static func chosenName(of entry: SourceEntry) -> String {
        settingsName(of: entry) ?? "source \(entry.name)"
    }

    /// Finds a setting: what the user has chosen by key comes first, then the command line, then the file.
    private func setting<Value>(_ setting: KeyPath<CameraSettings, Value?>, of name: String) -> Value? {
        chosen[name]?[keyPath: setting] ?? options.given[keyPath: setting]
            ?? settings.cameras[name]?[keyPath: setting]
    }

    /// Shows a source as the user has set it, from now on.
    func applySettings(of entry: SourceEntry?) {
        guard let name = entry.map(Self.chosenName), name != nameOfSettings else { return }
        nameOfSettings = name
        view.isMirrored = setting(\.isMirrored, of: name) ?? false
        view.rotation = setting(\.rotation, of: name) ?? .none
        view.fillMode = setting(\.fillMode, of: name) ?? .fit
        renderer.setPlacement(view)
        guard options.filters.isEmpty else { return }
        let texts = setting(\.filters, of: name) ?? []
        guard texts != filters.texts else { return }
        do {
            let links = try texts.map { try FilterLink(parsing: $0) }
            try links.forEach(start)
            filters = FilterChain(keptLinks: links)
        } catch {
            tellOnce(
                ViewfinderError(
                    Message(
                        "the filters of the last time are left out: {reason}",
                        ["reason": ViewfinderError(error)], comment: "A notice")))
            filters = FilterChain([])
        }
        renderer.setFilters(filters.operations)
    }

    /// Leaves cameras the settings that they have, though they are known by other ids from now on, and keeps the serial numbers that are no
    /// cameras' own.
    func followIDs() {
        for (old, new) in switcher.renamings {
            settings.cameras[new] = settings.cameras.removeValue(forKey: old) ?? settings.cameras[new]
            chosen[new] = chosen.removeValue(forKey: old) ?? chosen[new]
            if nameOfSettings == old { nameOfSettings = new }
            keeper.keep(.id(new, of: old))
        }
        guard CameraList.sharedSerials != settings.sharedSerials else { return }
        settings.sharedSerials = CameraList.sharedSerials
        keeper.keep(.sharedSerials(settings.sharedSerials))
    }

    /// Starts a filter's second picture.
    func start(_ filter: FilterLink) throws {
        let tell = onLoop { (viewer, _: Void) in
            viewer.renderer.filtersWereAdjusted()
            viewer.updateTitle()
        }
        try filter.second?.start(logger) { tell(()) }
    }

    /// Keeps how the picture is placed now.
    ///
    /// - Parameter before: The placement before a key changed it.
    func keepPlacement(since before: ViewOptions) {
        guard let entry = switcher.shown?.entry else { return }
        let name = Self.chosenName(of: entry)
        func keep<Value: Equatable>(
            _ place: KeyPath<ViewOptions, Value>, _ setting: WritableKeyPath<CameraSettings, Value?>,
            _ change: (Value, String) -> SettingsChange
        ) {
            let value = view[keyPath: place]
            guard value != before[keyPath: place] else { return }
            chosen[name, default: CameraSettings()][keyPath: setting] = value
            if let name = Self.settingsName(of: entry) { keeper.keep(change(value, name)) }
        }
        keep(\.isMirrored, \.isMirrored, SettingsChange.mirror)
        keep(\.rotation, \.rotation, SettingsChange.rotation)
        keep(\.fillMode, \.fillMode, SettingsChange.fillMode)
    }

    /// Keeps the filters, unless the command line has some.
    func keepFilters() {
        guard options.filters.isEmpty, let entry = switcher.shown?.entry else { return }
        chosen[Self.chosenName(of: entry), default: CameraSettings()].filters = filters.texts
        if let name = Self.settingsName(of: entry) { keeper.keep(.filters(filters.texts, of: name)) }
    }

    /// Keeps the camera that is shown, if the user has chosen it.
    func keepCamera() {
        guard isChoosing, options.sources.isEmpty, let entry = switcher.shown?.entry, let id = entry.id
        else { return }
        isChoosing = false
        keeper.keep(.lastCamera(UserSettings.ChosenCamera(id: id, name: entry.name)))
    }

    /// Gives the window its first size: the one that the user gave it the last time, or what the picture needs.
    func chooseWindowSize(for picture: SurfaceSize) {
        let kept = settings.windowSize.map {
            Self.possible(SurfaceSize(width: $0.width, height: $0.height), on: connection.longestDisplaySide)
        }
        window?.chooseInitialSize(kept ?? picture)
        firstWindowSize = firstWindowSize ?? kept ?? picture
    }

    /// The longest side of a window where nothing is known about the displays.
    private static let longestSide = 4096

    /// Makes a size that is asked for as small as the displays: it takes memory before the compositor answers with its own.
    ///
    /// - Parameters:
    ///   - size: The size.
    ///   - side: The longest side of a display; nil where none is known.
    /// - Returns: The size, neither side longer than that.
    static func possible(_ size: SurfaceSize, on side: Int?) -> SurfaceSize {
        let most = side.flatMap { $0 > 0 ? $0 : nil } ?? longestSide
        return SurfaceSize(width: min(size.width, most), height: min(size.height, most))
    }

    /// Keeps the window's size, if the user has changed it.
    func keepWindowSize() {
        guard let size = window?.floatingSize, let first = firstWindowSize, size != first else { return }
        firstWindowSize = size
        keeper.keep(.windowSize(PixelSize(width: size.width, height: size.height)))
    }

    /// Tells why settings cannot be kept, each reason once.
    func tellOnce(_ trouble: ViewfinderError) {
        guard toldTroubles.insert(trouble.message).inserted else { return }
        switcher.notify(trouble.message, about: trouble.subject)
    }
}

extension UserSettings {
    /// The windows that have a header over the picture.
    var headerPolicy: HeaderPolicy {
        switch showsHeader {
        case nil: .automatic
        case true?: .always
        case false?: .never
        }
    }
}
