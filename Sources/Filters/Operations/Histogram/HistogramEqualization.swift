/// Spreads a picture's values so that all of them occur about equally often.
///
/// The table of a channel is its cumulative distribution, from the first value that occurs, which becomes 0, to the last
/// one, which becomes 1: `(sum(v) − sum(first)) / (pixels − sum(first))`, as OpenCV's `equalizeHist` has it, so a ramp stays
/// as it is. A channel with one single value stays as it is. Channels are handled each for itself, as by
/// `MPSImageHistogramEqualization`; use `.luminance` to keep hues. To use a picture's table on others, set ``isHeld``, or
/// take ``ReferenceEqualization``.
///
/// GPUImage2 counts in bytes that overflow, mixes up bins 0 to 2, divides by zero where the last bin is empty, and
/// computes the table on the processor.
public final class HistogramEqualization: HistogramTransform, @unchecked Sendable {}
