/// Lays the overlay over the base.
///
/// `B(base, overlay) = overlay`: the “normal” blend mode of W3C Compositing and Blending Level 1, section
/// 9.1.2.
///
/// Transparency, in this and every other blend (section 5 of that specification, as in PDF 32000-1, 11.3): with
/// straight alpha `b` of the base and `o` of the overlay, the result's alpha is `a = o + b·(1 − o)` and its colour
/// `(o·(1 − b)·overlay + b·(1 − o)·base + b·o·B(base, overlay)) / a`. A transparent overlay gives the base, a
/// transparent base the overlay; where both are transparent, the base stays.
///
/// GPUImage3 lays the base over the overlay, which shows nothing of the overlay on an opaque base; here, as
/// in GPUImage, the second input is on top. ``SourceOverBlend`` gives the same result.
public final class NormalBlend: BlendOperation, @unchecked Sendable {}
