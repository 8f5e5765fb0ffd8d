/// The guests on a picture: header, bar, panel, notice, card, mark, menu, tooltip.
extension Element {
    /// A window's header, for its full width.
    ///
    /// Its window buttons have the names `window-minimize`, `window-maximize` and `window-close`.
    ///
    /// - Parameters:
    ///   - title: The name of what the window shows.
    ///   - detail: Its state, in few words; nil for none.
    ///   - isMaximized: True where the second button gives back the former size.
    ///   - isFullscreen: True where the second button leaves full screen.
    ///   - layout: The window buttons, and their sides.
    /// - Returns: The element, named `header`.
    public static func header(
        title: String, detail: String? = nil, isMaximized: Bool = false, isFullscreen: Bool = false,
        layout: ButtonLayout = ButtonLayout()
    ) -> Element {
        func buttons(_ side: [ButtonLayout.WindowButton]) -> [Element] {
            side.map { windowButton($0, isMaximized: isMaximized, isFullscreen: isFullscreen) }
        }
        let name = label("header-title", title, LabelFace(style: .title, ellipsis: .middle))
            .with { $0.rank = 2 }
        let state = detail.map { label("header-detail", $0).with { $0.isWhole = true } }
        let words = box("header-words", Box(.row, spacing: 12), [name] + (state.map { [$0] } ?? []))
            .with {
                $0.grows = true
                $0.rank = 1
            }
        let lead = box("header-lead", Box(.row, spacing: 0), buttons(layout.leading)).with { $0.rank = 3 }
        let trail = box("header-trail", Box(.row, spacing: 0), buttons(layout.trailing)).with { $0.rank = 3 }
        let sides = (
            layout.leading.isEmpty ? [] : [lead], layout.trailing.isEmpty ? [] : [trail]
        )
        let padding = layout.leading.isEmpty ? [spacerOf(8)] : []
        return box(
            "header", Box(.row, spacing: 4, horizontalPadding: 4, ground: .header), name: title,
            sides.0 + padding + [words] + sides.1
        ).with { $0.ownRole = .toolbar }
    }

    private static func spacerOf(_ width: Double) -> Element {
        Element("header-room", name: "", .face(.spacer)).with { $0.width = width }
    }

    private static func windowButton(
        _ button: ButtonLayout.WindowButton, isMaximized: Bool, isFullscreen: Bool
    ) -> Element {
        func words(_ text: String, _ comment: String) -> String {
            Strings.localized(text, comment: "A button of the header: " + comment)
        }
        let (icon, name): (Icon, String) =
            switch button {
            case .minimize: (.minimize, words("Minimise", "hides the window"))
            case .maximize where isFullscreen:
                (.leaveFullScreen, words("Leave full screen", "the window gets its size back"))
            case .maximize where isMaximized: (.restore, words("Restore", "gives the window its former size"))
            case .maximize: (.maximize, words("Maximise", "the window fills the screen"))
            case .close: (.close, words("Close", "closes the window"))
            }
        return self.icon("window-\(button.rawValue)", icon, name: name)
            .with { $0.rank = button == .close ? 2 : 1 }
    }

    /// The bar of buttons below the picture.
    ///
    /// Where there is no room for all, those of the lowest ``Element/rank`` are left out first.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - name: The words by which a person knows it.
    ///   - elements: The buttons.
    /// - Returns: The element.
    public static func bar(_ id: String = "bar", name: String = "", _ elements: [Element]) -> Element {
        box(
            id,
            Box(
                .row, spacing: 4, horizontalPadding: 10, verticalPadding: 4, ground: .pill, alignment: .center
            ),
            name: name, elements
        ).with { $0.ownRole = .toolbar }
    }

    /// A panel at the side: a title with a button that closes it, and rows that scroll.
    ///
    /// - Parameters:
    ///   - id: Its name; the button's is that and `-close`, that of what scrolls that and `-rows`.
    ///   - title: The title.
    ///   - pinned: Elements between the title and the rows, such as a search field.
    ///   - rows: The rows.
    /// - Returns: The element.
    public static func panel(
        _ id: String, title: String, pinned: [Element] = [], _ rows: [Element]
    ) -> Element {
        let close = icon(
            "\(id)-close", .close,
            name: Strings.localized("Close", comment: "The button that closes a panel"), key: "Esc")
        // The title stands above the rows' words.
        let name = box(
            "\(id)-name", Box(.row, horizontalPadding: 8),
            [
                label("\(id)-title", title, LabelFace(style: .title, lines: LabelFace.allLines))
                    .with { $0.grows = true }
            ]
        ).with { $0.grows = true }
        let top = box("\(id)-top", Box(.row, horizontalPadding: 16), [name, close]).with { $0.rank = 1 }
        let list = box(
            "\(id)-rows", Box(.scroll, spacing: 4, horizontalPadding: 12, verticalPadding: 6), name: title,
            aligned(rows.map(indented))
        ).with {
            $0.grows = true
            $0.rank = 1
        }
        let held =
            pinned.isEmpty
            ? [] : [box("\(id)-pinned", Box(.column, spacing: 4, horizontalPadding: 12), pinned)]
        return box(
            id, Box(.column, spacing: 4, verticalPadding: 4, ground: .card), name: title,
            [top] + held + [list])
    }

