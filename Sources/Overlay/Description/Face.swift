/// The look and the content of an element that is no container.
public enum Face: Sendable, Equatable {
    /// A text.
    case label(LabelFace)
    /// A symbol that is pressed; on for one that stays down.
    case icon(Icon, isOn: Bool)
    /// The large round button.
    case shutter(ShutterFace)
    /// A word that is pressed; suggested for the one that most want.
    case button(isSuggested: Bool)
    /// A number of a range.
    case slider(SliderValue)
    /// A choice of on and off.
    case toggle(Bool)
    /// A row of a list or menu.
    case item(ItemFace)
    /// A text that is typed: the text, what stands there while it is empty, and the symbol before it.
    case field(text: String, placeholder: String, icon: Icon)
    /// A small picture that is pressed; nil while there is none.
    case thumbnail(Thumbnail?, isChosen: Bool)
    /// A part of a work, 0…1; nil where nobody knows.
    case progress(Double?)
    /// The seconds until something happens, and the part of the time that is left, 0…1.
    case countdown(Int, left: Double)
    /// A recording: its time, and the sign before it.
    case recording(time: String, sign: RecordingSign)
    /// Numbers over time, nil where there is none, and what the graph's bottom and top stand for.
    case graph([Double?], range: ClosedRange<Double>)
    /// A symbol that is only seen.
    case symbol(Icon, tone: Tone)
    /// A line between groups.
    case separator
    /// Room.
    case spacer

    /// A weight of a text among others.
    public enum Tone: Sendable, Hashable {
        /// The one that is read first.
        case plain
        /// The one that is read next.
        case secondary
        /// A fault.
        case alarm
    }
}

/// The look of a text.
public struct LabelFace: Sendable, Equatable {
    /// The font's.
    public var style: TextStyle
    /// The weight among others.
    public var tone: Face.Tone
    /// The most lines.
    public var lines: Int
    /// The place where it is left out what does not fit.
    public var ellipsis: Ellipsis
    /// True where lines stand around their middle.
    public var isCentered: Bool
    /// True for a number that stays in one line where its neighbours in a row can give way.
    public var isFirm: Bool

    /// As many lines as a text may ever need: a program's own words are never cut.
    public static let allLines = 100

    /// Describes a look.
    ///
    /// - Parameters:
    ///   - style: The font's.
    ///   - tone: The weight among others.
    ///   - lines: The most lines.
    ///   - ellipsis: The place where it is left out what does not fit.
    ///   - isCentered: True where lines stand around their middle.
    ///   - isFirm: True for a number that stays in one line where its neighbours in a row can give way.
    public init(
        style: TextStyle = .body, tone: Face.Tone = .plain, lines: Int = 1, ellipsis: Ellipsis = .end,
        isCentered: Bool = false, isFirm: Bool = false
    ) {
        (self.style, self.tone, self.lines) = (style, tone, lines)
        (self.ellipsis, self.isCentered, self.isFirm) = (ellipsis, isCentered, isFirm)
    }
}

/// The large round button's look.
public enum ShutterFace: Sendable, Hashable {
    /// It takes a photograph.
    case photograph
    /// It starts a recording.
    case record
    /// It ends the recording that runs.
    case recording
    /// It ends something else that runs, such as a series of photographs.
    case stop
}

/// The sign before a recording's time.
public enum RecordingSign: Sendable, Hashable {
    /// A dot: it runs.
    case dot
    /// A faint dot, for one that blinks.
    case faintDot
    /// Two strokes: it is paused.
    case strokes
}

/// The content of a row of a list or menu, beside its name.
public struct ItemFace: Sendable, Equatable {
    /// The words below the name.
    public var detail: String?
    /// The symbol before the name.
    public var icon: Icon?
    /// True and false for a row that can be chosen; nil for one that is only pressed.
    public var isChosen: Bool?
    /// True where a menu or a page opens.
    public var opensMore: Bool
    /// The most lines of the name, and of the words below it.
    public var lines: Int
    /// True where room is kept for the hook or the arrow that other rows have, so that all keys stand below each other.
    var keepsMarkRoom = false

    /// The room at both sides of every row of a list.
    static let padding = 12.0
    /// The room of a hook or an arrow.
    static let mark = 28.0

    /// The room behind the key.
    var markRoom: Double {
        let count = (isChosen == nil ? 0 : 1) + (opensMore ? 1 : 0)
        return Double(max(count, keepsMarkRoom ? 1 : 0)) * Self.mark
    }

    /// Describes a row.
    ///
    /// - Parameters:
    ///   - detail: The words below the name.
    ///   - icon: The symbol before the name.
    ///   - isChosen: True and false for a row that can be chosen; nil for one that is only pressed.
    ///   - opensMore: True where a menu or a page opens.
    ///   - lines: The most lines of the name, and of the words below it.
    public init(
        detail: String? = nil, icon: Icon? = nil, isChosen: Bool? = nil, opensMore: Bool = false,
        lines: Int = LabelFace.allLines
    ) {
        (self.detail, self.icon, self.isChosen, self.opensMore) = (detail, icon, isChosen, opensMore)
        self.lines = lines
    }
}
