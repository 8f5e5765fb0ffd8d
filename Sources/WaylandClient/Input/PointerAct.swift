/// A click on a window's picture: with a button, with a finger, or with a pen.
public struct Click: Sendable, Equatable {
    /// The place of the press.
    public let point: SurfacePoint
    /// The device that clicked.
    public let device: InputDevice
    /// The moment of the press, in milliseconds of the compositor's clock of 32 bits.
    public let time: UInt32
    /// The modifiers that were held.
    public let modifiers: Modifiers
    /// The press, for acts on the window.
    public let grant: InputGrant
}

/// A drag across a window's picture, at one of its moments.
public struct Drag: Sendable, Equatable {
    /// The place of the press that began it.
    public let start: SurfacePoint
    /// The place now; it may be outside of the window.
    public let point: SurfacePoint
    /// The device that drags.
    public let device: InputDevice
    /// The modifiers that are held now.
    public let modifiers: Modifiers
    /// The press that began it, for acts on the window.
    public let grant: InputGrant
}

/// A turn of a wheel or a stroke of fingers, as much of it as came at one moment.
public struct Scroll: Sendable, Equatable {
    /// The cause of a scroll (`wl_pointer.axis_source`).
    public enum Source: Sendable {
        /// A wheel, which goes by steps.
        case wheel
        /// Fingers on a touchpad; their end is told.
        case finger
        /// Something continuous that has no end, as a button that is held while the mouse moves.
        case continuous
        /// A wheel that is tilted.
        case wheelTilt
        /// The compositor does not say.
        case unknown
    }

    /// The place of the pointer.
    public let point: SurfacePoint
    /// The way to the right, in logical units.
    public let across: Double
    /// The way down, in logical units; turning a wheel towards oneself counts as down.
    public let down: Double
    /// The steps of a wheel to the right, parts of steps included; 0 when it is no wheel.
    public let stepsAcross: Double
    /// The steps of a wheel down, parts of steps included; 0 when it is no wheel.
    public let stepsDown: Double
    /// The cause.
    public let source: Source
    /// True when the fingers have left the touchpad: a program may let the movement run out.
    public let isEnded: Bool
    /// The moment, in milliseconds of the compositor's clock of 32 bits.
    public let time: UInt32
    /// The modifiers that are held.
    public let modifiers: Modifiers
}

/// Two fingers, or more, that go apart or together: on a touchpad (`zwp_pointer_gesture_pinch_v1`), or on a touch screen.
public struct Pinch: Sendable, Equatable {
    /// The moment of a pinch.
    public enum Phase: Sendable {
        /// The fingers are down.
        case began
        /// They have moved.
        case changed
        /// They are up.
        case ended
        /// The compositor has taken them: what they did is to be undone.
        case cancelled
    }

    /// The moment.
    public let phase: Phase
    /// The place of the pointer, or the middle between the fingers on a touch screen.
    public let point: SurfacePoint
    /// The way to the right since the last moment, in logical units.
    public let across: Double
    /// The way down since the last moment, in logical units.
    public let down: Double
    /// The distance of the fingers, in parts of that at the beginning; always more than 0.
    public let scale: Double
    /// The angle by which the fingers have turned since the last moment, in degrees clockwise.
    public let rotation: Double
    /// The device that the fingers are on.
    public let device: InputDevice
}
