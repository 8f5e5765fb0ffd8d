extension Fault {
    /// The faults of cameras and other sources.
    public static let ofSources = [
        unplugged, standsIn, unwatched, absent, noSuchNumber, noSuchName, busy, usedHere, forbidden,
        withdrawn,
        noRoom, noCamera, noSignal, noFirstPicture, noPictures, brokenStream, damagedPictures, broken, usedUp,
        hung,
        lacksMode, lacksFormat, lacksFormats, fieldsApart, unshowable, unreadable,
    ]

    /// A camera that ran is unplugged.
    public static let unplugged = Fault(
        "unplugged", "a camera that runs is unplugged",
        "{camera} was unplugged; plug it in again", told: 2,
        recovery: "plugged in again, it runs again by itself", recovered: 6,
        loss: "the pictures meanwhile", tests: "CaptureTests")

    /// The shown camera is unplugged, and another source stands in for it.
    public static let standsIn = Fault(
        "standsIn", "the camera that the window shows is unplugged",
        "{camera} is unplugged, plug it in again to go on", told: 10,
        recovery: "the next camera stands in for it, or the test card; plugged in again, it is shown again",
        recovered: 10,
        loss: "the pictures meanwhile; a recording goes on with those of the other source",
        tests: "LabTests")

    /// The folder of devices cannot be watched.
    public static let unwatched = Fault(
        "unwatched", "programs have used up what the system has for watching folders",
        "new cameras are seen seconds later, since {path} cannot be watched ({reason}); close other programs",
        told: 10,
        recovery: "the folder is looked at every two seconds", recovered: 10, loss: "nothing",
        tests: "LabTests")

    /// There is no device at a path.
    public static let absent = Fault(
        "absent", "a camera is asked for by a path at which there is none",
        "there is no camera at {path}; plug it in, or choose another one", told: 2,
        recovery: "where it is looked for, it is shown when it comes", recovered: 6,
        loss: "nothing", tests: "CaptureTests")

    /// There are fewer cameras than the number that was asked for.
    public static let noSuchNumber = Fault(
        "noSuchNumber", "a camera is asked for by its number, and there are fewer",
        "there is no camera {choices}, only {count}; plug it in, or choose another one", told: 2,
        recovery: "where it is looked for, it is shown when it comes", recovered: 6,
        loss: "nothing", tests: "CaptureTests")

    /// There is no camera of a name.
    public static let noSuchName = Fault(
        "noSuchName", "a camera is asked for by a name, or an id, that none has",
        "there is no camera named '{camera}'; plug it in, or choose another one", told: 2,
        recovery: "where it is looked for, it is shown when it comes", recovered: 6,
        loss: "nothing", tests: "CaptureTests")

    /// Another program has the camera.
    public static let busy = Fault(
        "busy", "a camera is used by another program",
        "{camera} is in use by {program}; close that program and choose the camera again", told: 2,
        recovery: "the source before goes on; chosen again when the camera is free, it is shown",
        loss: "nothing", tests: "CaptureTests")

    /// This program has the camera already.
    public static let usedHere = Fault(
        "usedHere", "a camera is used by another session of the same program, or by one whose driver hangs",
        "{camera} is used by this program already; end that first, or unplug it and plug it in again",
        told: 2,
        recovery: "the source before goes on; chosen again when the camera is free, it is shown",
        loss: "nothing", tests: "CaptureTests")

    /// The user may not open the camera.
    public static let forbidden = Fault(
        "forbidden", "the user may not open a camera",
        "you may not open {path}; add yourself to its group with 'sudo usermod -aG video $USER' and log in again",
        told: 2,
        recovery: "the source before goes on; the camera is shown when the user may open it and chooses it",
        loss: "nothing", tests: "CaptureTests")

    /// The user may not open a camera again that ran.
    public static let withdrawn = Fault(
        "withdrawn", "a camera that ran is lost, and the user may not open it any more",
        "you may not open {camera} any more; log in again, or add yourself to its group with 'sudo usermod -aG video $USER'",
        told: 10, recovery: "it runs again when the user may open it", recovered: 6,
        loss: "the pictures meanwhile", tests: "CaptureTests")

    /// The bus has no room for the camera's mode.
    public static let noRoom = Fault(
        "noRoom",
        "the USB bus has no room for a camera, not even in place of the one that runs or with smaller pictures",
        "the USB bus has no room for {camera} at {mode}; choose a smaller size, a compressed format such as MJPG, or another USB port",
        told: 2, recovery: "the source before goes on", recovered: 6,
        loss: "the pictures of the source before, while it makes room",
        tests: "CaptureTests")

    /// A device node is that of something else.
    public static let noCamera = Fault(
        "noCamera", "a device is asked for that gives no pictures",
        "{path} is no camera; choose another one", told: 2, recovery: "the source before goes on",
        loss: "nothing", tests: "CaptureTests")

    /// Nothing comes into the input of a capture device.
    public static let noSignal = Fault(
        "noSignal",
        "nothing comes into the input of a capture device, or it says soon after each start that its signal is another one",
        "{camera} has no signal; switch on what is connected to it", told: 10,
        recovery: "it is looked at again, every five seconds at least", recovered: 8,
        loss: "the pictures meanwhile", tests: "CaptureTests")

    /// A camera that has been opened sends nothing.
    public static let noFirstPicture = Fault(
        "noFirstPicture", "a camera that is opened sends no picture, not even when it is started once more",
        "{camera} sends no pictures; wait, or unplug it and plug it in again", told: 15,
        recovery: "it is tried again, five seconds after the last try at the latest", recovered: 8,
        loss: "nothing; the source before goes on",
        tests: "CaptureTests")

    /// A camera has stopped sending.
    public static let noPictures = Fault(
        "noPictures",
        "a camera that runs, with more than a picture a second, sends no more, not even when it is started once more",
        "{camera} sends no pictures any more; wait, or unplug it and plug it in again", told: 15,
        recovery: "it is tried again, five seconds after the last try at the latest", recovered: 10,
        loss: "the pictures meanwhile",
        tests: "CaptureTests")

    /// A stream breaks, and a new start mends it.
    public static let brokenStream = Fault(
        "brokenStream", "a driver ends the stream of a camera that is still there",
        recovery: "the stream is started once more", recovered: 2,
        loss: "the pictures meanwhile",
        tests: "CaptureTests")

    /// A picture that cannot be shown.
    public static let damagedPictures = Fault(
        "damagedPictures",
        "pictures come damaged, too short, or not at all, or with numbers and times that jump",
        told: 2, recovery: "the next good picture is shown", recovered: 2,
        loss: "these pictures, each counted by its reason",
        tests: "CaptureTests")

    /// A driver reports an error that is none of the others.
    public static let broken = Fault(
        "broken", "a driver reports an error",
        "{camera} does not work ({reason}); unplug the camera and plug it in again",
        told: 2, recovery: "a camera that ran is tried again, every five seconds at least", recovered: 10,
        loss: "the pictures meanwhile", tests: "CaptureTests")

    /// The system has no descriptor or no memory left for a camera.
    public static let usedUp = Fault(
        "usedUp", "programs have used up the descriptors, or the memory, that a camera needs",
        "{camera} cannot be used now ({reason}); close other programs", told: 2,
        recovery: "a camera that ran is tried again, every five seconds at least", recovered: 8,
        loss: "the pictures meanwhile", tests: "CaptureTests")

    /// A driver does not come back from a call.
    public static let hung = Fault(
        "hung", "a driver does not come back from a call",
        "{camera} does not answer; unplug it and plug it in again", told: 12,
        recovery:
            "whoever stops the camera waits three seconds at most; other cameras can be used, and the program ends when it is asked to; once the driver comes back, the camera is tried again",
        recovered: 10, loss: "the camera, until the driver comes back",
        tests: "CaptureTests")

    /// A mode was asked for by the letter.
    public static let lacksMode = Fault(
        "lacksMode", "a camera lacks the mode that was asked for by the letter",
        "{camera} cannot do exactly that; choose one of {choices}", told: 2,
        recovery: "the source before goes on", loss: "nothing",
        tests: "CaptureTests")

    /// A format was asked for that the camera does not offer.
    public static let lacksFormat = Fault(
        "lacksFormat", "a camera lacks the pixel format that was asked for",
        "{camera} does not offer {mode}; choose one of {choices}", told: 2,
        recovery: "the source before goes on", loss: "nothing",
        tests: "CaptureTests")

    /// A camera offers nothing that is known.
    public static let lacksFormats = Fault(
        "lacksFormats", "a camera has no pixel format that can be shown",
        "{camera} offers no picture format that can be shown (it offers {choices}); choose another camera",
        told: 2,
        recovery: "the source before goes on", loss: "nothing",
        tests: "CaptureTests")

    /// A camera sends the two fields of its pictures one after the other.
    public static let fieldsApart = Fault(
        "fieldsApart", "a camera gives the two fields of a picture one below the other, and not woven",
        "{camera} gives the lines of its pictures in two halves, which cannot be shown; choose another input or format",
        told: 2, recovery: "the source before goes on", loss: "nothing", tests: "CaptureTests")

    /// A driver's answer is no picture.
    public static let unshowable = Fault(
        "unshowable", "a driver answers with a size, with strides or with buffers that no picture has",
        "{camera} answers with {mode}, which cannot be shown; choose another size or format", told: 2,
        recovery: "the source before goes on", loss: "nothing", tests: "CaptureTests")

    /// A stream's file is not there.
    public static let unreadable = Fault(
        "unreadable", "a file of raw pictures or of YUV4MPEG2 cannot be read",
        "{camera} cannot be read ({reason}); check its path", told: 2,
        recovery: "the source before goes on", loss: "nothing",
        tests: "CaptureTests")
}
