/// Gives the picture in grey.
///
/// Red, green and blue become `0.2125·r + 0.7154·g + 0.0721·b`; alpha stays.
public final class Luminance: PointOperation, @unchecked Sendable {
}