    /// A text by itself where the texts of rows begin; anything else as it is.
    private static func indented(_ row: Element) -> Element {
        guard case .face(.label) = row.content else { return row }
        return paragraph("\(row.id)-line", [row])
    }

    /// The name of a group of rows.
    public static func heading(_ id: String, _ text: String) -> Element {
        box(
            id, Box(.row, horizontalPadding: ItemFace.padding, verticalPadding: 6),
            [
                label(
                    "\(id)-words", text,
                    LabelFace(style: .heading, tone: .secondary, lines: LabelFace.allLines))
            ])
    }

    /// Words in a list, which begin where those of rows that are pressed do.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - labels: The words, one below the other.
    /// - Returns: The element.
    public static func paragraph(_ id: String, _ labels: [Element]) -> Element {
        box(
            id, Box(.column, spacing: 4, horizontalPadding: ItemFace.padding, verticalPadding: 4), labels)
    }

    /// Rows whose keys stand below each other, whether they have a hook or an arrow behind them or not.
    private static func aligned(_ rows: [Element]) -> [Element] {
        let items = rows.compactMap { row -> ItemFace? in
            if case .face(.item(let item)) = row.content { item } else { nil }
        }
        let haveMarks = items.contains { $0.markRoom > 0 }
        guard haveMarks, rows.contains(where: { $0.key != nil }) else { return rows }
        return rows.map { row in
            guard case .face(.item(var item)) = row.content else { return row }
            item.keepsMarkRoom = true
            return row.with { $0.content = .face(.item(item)) }
        }
    }

    /// A notice: what is, what to do, and at most two buttons; the words scroll where there is no room for all.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - icon: The symbol before the words.
    ///   - picture: A small picture in the symbol's place.
    ///   - text: One sentence that says what is.
    ///   - advice: One sentence that says what to do.
    ///   - buttons: The buttons.
    ///   - isFault: True for a red symbol.
    /// - Returns: The element.
    public static func toast(
        _ id: String, icon: Icon? = nil, picture: Element? = nil, _ text: String, advice: String? = nil,
        buttons: [Element] = [], isFault: Bool = false
    ) -> Element {
        let words = box(
            "\(id)-words", Box(.scroll, spacing: 2, horizontalPadding: 8),
            [
                label(
                    "\(id)-text", text,
                    LabelFace(style: advice == nil ? .body : .title, lines: LabelFace.allLines))
            ]
                + (advice.map {
                    [label("\(id)-advice", $0, LabelFace(tone: .secondary, lines: LabelFace.allLines))]
                } ?? [])
        ).with {
            $0.grows = true
            $0.ownRole = .group
        }
        let symbol = icon.map { icon in
            Element("\(id)-symbol", name: "", .face(.symbol(icon, tone: isFault ? .alarm : .plain)))
        }
        let start = (picture ?? symbol).map { [$0] } ?? []
        let message = box("\(id)-message", Box(.row, spacing: 4), start + [words]).with {
            $0.grows = true
            $0.rank = 1
        }
        let act = box(
            "\(id)-buttons", Box(.row, spacing: 8, alignment: .trailing, wraps: true), buttons)
        return box(
            id,
            Box(
                .row, spacing: 12, horizontalPadding: 12, verticalPadding: 10, ground: .card, wraps: true),
            name: text, [message] + (buttons.isEmpty ? [] : [act])
        ).with { $0.ownRole = .alert }
    }

