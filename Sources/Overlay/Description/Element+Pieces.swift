/// The short ways to describe pieces; all words come translated.
extension Element {
    /// A text.
    public static func label(_ id: String, _ text: String, _ face: LabelFace = LabelFace()) -> Element {
        Element(id, name: text, .face(.label(face)))
    }

    /// A symbol that is pressed.
    ///
    /// - Parameters:
    ///   - id: The name by which the program knows it.
    ///   - icon: The symbol.
    ///   - name: The words of the tooltip.
    ///   - key: The key that does the same.
    ///   - isOn: True where it stays down.
    /// - Returns: The element.
    public static func icon(
        _ id: String, _ icon: Icon, name: String, key: String? = nil, isOn: Bool = false
    ) -> Element {
        Element(id, name: name, .face(.icon(icon, isOn: isOn)), key: key)
    }

    /// The large round button.
    public static func shutter(_ id: String, _ face: ShutterFace, name: String, key: String? = nil) -> Element
    {
        Element(id, name: name, .face(.shutter(face)), key: key)
    }

    /// A word that is pressed.
    public static func button(_ id: String, _ name: String, isSuggested: Bool = false) -> Element {
        Element(id, name: name, .face(.button(isSuggested: isSuggested)))
    }

    /// A number of a range.
    public static func slider(_ id: String, _ name: String, _ value: SliderValue) -> Element {
        Element(id, name: name, .face(.slider(value)))
    }

    /// A choice of on and off.
    public static func toggle(_ id: String, _ name: String, isOn: Bool, key: String? = nil) -> Element {
        Element(id, name: name, .face(.toggle(isOn)), key: key)
    }

    /// A row of a list or menu.
    public static func item(
        _ id: String, _ name: String, _ face: ItemFace = ItemFace(), key: String? = nil
    ) -> Element {
        Element(id, name: name, .face(.item(face)), key: key)
    }

    /// A text that is typed.
    ///
    /// - Parameters:
    ///   - id: The name by which the program knows it.
    ///   - name: The words for those who do not see it.
    ///   - text: The text.
    ///   - placeholder: The words that stand there while it is empty.
    ///   - icon: The symbol before the text.
    /// - Returns: The element.
    public static func field(
        _ id: String, name: String, text: String, placeholder: String, icon: Icon = .search
    ) -> Element {
        Element(id, name: name, .face(.field(text: text, placeholder: placeholder, icon: icon)))
    }

    /// A small picture that is pressed.
    public static func thumbnail(
        _ id: String, _ picture: Thumbnail?, name: String, isChosen: Bool = false
    ) -> Element {
        Element(id, name: name, .face(.thumbnail(picture, isChosen: isChosen)))
    }

    /// A graph of numbers over time, as a line from the oldest to the newest, without words or axes.
    ///
    /// It has no clock: who shows it gives it a new number now and then, and takes the oldest away. It is as wide as its column, and 48 units
    /// high; of more numbers than units the newest are drawn.
    ///
    /// - Parameters:
    ///   - id: The name by which the program knows it.
    ///   - name: The words for those who do not see it.
    ///   - numbers: The numbers at equal distances in time, the oldest first; nil where there is none, which leaves a gap in the line.
    ///   - range: The numbers at the bottom and the top; those outside are drawn there.
    /// - Returns: The element.
    public static func graph(
        _ id: String, name: String, _ numbers: [Double?], range: ClosedRange<Double>
    ) -> Element {
        Element(id, name: name, .face(.graph(numbers, range: range)))
    }

    /// A line between groups.
    public static func separator(_ id: String) -> Element { Element(id, name: "", .face(.separator)) }

    /// Room that takes all that is left.
    public static func spacer(_ id: String) -> Element {
        var spacer = Element(id, name: "", .face(.spacer))
        spacer.grows = true
        return spacer
    }

    /// A container.
    public static func box(_ id: String, _ box: Box, name: String = "", _ children: [Element]) -> Element {
        Element(id, name: name, .box(box, children))
    }

    /// The element with something else about it.
    ///
    /// - Parameter change: Changes it.
    /// - Returns: The changed element.
    public func with(_ change: (inout Element) -> Void) -> Element {
        var changed = self
        change(&changed)
        return changed
    }
}
