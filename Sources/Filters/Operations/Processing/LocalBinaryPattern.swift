/// The texture around each pixel as a number, made of the neighbours among the eight that are at least as bright.
///
/// Each neighbour is a bit of a code of 0…255, the upper right one the lowest, then counter-clockwise; the grey is
/// code/255, opaque (Ojala, Pietikäinen, Harwood 1996). GPUImage compares the red channel, and the lower neighbour in
/// place of the lower left one.
public final class LocalBinaryPattern: AreaOperation, @unchecked Sendable {
    public override class var readsLuminance: Bool { true }
    public override class var reach: Int? { 1 }
}
