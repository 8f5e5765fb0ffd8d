extension Fault {
    /// The faults of the compositor and of graphics devices.
    public static let ofTheScreen = [
        noCompositor, compositorSilent, compositorStalled, callbackLost, compositorRefused, compositorGone,
        deviceFails, pictureTooLarge, deviceLost, deviceFull, driverHangs,
    ]

    /// There is no compositor at the display's name.
    public static let noCompositor = Fault(
        "noCompositor", "there is no compositor where the environment says",
        "no Wayland display: '{path}' cannot be reached ({reason}); is the compositor running?", told: 2,
        recovery: "the program ends with the status 1", loss: "nothing", tests: "WaylandClientTests")

    /// A compositor does not answer the first questions.
    public static let compositorSilent = Fault(
        "compositorSilent", "the compositor does not answer when the window is to be made",
        "no window: the Wayland compositor has not answered for 5 seconds; restart it or log in again",
        told: 8,
        recovery: "the program ends with the status 1", loss: "nothing", tests: "WaylandClientTests")

    /// A compositor stops reading for a while.
    public static let compositorStalled = Fault(
        "compositorStalled", "the compositor does not read for a while",
        recovery:
            "nothing is sent meanwhile, and no processor time is used; then the newest picture is shown",
        recovered: 2,
        loss: "the pictures meanwhile, on the screen alone", tests: "WaylandClientTests")

    /// A compositor owes a frame callback for a second.
    public static let callbackLost = Fault(
        "callbackLost",
        "the compositor does not answer a picture in a window that is seen with a frame callback",
        recovery:
            "a second later the picture is committed once more, by MAILBOX from then on where the driver has it; where that one is kept back, too, after FIFO's by a compositor that tells of hidden windows, the window gets another surface four seconds later; FIFO that was at fault is not used again with this driver's version and a compositor that offers the same protocols; each further wait is four times as long, and a compositor that does not tell of hidden windows gets one more picture only",
        recovered: 8, loss: "the pictures meanwhile, on the screen alone", tests: "WaylandClientTests")

    /// A compositor calls a request an error.
    public static let compositorRefused = Fault(
        "compositorRefused", "the compositor takes a request for an error of the protocol",
        "the Wayland compositor refused a request on {object} (error {reason}); please report it", told: 2,
        recovery: "pictures and movies under way are finished; the program ends with the status 1",
        loss: "the window", tests: "WaylandClientTests")

    /// A compositor ends.
    public static let compositorGone = Fault(
        "compositorGone", "the compositor ends",
        "the Wayland compositor is gone ({reason}); start it again", told: 10,
        recovery: "pictures and movies under way are finished; the program ends with the status 1",
        loss: "the window", tests: "EndToEndTests")

    /// A graphics device cannot show pictures in the window.
    public static let deviceFails = Fault(
        "deviceFails", "a graphics device cannot show pictures in the window",
        "{choices} shows the picture, since {device} cannot: {reason}", told: 10,
        recovery:
            "the next device shows them, the processor at last; a device that the user has named is the only one",
        recovered: 10, loss: "nothing", tests: "EndToEndTests")

    /// Pictures are larger than what a graphics device reads.
    public static let pictureTooLarge = Fault(
        "pictureTooLarge",
        "pictures are larger than what the graphics device reads by the path that was asked for, or by any",
        "{device} cannot show pictures of {mode}; choose a smaller size, or another --path", told: 10,
        recovery:
            "the picture before stays, and smaller ones are shown; where no path was asked for, the next one is taken at once, and nothing is told",
        loss: "these pictures", tests: "EndToEndTests")

    /// A graphics device is lost.
    public static let deviceLost = Fault(
        "deviceLost", "a graphics device is lost: another program's hang, a driver's reset",
        "{device} was lost and is started anew ({reason})", told: 10,
        recovery:
            "the device is opened anew, with the last picture, and movies go on; its second loss within a minute is the next device's turn, and a third loss, or a second without another device, ends the program with the status 1; a processor that draws and does not answer counts as lost after a minute, and is told then",
        recovered: 10, loss: "the pictures meanwhile", tests: "EndToEndTests")

    /// A graphics device has no memory left.
    public static let deviceFull = Fault(
        "deviceFull", "a graphics device has no memory left, since other programs have filled it",
        "{device} had no memory left and is started anew ({reason})", told: 10,
        recovery: "the same as after a loss", recovered: 10, loss: "the pictures meanwhile",
        tests: "EndToEndTests")

    /// A graphics driver does not come back from a call.
    public static let driverHangs = Fault(
        "driverHangs", "a graphics driver does not come back from a call",
        "the driver of {device} does not answer; wait, or close the window and start again", told: 10,
        recovery:
            "where the driver comes back, pictures go on; else the program ends when it is asked to, with the status 1; a driver that draws on the processor has a minute before it is told",
        loss: "the pictures meanwhile, those of a movie, too", tests: "EndToEndTests")
}
