/// The desktop's settings by its portal (`org.freedesktop.portal.Settings`), read once and followed from then on.
///
/// Confined to the thread of the bus's loop. Without a portal, or where it tells nothing or nonsense, the values are those of
/// ``DesktopAppearance/init()``; a portal that ends leaves the last ones, and one that comes back is read anew.
public final class DesktopSettings {
    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Settings"
    /// The namespaces that are asked for.
    static let namespaces = [
        "org.freedesktop.appearance", "org.gnome.desktop.interface", "org.gnome.desktop.wm.preferences",
    ]

    /// The wishes as they are known now.
    public private(set) var appearance = DesktopAppearance()
    /// True once the portal has told them.
    public private(set) var isKnown = false
    /// Called when ``appearance`` has changed.
    public var onChange: (DesktopAppearance) -> Void = { _ in }
    /// Called at most once, with a sentence, when the desktop's wishes cannot be known.
    public var onTrouble: (String) -> Void = { _ in }

    private let bus: MessageBus
    private let limit: Double
    private var values: [String: [String: BusValue]] = [:]
    private var hasComplained = false
    /// The number of the question whose answer counts.
    private var question = 0

    /// Asks the portal, which the bus starts where it does not run; changes come from then on.
    ///
    /// Takes ``MessageBus/onLoss`` of the bus.
    ///
    /// - Parameters:
    ///   - bus: The session's bus, which is held.
    ///   - limit: The longest time for an answer, in seconds; a portal that is being started takes some.
    public init(_ bus: MessageBus, within limit: Double = 30) {
        (self.bus, self.limit) = (bus, limit)
        bus.onLoss = { [weak self] fault in self?.complain(fault) }
        let changed = BusSignal(
            service: Self.portal, path: Self.path, interface: Self.interface, name: "SettingChanged")
        bus.listen(to: changed, expecting: "ssv") { [weak self] values in self?.change(values) }
        let owner = BusSignal(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            name: "NameOwnerChanged", firstArgument: Self.portal)
        bus.listen(to: owner, expecting: "sss") { [weak self] values in
            // Another one, and not the end of one.
            if values.last?.text?.isEmpty == false { self?.ask() }
        }
        ask()
    }

    private func ask() {
        question += 1
        let method = BusMethod(
            service: Self.portal, path: Self.path, interface: Self.interface, name: "ReadAll")
        bus.call(method, [.texts(Self.namespaces)], expecting: "a{sa{sv}}", within: limit) {
            [weak self, question] result in
            guard let self, question == self.question else { return }
            switch result {
            case .success(let values): take(values.first?.members ?? [:])
            case .failure(let fault): complain(fault)
            }
        }
    }

    private func take(_ members: [String: BusValue]) {
        // What is not asked for is not kept.
        values = [:]
        for namespace in Self.namespaces { values[namespace] = members[namespace]?.members }
        isKnown = true
        tell()
    }

    private func change(_ signal: [BusValue]) {
        guard signal.count == 3, let namespace = signal[0].text, Self.namespaces.contains(namespace),
            let key = signal[1].text, DesktopAppearance.keys.contains(key)
        else { return }
        values[namespace, default: [:]][key] = signal[2]
        tell()
    }

    private func tell() {
        let appearance = DesktopAppearance(portal: values)
        guard appearance != self.appearance else { return }
        self.appearance = appearance
        onChange(appearance)
    }

    private func complain(_ fault: MessageBusFault) {
        guard !hasComplained else { return }
        hasComplained = true
        onTrouble(
            isKnown
                ? "changes of the desktop's settings are not followed any more: \(fault)"
                : "the desktop's colours, font and buttons are unknown: \(fault)")
    }
}

extension DesktopAppearance {
    /// The keys of the portal's settings that are known.
    static let keys: Set<String> = [
        "color-scheme", "accent-color", "contrast", "reduced-motion", "font-name", "text-scaling-factor",
        "gtk-enable-animations", "button-layout",
    ]

    /// Reads the portal's values, each of which may be missing or of any type.
    ///
    /// - Parameter settings: The values by namespace and key (org.freedesktop.portal.Settings, "ReadAll").
    public init(portal settings: [String: [String: BusValue]]) {
        self.init()
        let common = settings["org.freedesktop.appearance"] ?? [:]
        switch common["color-scheme"]?.integer {
        case 1: colorScheme = .dark
        case 2: colorScheme = .light
        default: break
        }
        if let parts = common["accent-color"]?.fields, parts.count == 3, let red = parts[0].number,
            let green = parts[1].number, let blue = parts[2].number
        {
            accentColor = Color(red: red, green: green, blue: blue)
        }
        hasHighContrast = common["contrast"]?.integer == 1
        let interface = settings["org.gnome.desktop.interface"] ?? [:]
        hasReducedMotion =
            common["reduced-motion"]?.integer == 1 || interface["gtk-enable-animations"]?.boolean == false
        if let scale = interface["text-scaling-factor"]?.number, scale.isFinite, scale > 0 {
            textScale = min(max(Self.textScales.lowerBound, scale), Self.textScales.upperBound)
        }
        font = interface["font-name"]?.text.flatMap { DesktopFont(pango: $0) }
        if let layout = settings["org.gnome.desktop.wm.preferences"]?["button-layout"]?.text {
            buttons = WindowButtonLayout(gnome: layout)
        }
    }
}
