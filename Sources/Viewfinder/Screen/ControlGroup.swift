internal import Capture
internal import LinuxIO

/// The group in which a person looks for a camera's control, whatever class the driver has it in.
enum ControlGroup: Int, CaseIterable {
    case picture
    case exposure
    case focusAndZoom
    case whiteBalance

    /// The words that the keys of its controls have, which come from the names of V4L2's controls.
    private var words: [String] {
        switch self {
        case .whiteBalance: ["white_balance", "red_balance", "blue_balance"]
        case .focusAndZoom: ["focus", "zoom", "pan_", "tilt_"]
        case .exposure:
            [
                "exposure", "gain", "iso_", "iris", "backlight", "power_line", "wide_dynamic", "scene_mode",
            ]
        case .picture:
            [
                "brightness", "contrast", "saturation", "hue", "gamma", "sharpness", "black_level", "chroma",
                "color_", "horizontal_flip", "vertical_flip", "rotate",
            ]
        }
    }

    /// The heading.
    private var heading: String {
        switch self {
        case .picture:
            Message("Picture", comment: "A heading in the panel of controls: brightness, contrast").localized
        case .exposure:
            Message("Exposure", comment: "A heading in the panel of controls: exposure time, gain").localized
        case .focusAndZoom:
            Message("Focus and zoom", comment: "A heading in the panel of controls").localized
        case .whiteBalance:
            Message("White balance", comment: "A heading in the panel of controls").localized
        }
    }

    /// Finds the group of a control; nil for one that is in none.
    init?(_ control: CameraControl) {
        // The gain of a colour is one of the picture.
        let order: [ControlGroup] = [.whiteBalance, .focusAndZoom, .picture, .exposure]
        let found = order.first { group in group.words.contains { control.key.contains($0) } }
        guard let found else { return nil }
        self = found
    }

    /// Puts controls in groups, in the order of a panel; the rest comes behind, in the driver's classes.
    ///
    /// - Parameter controls: The controls in the driver's order, which stays within a group.
    /// - Returns: The headings, empty for none, with the controls.
    static func sections(of controls: [CameraControl]) -> [(id: String, heading: String, [CameraControl])] {
        let known = allCases.map { group in
            ("\(group)", group.heading, controls.filter { ControlGroup($0) == group })
        }
        let rest = controls.filter { ControlGroup($0) == nil }.runs(by: \.group).map { group, controls in
            (group, group.isEmpty ? "" : Message.ofDriver(group).localized, controls)
        }
        return (known + rest).filter { !$0.2.isEmpty }
    }
}
