import Testing

@testable import LinuxIO

struct DesktopAppearanceTests {
    @Test(
        arguments: [
            ("Cantarell 11", "Cantarell", 11, false),
            ("DejaVu Sans Bold Oblique 10.5", "DejaVu Sans", 10.5, false),
            ("Inter, 14px", "Inter", 14, true),
            ("Noto Sans,Noto Sans Arabic 12", "Noto Sans,Noto Sans Arabic", 12, false),
            ("Sans", "Sans", 11, false), ("Light 9", "Light", 9, false),
            ("Ubuntu Semi-Condensed Light 11 @wght=200", "Ubuntu", 11, false),
            ("Fira Code 11 #tnum=1", "Fira Code", 11, false),
            ("Source Sans 3 11", "Source Sans 3", 11, false),
            // Sizes beyond all measure, and what is no number.
            ("Sans 0", "Sans", 11, false), ("Sans 4000", "Sans", 11, false),
            ("Sans 1e3", "Sans 1e3", 11, false),
            ("Sans -3", "Sans -3", 11, false), ("Sans nan", "Sans nan", 11, false),
            ("Sans 1.2.3", "Sans 1.2.3", 11, false),
            ("\u{202e}Sans\u{7} 10", "Sans", 10, false), ("  Sans   Serif  ,  12 ", "Sans Serif", 12, false),
        ] as [(String, String, Double, Bool)])
    func fontsOfPango(text: String, family: String, size: Double, isInPixels: Bool) throws {
        let font = try #require(DesktopFont(pango: text))
        #expect(font.family == family)
        #expect(font.size == size)
        #expect(font.isInPixels == isInPixels)
    }

    @Test(arguments: ["", " ", "11", ",", ", 11", "@wght=2", "\u{7}", String(repeating: "a", count: 300)])
    func whatIsNoFont(text: String) { #expect(DesktopFont(pango: text) == nil) }

    @Test(
        arguments: [
            ("appmenu:minimize,maximize,close", [], [.minimize, .maximize, .close]),
            ("appmenu:close", [], [.close]),
            ("close,minimize,maximize:", [.close, .minimize, .maximize], []),
            ("menu: close ", [.menu], [.close]),
            ("", [], []), (":", [], []), ("close", [.close], []), ("close:close,close", [.close], []),
            ("spacer,:,icon,Close,maximize:minimize", [], []),
            (String(repeating: "x,", count: 5000) + ":close", [], []),
        ] as [(String, [WindowButtonLayout.Button], [WindowButtonLayout.Button])])
    func buttonsOfGNOME(
        text: String, leading: [WindowButtonLayout.Button], trailing: [WindowButtonLayout.Button]
    ) {
        #expect(WindowButtonLayout(gnome: text) == WindowButtonLayout(leading: leading, trailing: trailing))
    }

    @Test(
        arguments: [
            (0.1, 0.5), (0.5, 0.5), (1.5, 1.5), (99, 4), (0, 1), (-1, 1), (.nan, 1), (.infinity, 1),
        ] as [(Double, Double)])
    func theScaleOfTextIsBounded(told: Double, taken: Double) {
        let settings = ["org.gnome.desktop.interface": ["text-scaling-factor": BusValue.number(told)]]
        #expect(DesktopAppearance(portal: settings).textScale == taken)
    }

    @Test(
        arguments: [
            ([0, 0.5, 1], true), ([-0.1, 0, 0], false), ([0, 1.1, 0], false), ([0, 0, .nan], false),
            ([0, 0], false),
            ([0, 0, 0, 0], false), ([0, 0, .infinity], false),
        ] as [([Double], Bool)])
    func accentColours(parts: [Double], isOne: Bool) {
        let value = BusValue.structure(parts.map { .number($0) })
        let appearance = DesktopAppearance(portal: ["org.freedesktop.appearance": ["accent-color": value]])
        #expect((appearance.accentColor != nil) == isOne)
    }

    @Test(
        arguments: [
            (0, DesktopAppearance.ColorScheme.noPreference), (1, .dark), (2, .light), (3, .noPreference),
            (-1, .noPreference),
        ] as [(Int64, DesktopAppearance.ColorScheme)])
    func schemes(number: Int64, scheme: DesktopAppearance.ColorScheme) {
        let settings = ["org.freedesktop.appearance": ["color-scheme": BusValue.integer(number)]]
        #expect(DesktopAppearance(portal: settings).colorScheme == scheme)
    }

    @Test func namesThatWouldEndAQuotationMakeNoRule() {
        var signal = BusSignal(service: "a.b", path: "/", interface: "a.b", name: "C", firstArgument: "d")
        #expect(signal.rule == "type='signal',sender='a.b',interface='a.b',member='C',path='/',arg0='d'")
        signal.firstArgument = "d',type='method_call"
        #expect(signal.rule == nil)
    }
}
