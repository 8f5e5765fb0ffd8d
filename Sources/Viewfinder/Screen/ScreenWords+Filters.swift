internal import Filters
internal import Overlay

/// The words of the panel of filters.
extension ScreenWords {
    static var filters: String {
        words("Filters", "A button of the bar, a row of the menu, and the title of the panel with filters")
    }
    static var searchFilters: String { words("Search filters", "The empty field of the panel of filters") }
    static var noSuchFilter: String {
        words("No filter is called so.", "The panel of filters; nothing was found")
    }
    static var filterChain: String {
        words("On the picture, in this order", "The heading of the filters that are used, in the panel")
    }
    static var keepChain: String {
        words(
            "Keep this chain …",
            "A row of the panel of filters: asks for a name, and keeps the filters under it")
    }
    static var chainName: String {
        words("Name of the chain", "The empty field for the name under which filters are kept")
    }
    static var keepNoChain: String {
        words("Do not keep it", "The button beside the field for a chain's name: takes the field away")
    }
    static var removeAllFilters: String {
        words(
            "Remove all filters", "A row of the panel of filters, below two or more that are on the picture")
    }
    static var keptChains: String {
        words("Kept chains", "The heading of the chains of filters that are kept under names")
    }
    static var tooManyChains: String {
        words("Take one out first", "Why a chain cannot be kept: there are too many already")
    }
    static var red: String { words("red", "A slider of a filter's colour: its part of red") }
    static var green: String { words("green", "A slider of a filter's colour: its part of green") }
    static var blue: String { words("blue", "A slider of a filter's colour: its part of blue") }
    static var opacity: String { words("opacity", "A slider of a filter's colour: how much it covers") }
    static var across: String {
        words("across", "A slider of a filter: a place or a size from left to right")
    }
    static var down: String { words("down", "A slider of a filter: a place or a size from top to bottom") }

    /// The words of the button that takes a filter out.
    static func takeOut(_ name: String) -> String {
        words("Take out NAME", "A button in the panel of filters; NAME is the filter's name")
            .replacing("NAME", with: name)
    }

    /// The words of the button that forgets a kept chain.
    static func forgetChain(_ name: String) -> String {
        words("Forget NAME", "A button in the panel of filters; NAME is that of a kept chain")
            .replacing("NAME", with: name)
    }

    /// The channels that a filter looks at, on its slider.
    static func channels(_ channels: HistogramChannels) -> String {
        switch channels {
        case .red: red
        case .green: green
        case .blue: blue
        case .luminance: words("brightness", "A slider of a filter: it looks at the luminance")
        case .rgb: words("all colours", "A slider of a filter: it looks at red, green and blue")
        case .rgba: words("colours and opacity", "A slider of a filter: it looks at all channels")
        }
    }

    /// The heading of a group of filters.
    static func filterGroup(_ group: OperationGroupName) -> String {
        switch group {
        case .color: words("Colour", "A group of filters: on colours")
        case .blend: words("Two pictures", "A group of filters: they make one picture of two")
        case .processing: words("Sharpness and shape", "A group of filters: sharpness, blur, edges, geometry")
        case .effect: words("Effects", "A group of filters: for the eye")
        case .histogram:
            words("Brightness of the whole", "A group of filters: the histogram and what follows from it")
        case .analysis:
            words("What is to be seen", "A group of filters: they find corners, lines and movement")
        case .generator: words("Without a picture", "A group of filters: they make pictures of nothing")
        }
    }

    /// The name of a filter: `gaussian-blur` is Gaussian blur, `color-matrix-filter` Colour matrix.
    static func filter(_ name: String) -> String {
        var parts = name.split(separator: "-").map(String.init)
        // All of them are filters.
        if parts.count > 1, let last = parts.last, ["filter", "adjustment"].contains(last) {
            parts.removeLast()
        }
        return words(sentence(parts), "The name of a filter")
    }

    /// The name of a parameter of a filter: `blurRadiusInPixels` is Blur radius in pixels.
    static func parameter(_ name: String) -> String {
        var parts: [String] = []
        for letter in name {
            if parts.isEmpty || letter.isUppercase { parts.append("") }
            parts[parts.count - 1] += letter.lowercased()
        }
        return words(sentence(parts), "The name of a parameter of a filter")
    }

    /// Words of names that have another spelling on the screen: one English, and capitals where they are letters of words.
    private static let spellings = [
        "color": "colour", "colorspace": "colours", "ios": "iOS", "rgb": "RGB", "hsb": "HSB", "cga": "CGA",
        "clahe": "CLAHE", "jfa": "JFA",
    ]

    private static func sentence(_ parts: [String]) -> String {
        let text = parts.map { spellings[$0] ?? $0 }.joined(separator: " ")
        return text.hasPrefix("iOS") ? text : text.prefix(1).uppercased() + text.dropFirst()
    }
}
