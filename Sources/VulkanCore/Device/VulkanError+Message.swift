public import LinuxIO

extension VulkanError: MessageConvertible {
    /// The sentence for the screen: what its kind means in the user's language, with what the driver or the machine says behind it.
    ///
    /// In English it says what ``description`` does, if not always in the same words.
    public var message: Message {
        if !call.isEmpty {
            return Message(
                "{advice} ({call}: {result})",
                [
                    "advice": kind == .noDriver ? Self.noDriver() : Self.words(advice), "call": call,
                    "result": result,
                ],
                comment: "A failure of the graphics driver: what happened, and the driver's own words")
        }
        return advice == Self.noDriverAdvice ? Self.noDriver() : told
    }

    /// Words that no name stands in, so that there is a translation for each.
    private static func words(_ advice: String) -> Message {
        Message(advice, comment: "A failure of the graphics driver: what happened, and what to do")
    }

    /// The kind, and what is known besides.
    private var told: Message {
        let parts = ["reason": Message(verbatim: advice)]
        let comment = "A failure of a graphics device; the reason names it"
        return switch kind {
        case .noDriver: Message("there is no graphics driver: {reason}", parts, comment: comment)
        case .noDevice: Message("no graphics device can be used: {reason}", parts, comment: comment)
        case .deviceLost: Message("the graphics device was lost: {reason}", parts, comment: comment)
        case .surfaceLost: Message("the window cannot be drawn to: {reason}", parts, comment: comment)
        case .outOfMemory: Message("graphics memory ran out: {reason}", parts, comment: comment)
        case .unsupported: Message("the graphics device cannot do this: {reason}", parts, comment: comment)
        case .blocked: Message("a graphics driver hangs: {reason}", parts, comment: comment)
        case .other: Message("the graphics device failed: {reason}", parts, comment: comment)
        }
    }
}
