import Overlay

/// What tests draw: each kind of guest on a picture, with texts of their choice.
struct Samples {
    /// Makes another text of each.
    var words: @Sendable (String) -> String = { $0 }
    var appearance = Appearance()

    static let pictures: [Thumbnail] = (0..<6).map { number in
        let pixels = (0..<(96 * 54)).map { place -> UInt32 in
            let (x, y) = (UInt32(place % 96), UInt32(place / 96))
            let shift = UInt32(number) * 40
            return 0xff00_0000 | ((x * 2 + shift) & 255) << 16 | ((y * 4) & 255) << 8
                | ((200 - x + shift) & 255)
        }
        return Thumbnail(width: 96, height: 54, pixels: pixels)
    }

    var header: Element {
        .header(
            title: words("Integrated Camera"), detail: words("1920 × 1080, 30/s"),
            layout: appearance.buttonLayout)
    }

    var bar: Element {
        .bar(
            name: words("Camera"),
            [
                .thumbnail("last", Self.pictures[0], name: words("Last picture")).with { $0.rank = 2 },
                .icon("switch", .switchCamera, name: words("Other camera"), key: "C").with { $0.rank = 4 },
                .shutter("shutter", .photograph, name: words("Photograph"), key: "S").with { $0.rank = 5 },
                .icon("movie", .movie, name: words("Movie mode"), key: "R").with { $0.rank = 3 },
                .icon("timer", .timer, name: words("Timer"), isOn: true).with { $0.rank = 1 },
                .icon("filters", .filters, name: words("Filters"), key: "F").with {
                    $0.rank = 1
                    $0.disabledReason = words("The graphics driver runs no filters.")
                },
                .icon("more", .more, name: words("More")).with { $0.rank = 3 },
            ])
    }

    var movieBar: Element {
        .bar(
            "movie-bar", name: words("Movie"),
            [
                .icon("sound", .sound, name: words("Sound")), .icon("pause", .pause, name: words("Pause")),
                .shutter("stop", .recording, name: words("Stop")).with { $0.rank = 2 },
                .shutter("start", .record, name: words("Record")),
                .icon("mute", .soundOff, name: words("Silent")),
            ])
    }

    var panel: Element {
        .panel(
            "controls", title: words("Picture"),
            [
                .heading("light", words("Light")),
                .slider(
                    "brightness", words("Brightness"), SliderValue(40, in: -64...64, step: 1, defaultValue: 0)
                ),
                .slider(
                    "contrast", words("Contrast"), SliderValue(32, in: 0...64, step: 1, defaultValue: 32)),
                .slider(
                    "exposure", words("Exposure time"),
                    SliderValue(156, in: 3...2047, step: 1, isLogarithmic: true, unit: " × 0.1 ms")),
                .slider("gain", words("Gain"), SliderValue(0, in: 0...1)).with {
                    $0.disabledReason = words("The camera sets it itself.")
                },
                .heading("other", words("Other")),
                .toggle("auto", words("Automatic exposure"), isOn: true),
                .toggle("flicker", words("Against flicker"), isOn: false),
                .separator("line"),
                .item(
                    "device", words("Integrated Camera"),
                    ItemFace(detail: words("In use here"), icon: .camera, isChosen: true)),
                .item(
                    "usb", words("USB Capture HDMI"),
                    ItemFace(detail: words("Used by another program"), icon: .camera, isChosen: false)),
                .item("reset", words("Reset all"), ItemFace(icon: .reset)),
                .graph(
                    "rate", name: words("Rate"), (0..<80).map { 28 + Double(($0 * 7) % 5) }, range: 0...40),
                Element("work", name: words("Work"), .face(.progress(0.4))),
                .button("apply", words("Apply")),
            ])
    }

    var filters: Element {
        .panel(
            "filters", title: words("Filters"),
            pinned: [.field("search", name: words("Search"), text: "", placeholder: words("Search filters"))],
            [
                .box(
                    "grid", Box(.grid(cellWidth: 96), spacing: 8),
                    ["Sepia", "Gaussian blur", "Sketch", "Toon", "Histogram equalization", "Vignette"]
                        .enumerated().map {
                            .thumbnail("filter-\($0)", Self.pictures[$0], name: words($1), isChosen: $0 == 1)
                        })
            ])
    }

    var menu: Element {
        .menu(
            "menu", name: words("Timer"),
            [
                .item("off", words("Off"), ItemFace(isChosen: true)),
                .item("three", words("3 seconds"), ItemFace(isChosen: false)),
                .item("ten", words("10 seconds"), ItemFace(isChosen: false)), .separator("menu-line"),
                .item("mirror", words("Mirror"), ItemFace(icon: .mirror, isChosen: nil), key: "M"),
                .item("full", words("Full screen"), ItemFace(icon: .fullScreen), key: "F11"),
                .item("modes", words("Modes"), ItemFace(icon: .sliders, opensMore: true)),
            ])
    }

    var toast: Element {
        .toast(
            "toast", icon: .warning, words("“Integrated Camera” was unplugged."),
            advice: words("Plug it in again to go on."), buttons: [.button("other", words("Other camera"))],
            isFault: true)
    }

    var saved: Element {
        .toast(
            "saved", picture: .thumbnail("shot", Self.pictures[2], name: words("Open")),
            words("Picture saved"),
            buttons: [.button("show", words("Show in folder"))])
    }

    var card: Element {
        .card(
            "card", icon: .lock, words("You may not use Integrated Camera."),
            advice: words("Ask for membership in the group “video”, or log in at this seat."),
            buttons: [
                .button("again", words("Try again"), isSuggested: true), .button("details", words("Details")),
            ])
    }

    var mark: Element { .recordingMark("mark", time: "0:12") }

    var pausedMark: Element { .recordingMark("paused", time: "0:12", sign: .strokes) }

    var pictures: Element { .mark("pictures", icon: .timeLapse, words("12 pictures")) }

    var countdown: Element { Element("countdown", name: words("Countdown"), .face(.countdown(3, left: 0.7))) }

    var tooltip: Element {
        .box(
            "tip", Box(.row, spacing: 12, horizontalPadding: 12, verticalPadding: 6, ground: .card),
            [.label("tip-words", words("Photograph")), .label("tip-key", "S", LabelFace(tone: .secondary))])
    }

    var all: [(String, Element)] {
        [
            ("header", header), ("bar", bar), ("movie", movieBar), ("panel", panel), ("filters", filters),
            ("menu", menu), ("toast", toast), ("saved", saved), ("card", card), ("mark", mark),
            ("paused", pausedMark),
            ("pictures", pictures), ("countdown", countdown), ("tooltip", tooltip),
        ]
    }
}
