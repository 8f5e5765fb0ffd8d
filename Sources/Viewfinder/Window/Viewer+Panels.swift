internal import Capture
internal import Frames
internal import LinuxIO
internal import LiveView
internal import VulkanView

/// The panels of modes, of colours and of information.
extension Viewer {
    // MARK: - Modes and colours

    /// The content of the panel of modes now.
    var modesPage: ModesPage {
        guard let shown = switcher.shown else { return ModesPage() }
        return ModesPage(
            offers: shown.offers, mode: shown.mode, wish: switcher.wishes(of: shown.entry).mode)
    }

    /// The content of the panel of colours now.
    var colorPage: ColorPage {
        guard let shown = switcher.shown else { return ColorPage() }
        // A pipe would go on in the midst of a picture.
        let isFixed =
            switch shown.entry.source {
            case .raw, .y4m: true
            case .camera, .testCard, .movie: false
            }
        return ColorPage(
            mode: shown.mode, wish: switcher.wishes(of: shown.entry).color, isFixed: isFixed)
    }

    /// Sets the camera to a mode; the picture stays until the first one of the new mode.
    func choose(_ choice: ModesPage.Choice) {
        let request = modesPage.request(for: choice)
        switcher.choose { $0.mode = request }
    }

    /// Shows the picture with another meaning of its numbers.
    func choose(_ wish: ColorWish) { switcher.choose { $0.color = wish } }

    /// Shows the picture with the next range of its numbers: limited, full, the one that the source tells.
    func stepRange() {
        let page = colorPage
        guard page.mode != nil else { return }
        guard !page.isFixed else { return switcher.tell(Message(verbatim: ScreenWords.colorIsFixed)) }
        let wish = page.wish.withNextRange
        choose(wish)
        switcher.tell(
            Message(
                verbatim: ScreenWords.rangeIsNow(wish.range.map(ScreenWords.range) ?? ScreenWords.automatic)))
    }

    /// Keeps what was chosen of a camera; other sources are other ones each time.
    func keep(_ wishes: SourceWishes, of entry: SourceEntry, since before: SourceWishes) {
        guard let id = entry.id else { return }
        if wishes.mode != before.mode { keeper.keep(.mode(wishes.keptMode, of: id)) }
        if wishes.color != before.color { keeper.keep(.color(wishes.keptColor, of: id)) }
    }

    // MARK: - Information

    /// The content of the panel of information now.
    var informationPage: InformationPage {
        InformationPage(
            camera: switcher.titleName.localized, mode: switcher.shown?.mode, view: renderer.viewReport,
            history: history)
    }

    /// True while the panel of information is open.
    var showsInformationPanel: Bool { if case .information? = panel { true } else { false } }

    /// Opens the panel of information, which is brought up to date once a second as long as it is open.
    func openInformation() {
        history = RateHistory()
        // What came before is no part of the first second.
        if !isTicking { _ = report(final: false) }
        open(.information(InformationPage()))
        startTicking()
    }
}