    /// A card in the middle of the picture, for a state that leaves nothing else to see; the words scroll where there is no room for all.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - icon: The symbol above the words.
    ///   - text: One sentence that says what is.
    ///   - advice: One sentence that says what to do.
    ///   - buttons: The buttons.
    ///   - isFault: True for a red symbol.
    ///   - isCompact: True in a window so small that the card has no symbol and little room around the words.
    /// - Returns: The element.
    public static func card(
        _ id: String, icon: Icon, _ text: String, advice: String? = nil, buttons: [Element] = [],
        isFault: Bool = false, isCompact: Bool = false
    ) -> Element {
        let symbol = Element("\(id)-symbol", name: "", .face(.symbol(icon, tone: isFault ? .alarm : .plain)))
            .with {
                $0.width = 44
                // Where there is no room for all, the symbol goes before words scroll.
                $0.isWhole = true
            }
        let headline = label(
            "\(id)-text", text,
            LabelFace(style: isCompact ? .title : .headline, lines: LabelFace.allLines, isCentered: true))
        let details = advice.map {
            label(
                "\(id)-advice", $0,
                LabelFace(tone: .secondary, lines: LabelFace.allLines, isCentered: true))
        }
        let words = box(
            "\(id)-words", Box(.scroll, spacing: 10, horizontalPadding: 8),
            [headline] + (details.map { [$0] } ?? [])
        ).with {
            $0.grows = true
            $0.rank = 1
            $0.ownRole = .group
        }
        let act = box(
            "\(id)-buttons", Box(.row, spacing: 8, verticalPadding: 4, alignment: .center, wraps: true),
            buttons)
        return box(
            id,
            Box(
                .column, spacing: isCompact ? 4 : 10, horizontalPadding: isCompact ? 8 : 16,
                verticalPadding: isCompact ? 8 : 20, ground: .card, alignment: .center),
            name: text, (isCompact ? [] : [symbol]) + [words] + (buttons.isEmpty ? [] : [act])
        ).with { $0.ownRole = .alert }
    }

    /// A small mark: words that say what is going on.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - icon: The symbol before the words.
    ///   - text: The words; digits are equally wide.
    /// - Returns: The element.
    public static func mark(_ id: String, icon: Icon? = nil, _ text: String) -> Element {
        let symbol = icon.map { icon in
            Element("\(id)-symbol", name: "", .face(.symbol(icon, tone: .plain))).with { $0.width = 20 }
        }
        return box(
            id, Box(.row, horizontalPadding: 12, verticalPadding: 6, ground: .pill), name: text,
            (symbol.map { [$0] } ?? [])
                + [label("\(id)-text", text, LabelFace(style: .number, lines: LabelFace.allLines))])
    }

    /// The mark of a recording.
    ///
    /// - Parameters:
    ///   - id: Its name.
    ///   - time: The recording's length in words, such as `0:12`.
    ///   - sign: The sign before it, which tells whether it runs.
    ///   - isSilent: True for one that lacks the sound that it was to have: a crossed microphone stands beside the time.
    /// - Returns: The element.
    public static func recordingMark(
        _ id: String, time: String, sign: RecordingSign = .dot, isSilent: Bool = false
    ) -> Element {
        let name =
            sign == .strokes
            ? Strings.localized("Recording paused", comment: "The mark with two strokes and the time")
            : Strings.localized("Recording", comment: "The mark with the red dot and the time")
        let words = Strings.localized(
            "without sound", comment: "A crossed microphone beside a recording's time")
        let silence = Element("\(id)-silent", name: words, .face(.symbol(.microphoneOff, tone: .plain)))
            .with { $0.width = 20 }
        return box(
            id, Box(.row, horizontalPadding: 12, verticalPadding: 6, ground: .densePill), name: name,
            [Element("\(id)-time", name: name, .face(.recording(time: time, sign: sign)))]
                + (isSilent ? [silence] : [])
        ).with { $0.rank = 1 }
    }

    /// A menu.
    public static func menu(_ id: String, name: String, _ items: [Element]) -> Element {
        box(
            id, Box(.scroll, spacing: 0, horizontalPadding: 6, verticalPadding: 6, ground: .opaqueCard),
            name: name, aligned(items))
    }

    /// The name of what the pointer rests on, and the key that does the same.
    public static func tooltip(_ tooltip: OverlayTooltip) -> Element {
        let words = label("tooltip-words", tooltip.text, LabelFace(lines: LabelFace.allLines))
            .with { $0.rank = 1 }
        let key = tooltip.key.map {
            label("tooltip-key", $0, LabelFace(tone: .secondary, lines: LabelFace.allLines))
        }
        return box(
            "tooltip", Box(.row, spacing: 12, horizontalPadding: 12, verticalPadding: 6, ground: .opaqueCard),
            name: tooltip.text, [words] + (key.map { [$0] } ?? []))
    }
}
