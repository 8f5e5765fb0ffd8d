public import Overlay

/// Words over the picture: what is, what to do, and buttons for it.
public struct OverlayNotice: Sendable, Equatable {
    /// The place.
    public enum Place: Sendable, Hashable {
        /// Above the bar, over a picture that goes on.
        case toast
        /// The middle of the window, where there is no picture to see.
        case card
        /// A small mark in the middle of the top edge.
        case mark
    }

    /// The words that say what is.
    public var text: String
    /// The words that say what to do; nil for none.
    public var advice: String?
    /// The buttons, at most two, by the names of their actions.
    public var buttons: [Element]
    /// The symbol; nil for none.
    public var icon: Icon?
    /// A small picture in the symbol's place, such as ``Overlay/Element/thumbnail(_:_:name:)``; counts for a toast.
    public var picture: Element?
    /// True for what has gone wrong.
    public var isFault: Bool
    /// The place.
    public var place: Place
    /// True where the picture below is no longer that of the moment, and is dimmed; counts for a state.
    public var dimsPicture: Bool

    /// Describes a notice.
    ///
    /// - Parameters:
    ///   - text: The words that say what is; of any length.
    ///   - advice: The words that say what to do.
    ///   - buttons: The buttons, at most two.
    ///   - icon: The symbol.
    ///   - picture: A small picture in the symbol's place.
    ///   - isFault: True for what has gone wrong.
    ///   - place: The place.
    ///   - dimsPicture: True where the picture below is no longer that of the moment.
    public init(
        _ text: String, advice: String? = nil, buttons: [Element] = [], icon: Icon? = nil,
        picture: Element? = nil, isFault: Bool = false, place: Place = .toast, dimsPicture: Bool = false
    ) {
        (self.text, self.advice, self.buttons, self.icon) = (text, advice, buttons, icon)
        (self.picture, self.isFault, self.place, self.dimsPicture) = (picture, isFault, place, dimsPicture)
    }

    /// The element that shows it.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - isCompact: True in a small window.
    /// - Returns: The element.
    func element(_ name: String, isCompact: Bool = false) -> Element {
        switch place {
        case .toast:
            .toast(
                name, icon: icon, picture: picture, text, advice: advice, buttons: buttons, isFault: isFault)
        case .mark: .mark(name, icon: icon, text)
        case .card:
            .card(
                name, icon: icon ?? (isFault ? .warning : .information), text, advice: advice,
                buttons: buttons, isFault: isFault, isCompact: isCompact)
        }
    }
}

extension OverlayNotice.Place {
    /// The place on the picture.
    var guest: GuestPlace {
        switch self {
        case .toast: .notice
        case .card: .center
        case .mark: .top
        }
    }
}
