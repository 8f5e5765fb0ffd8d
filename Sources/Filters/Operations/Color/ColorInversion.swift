/// Gives the negative.
///
/// `1 − rgb`; alpha stays.
public final class ColorInversion: PointOperation, @unchecked Sendable {
}
