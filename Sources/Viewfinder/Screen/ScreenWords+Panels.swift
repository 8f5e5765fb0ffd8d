internal import Capture
internal import Frames
internal import LinuxIO
internal import Overlay

/// The words of the panels of modes, of colours and of information.
extension ScreenWords {
    static var automatic: String {
        words("Automatic", "A row of the panels of modes and colours: the program chooses")
    }

    // MARK: - Modes

    static var modes: String {
        words("Modes", "A row of the menu, and the title of the panel with sizes, rates and formats")
    }
    static var noModes: String {
        words("This source has one mode only.", "The panel of modes, where there is nothing to choose")
    }
    static var cameraChooses: String {
        words(
            "What suits the camera best",
            "Below “Automatic” in the panel of modes, while another row is chosen")
    }
    static var sizes: String { words("Size", "The heading of the sizes in the panel of modes") }
    static var rates: String {
        words("Rate at this size", "The heading of the rates in the panel of modes: pictures per second")
    }
    static var formats: String {
        words("Format at this size", "The heading of the pixel formats in the panel of modes")
    }

    /// True where the user's language reads from right to left.
    static let readsFromRightToLeft = UserEnvironment().readsFromRightToLeft

    /// A size: `1280 × 720`, read from left to right in every language.
    ///
    /// In a text from right to left it is isolated (Unicode Standard Annex 9: LRI, PDI); elsewhere it need not be, and fonts without these characters
    /// show boxes for them.
    static func size(_ size: PixelSize, isIsolated: Bool = readsFromRightToLeft) -> String {
        let text = "\(size.width) × \(size.height)"
        return isIsolated ? "\u{2066}\(text)\u{2069}" : text
    }

    /// A rate: `30 fps`, `29.97 fps`.
    static func rate(_ rate: Rational) -> String { perSecond(decimal(rate.value, digits: 2)) }

    /// A rate that was measured: `29.9 fps`.
    static func measuredRate(_ rate: Double) -> String { perSecond(decimal(rate, digits: 1)) }

    private static func perSecond(_ number: String) -> String {
        words("NUMBER fps", "A number of pictures per second; NUMBER is it").replacing("NUMBER", with: number)
    }

    /// A mode in one line.
    static func mode(_ mode: CaptureMode) -> String {
        [size(mode.size), mode.rate.map(rate), "\(mode.fourCC)"].compactMap(\.self).joined(separator: ", ")
    }

    // MARK: - Colours

    static var color: String {
        words(
            "Colour",
            "A row of the menu, the title of the panel with the meaning of colours, and a line of information"
        )
    }
    static var colorRange: String {
        words("Range", "The heading of the choices which numbers stand for black and white")
    }
    static var colorMatrix: String {
        words("Matrix", "The heading of the choices how luma and colour differences are mixed")
    }
    static var colorPrimaries: String {
        words("Primaries", "The heading of the choices which red, green and blue a picture is made of")
    }
    static var colorTransfer: String {
        words("Transfer", "The heading of the choices by which curve light became numbers")
    }

    /// A notice of the range after the key for it.
    static func rangeIsNow(_ range: String) -> String {
        words(
            "Range: RANGE", "A notice; RANGE is the codes of black and white, or that the source tells them"
        )
        .replacing("RANGE", with: range)
    }
    static var colorIsFixed: String {
        words(
            "Give the colour of this source on the command line.",
            "The rows of the panel of colours, where they cannot be used: a pipe cannot be opened again")
    }

    static func range(_ range: ColorDescription.Range) -> String {
        switch range {
        case .limited: words("Limited (16–235)", "A range of colours: black is 16, white 235")
        case .full: words("Full (0–255)", "A range of colours: black is 0, white 255")
        }
    }

    /// The name of a matrix, which is that of its standard.
    static func matrix(_ matrix: ColorDescription.Matrix) -> String {
        switch matrix {
        case .bt601: "BT.601"
        case .bt709: "BT.709"
        case .bt2020: "BT.2020"
        case .smpte240m: "SMPTE 240M"
        }
    }

    /// The name of primaries, which is that of their standard.
    static func primaries(_ primaries: ColorDescription.Primaries) -> String {
        switch primaries {
        case .bt709: "BT.709, sRGB"
        case .smpte170m: "SMPTE 170M"
        case .bt470bg: "BT.470 BG"
        case .bt470m: "BT.470 M"
        case .smpte240m: "SMPTE 240M"
        case .bt2020: "BT.2020"
        case .adobeRGB: "Adobe RGB"
        case .dciP3: "DCI-P3"
        }
    }

