internal import CYUV

/// The way in which pixels are made of several where a picture is scaled.
public enum ScalingFilter: String, CaseIterable, Hashable, Sendable, Codable {
    /// The nearest pixel: the quickest, and the coarsest.
    case nearest
    /// Mixed of four neighbours.
    case bilinear
    /// The mean of all pixels that a smaller picture's pixel covers; as bilinear where the picture grows.
    case box

    /// libyuv's name for it.
    var mode: FilterMode {
        switch self {
        case .nearest: kFilterNone
        case .bilinear: kFilterBilinear
        case .box: kFilterBox
        }
    }
}
