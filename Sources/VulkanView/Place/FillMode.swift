/// A way to fit a picture into a window of another shape.
public enum FillMode: String, CaseIterable, Sendable, Codable {
    /// All of the picture is seen; bars in the background's colour fill the rest.
    case fit
    /// All of the window is covered; what stands out on two sides is cut off evenly.
    case fill
    /// All of the picture covers all of the window, in the window's shape.
    case stretch
}