    /// The name of a curve, which is that of its standard.
    static func transfer(_ transfer: ColorDescription.Transfer) -> String {
        switch transfer {
        case .bt709: words("BT.709, cameras", "A curve from light to numbers, that of cameras")
        case .bt1886: words("BT.1886, screens", "A curve from light to numbers, that of movies and screens")
        case .srgb: "sRGB"
        case .adobeRGB: "Adobe RGB"
        case .smpte240m: "SMPTE 240M"
        case .linear: words("Linear", "A curve from light to numbers: a straight line")
        case .dciP3: "DCI-P3"
        case .pq: "PQ"
        case .hlg: "HLG"
        }
    }

    /// A meaning of colours in one line; pictures without colour differences have no matrix.
    static func color(_ color: ColorDescription, _ format: PixelFormat) -> String {
        let range =
            switch color.range {
            case .limited: words("limited range", "In a line about colours: black is 16, white 235")
            case .full: words("full range", "In a line about colours: black is 0, white 255")
            }
        return switch format.model {
        case .rgb, .grey: range
        case .yCbCr, .compressed: "\(matrix(color.matrix)), \(range)"
        }
    }

    static func sourceSays(_ color: String) -> String {
        words("The source says: COLOUR", "The panel of colours; COLOUR is a matrix and a range")
            .replacing("COLOUR", with: color)
    }

    /// The reason why a source has its colours; nil for one that is sure of them.
    static func because(_ reason: Message?) -> String {
        guard let reason else {
            return words("It is sure of that.", "The panel of colours: the source tells its colours itself")
        }
        return reason.sentence
    }

    // MARK: - Information

    static var informationPanel: String {
        words("Information", "A row of the menu, and the title of the panel with graphs of rate and age")
    }
    static var shownRate: String { words("Shown", "A graph: pictures shown per second") }
    static var ageOnScreen: String {
        words("Age on the screen", "A graph: the time from the camera's stamp to the light of the screen")
    }
    static var latency: String {
        words("Age when presented", "A graph: the time from the camera's stamp to the presentation")
    }
    static var lostPictures: String { words("Left out", "A graph: pictures per second that were not shown") }
    static var camera: String { words("Camera", "A line of the panel of information: the source's name") }
    static var format: String { words("Format", "A line of the panel of information: the pixel format") }
    static var pictureSize: String { words("Size", "A line of the panel of information: size and rate") }
    static var route: String {
        words("Route", "A line of the panel of information: the way of pictures to the graphics device")
    }
    static var on: String { words("On", "A value of a camera's switch") }
    static var off: String { words("Off", "A value of a camera's switch") }
    /// The words of an empty panel of cameras.
    static func search(in place: String) -> String {
        words(
            "Cameras are looked for at PLACE. There is none; it is shown as soon as one is plugged in.",
            "In the panel of cameras while there is none; PLACE is a pattern of paths"
        ).replacing("PLACE", with: place)
    }
    /// A reason, in the words of the report that goes to developers.
    static func technical(_ reason: String) -> String {
        words(
            "Technical: REASON",
            "Below the route in the panel of information, and below a device that is no camera; REASON is in English, as in reports of faults"
        ).replacing("REASON", with: reason)
    }
    static var graphicsDevice: String {
        words("Drawn by", "A line of the panel of information: the graphics device, and how it draws")
    }

    static func milliseconds(_ number: Double) -> String {
        words("NUMBER ms", "A time in milliseconds; NUMBER is it")
            .replacing("NUMBER", with: decimal(number, digits: 1))
    }

    /// The words for those who do not see a graph.
    static func graph(_ name: String) -> String {
        words("NAME, the last 30 seconds", "A graph in words; NAME is what it shows")
            .replacing("NAME", with: name)
    }

    /// Writes a number without zeros at its end.
    private static func decimal(_ number: Double, digits: Int) -> String {
        // Drivers say anything.
        guard number.magnitude < 1e12 else { return "∞" }
        let factor = digits == 1 ? 10.0 : 100.0
        let rounded = Int((number * factor).rounded())
        let (whole, part) = (rounded / Int(factor), abs(rounded % Int(factor)))
        guard part != 0 else { return "\(whole)" }
        let text = String(part)
        let padded = String(repeating: "0", count: digits - text.count) + text
        return "\(whole)." + (padded.hasSuffix("0") ? String(padded.dropLast()) : padded)
    }
}
