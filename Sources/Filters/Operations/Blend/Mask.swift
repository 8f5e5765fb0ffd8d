/// Makes the base transparent where the overlay is dark or transparent.
///
/// Colour stays; alpha is `base alpha · luminance(overlay) · overlay alpha`, the luminance mask of W3C CSS
/// Masking Level 1. A white overlay gives the base back.
///
/// GPUImage takes the mean of the overlay's channels and forgets the base's own alpha.
public final class Mask: BlendOperation, @unchecked Sendable {}
