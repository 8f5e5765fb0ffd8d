public import Frames

/// A user's choices about the picture's place; a frame's own rotation and mirroring come before them, unless
/// ``frameRotation`` says otherwise.
public struct ViewOptions: Hashable, Sendable {
    /// The way to fit the picture into the window.
    public var fillMode: FillMode
    /// True when left and right of the turned picture are exchanged.
    public var isMirrored: Bool
    /// The turn, clockwise.
    public var rotation: Rotation
    /// The turn that brings frames upright, clockwise, in the place of their own; nil for their own.
    ///
    /// For cameras that do not know how they are mounted. ``rotation`` comes after it, as it comes after a frame's own.
    public var frameRotation: Rotation?
    /// The part of the turned and mirrored picture that is shown, in the place of all of it.
    public var crop: PictureRegion

    /// Makes options; by default all of the picture, upright and as it is.
    public init(
        fillMode: FillMode = .fit, isMirrored: Bool = false, rotation: Rotation = .none,
        frameRotation: Rotation? = nil, crop: PictureRegion = .whole
    ) {
        self.fillMode = fillMode
        self.isMirrored = isMirrored
        self.rotation = rotation
        self.frameRotation = frameRotation
        self.crop = crop
    }
}
