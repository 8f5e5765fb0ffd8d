internal import CV4L2

/// The number by which V4L2 knows a control (`V4L2_CID_…`), the same for all cameras.
public struct ControlNumber: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    /// The kernel's number.
    public let rawValue: UInt32

    /// Takes a number; cameras may have some that no name stands for here.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(_ number: Int32) { rawValue = UInt32(bitPattern: number) }

    /// Compares the numbers, the order in which a driver lists its controls.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    // MARK: - The picture

    /// The brightness, of no unit.
    public static let brightness = Self(V4L2_CID_BRIGHTNESS)
    /// The contrast, of no unit.
    public static let contrast = Self(V4L2_CID_CONTRAST)
    /// The saturation, of no unit.
    public static let saturation = Self(V4L2_CID_SATURATION)
    /// The hue, of no unit.
    public static let hue = Self(V4L2_CID_HUE)
    /// The gamma, in hundredths by many drivers.
    public static let gamma = Self(V4L2_CID_GAMMA)
    /// The sharpness, of no unit.
    public static let sharpness = Self(V4L2_CID_SHARPNESS)
    /// The amplification, of no unit.
    public static let gain = Self(V4L2_CID_GAIN)
    /// True for the camera's own choice of ``gain``.
    public static let autoGain = Self(V4L2_CID_AUTOGAIN)
    /// The strength by which bright light behind things is made up for.
    public static let backlightCompensation = Self(V4L2_CID_BACKLIGHT_COMPENSATION)
    /// The mains' frequency whose flicker is suppressed, as a menu.
    public static let powerLineFrequency = Self(V4L2_CID_POWER_LINE_FREQUENCY)

    // MARK: - White balance

    /// The light's colour temperature, in kelvins.
    public static let whiteBalance = Self(V4L2_CID_WHITE_BALANCE_TEMPERATURE)
    /// True for the camera's own choice of ``whiteBalance``.
    public static let autoWhiteBalance = Self(V4L2_CID_AUTO_WHITE_BALANCE)

    // MARK: - Exposure

    /// The exposure's duration, in units of 100 µs.
    public static let exposure = Self(V4L2_CID_EXPOSURE_ABSOLUTE)
    /// The share of the exposure that the camera chooses, as a menu: all of it, none (manual), the time or the aperture.
    public static let autoExposure = Self(V4L2_CID_EXPOSURE_AUTO)
    /// The wish for a brighter or darker automatic exposure, as a menu of thousandths of EV.
    public static let exposureBias = Self(V4L2_CID_AUTO_EXPOSURE_BIAS)

    // MARK: - Lens

    /// The focus, of no unit: larger is nearer.
    public static let focus = Self(V4L2_CID_FOCUS_ABSOLUTE)
    /// True for the camera's own choice of ``focus``.
    public static let autoFocus = Self(V4L2_CID_FOCUS_AUTO)
    /// The focal length, of no unit: larger is closer.
    public static let zoom = Self(V4L2_CID_ZOOM_ABSOLUTE)
    /// The turn to the right, in arc seconds.
    public static let pan = Self(V4L2_CID_PAN_ABSOLUTE)
    /// The turn upwards, in arc seconds.
    public static let tilt = Self(V4L2_CID_TILT_ABSOLUTE)

    // MARK: - Others

    /// True while the lens is covered, or the camera is switched off for privacy.
    public static let privacy = Self(V4L2_CID_PRIVACY)
    /// The light's mode, as a menu: off, flash, torch.
    public static let torch = Self(V4L2_CID_FLASH_LED_MODE)
}

/// A control that chooses another one's value by itself, and its own value by which it leaves that alone.
struct AutomaticControl {
    let number: ControlNumber
    let manual: ControlValue

    /// The pairs that V4L2's documentation names: those that are chosen for, and who chooses.
    private static let all: [ControlNumber: AutomaticControl] = {
        let exposure = Self(number: .autoExposure, manual: .integer(Int64(V4L2_EXPOSURE_MANUAL.rawValue)))
        let whiteBalance = Self(number: .autoWhiteBalance, manual: .boolean(false))
        func off(_ number: Int32) -> Self {
            Self(number: ControlNumber(rawValue: UInt32(bitPattern: number)), manual: .boolean(false))
        }
        func number(_ number: Int32) -> ControlNumber { ControlNumber(rawValue: UInt32(bitPattern: number)) }
        return [
            .exposure: exposure, number(V4L2_CID_IRIS_ABSOLUTE): exposure,
            .whiteBalance: whiteBalance, number(V4L2_CID_RED_BALANCE): whiteBalance,
            number(V4L2_CID_BLUE_BALANCE): whiteBalance,
            .gain: Self(number: .autoGain, manual: .boolean(false)),
            .focus: Self(number: .autoFocus, manual: .boolean(false)),
            .brightness: off(V4L2_CID_AUTOBRIGHTNESS), .hue: off(V4L2_CID_HUE_AUTO),
            number(V4L2_CID_CHROMA_GAIN): off(V4L2_CID_CHROMA_AGC),
            number(V4L2_CID_ISO_SENSITIVITY): off(V4L2_CID_ISO_SENSITIVITY_AUTO),
        ]
    }()

    private static let numbers = Set(all.values.map(\.number))

    /// Finds who chooses a control's value; nil for one that V4L2 names nobody for.
    static func automatic(for number: ControlNumber) -> AutomaticControl? { all[number] }

    /// Tells whether a control chooses for others, and so is to be set before them.
    static func isAutomatic(_ number: ControlNumber) -> Bool { numbers.contains(number) }
}
