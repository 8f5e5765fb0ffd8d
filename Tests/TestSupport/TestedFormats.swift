internal import Foundation
public import Frames

extension PixelFormat {
    /// All formats that need no decoder.
    public static let everyRaw = allCases.filter { $0.samples != nil }

    /// All formats of whose numbers a decoder makes samples.
    public static let everyCoded = allCases.filter { $0.coding != nil }

    /// Those that tests of everything else take: each form that a row has at least once; all with `VIEWFINDER_FORMATS=all`.
    public static let uncompressed =
        ProcessInfo.processInfo.environment["VIEWFINDER_FORMATS"] == "all"
        ? everyRaw
        : [
            .nv12, .yuyv, .uyvy, .i420, .i422, .i444, .i440, .i411, .grey, .bgra, .bgrx, .rgba, .rgb24, .p010,
        ]
            + ["nv21", "nv15", "yvyu", "y10", "y16be", "rgb565", "bgr666"].compactMap(
                PixelFormat.init(rawValue:))
}
