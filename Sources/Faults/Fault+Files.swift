extension Fault {
    /// The faults of files, and of what is written into them.
    public static let ofFiles = [
        noFolder, pictureUnwritten, killedSaving, killedRecording, leavingEarly, diskFull, movieForbidden,
        slowEncoder, recordingLoads, recordingWaits,
        soundLost, soundStalls, noMicrophone, secondPictureLost, settingsDamaged, settingsUnkept,
        statisticsUnread,
        statisticsUnwritten,
    ]

    /// The folder to save in cannot be had.
    public static let noFolder = Fault(
        "noFolder", "pictures or movies are to be saved in a folder that cannot be made or written to",
        "cannot save in {path}: {reason}; make it a folder that you may write to", told: 2,
        recovery: "the camera goes on", loss: "the picture or the movie", tests: "ViewfinderTests")

    /// A picture's file cannot be written.
    public static let pictureUnwritten = Fault(
        "pictureUnwritten", "the disk is full while a picture is saved, or its place may not be written to",
        "cannot write {path}: {reason}; choose a folder that you may write to, with room", told: 2,
        recovery: "the camera goes on; what was in the place stays", loss: "the picture",
        tests: "ViewfinderTests")

    /// The program is killed while a picture is saved.
    public static let killedSaving = Fault(
        "killedSaving", "the program is killed, or the power fails, while a picture is saved",
        recovery:
            "what is in the folder is whole; where the file system has no files without a name, a draft with a dot before its name may stay",
        loss: "the picture", tests: "EndToEndTests")

    /// The program is killed in mid-recording.
    public static let killedRecording = Fault(
        "killedRecording", "the program is killed while it records",
        recovery: "the movie can be played as it is",
        loss: "the last second of the movie at most", tests: "MoviesTests")

    /// The program is ended while it saves.
    public static let leavingEarly = Fault(
        "leavingEarly", "the program is ended while pictures, movies and settings are being saved",
        recovery:
            "the window goes once the pictures that were asked for are taken, and what is being saved is finished; a second signal ends the program at once",
        recovered: 22,
        loss:
            "nothing but what the disk, the encoder or the graphics device does not finish in that time, which is told",
        tests: "EndToEndTests")

    /// A movie fills the disk.
    public static let diskFull = Fault(
        "diskFull", "the disk is full while a movie is recorded",
        "the disk is full: {path} ends after {seconds} s; make room and record again", told: 10,
        recovery: "the camera goes on; the movie can be played so far", loss: "what would have followed",
        tests: "MoviesTests")

    /// A movie may not be written.
    public static let movieForbidden = Fault(
        "movieForbidden", "a movie is to be recorded where the user may not write",
        "{path} cannot be written ({reason}); choose a folder in which you may write", told: 2,
        recovery: "the camera goes on", loss: "the movie", tests: "MoviesTests")

    /// An encoder is slower than the pictures.
    public static let slowEncoder = Fault(
        "slowEncoder",
        "pictures come faster than they can be recorded, before the movie has begun, out of order or damaged",
        "{path} without {count}", told: 30,
        recovery: "the view goes on as if nothing were recorded", recovered: 2,
        loss: "these pictures of the movie, counted by the reason and told at its end", tests: "EndToEndTests"
    )

    /// The library of the encoders takes long to load.
    public static let recordingLoads = Fault(
        "recordingLoads", "a recording cannot begin yet, since GStreamer looks through its plug-ins",
        "the recording has not begun, GStreamer is not loaded yet; wait, its first pictures are kept",
        told: 5,
        recovery: "it begins with the picture at which it was asked for, once GStreamer is loaded",
        loss: "the pictures for which there is no room meanwhile, counted and told at its end",
        tests: "EndToEndTests")

    /// A recording does not come to its beginning.
    public static let recordingWaits = Fault(
        "recordingWaits", "a recording cannot begin, since the disk does not answer",
        "the recording has not begun, the disk does not answer; wait, or end it to take it back", told: 5,
        recovery:
            "it begins with the picture at which it was asked for, once there is an answer; the key takes it back",
        loss: "the pictures for which there is no room meanwhile, counted and told at its end",
        tests: "EndToEndTests")

    /// The sound that is recorded ends.
    public static let soundLost = Fault(
        "soundLost", "the input whose sound is recorded goes away, and its server says so",
        "the recording goes on without sound ({reason}); check the sound settings' input", told: 5,
        recovery: "silence takes its place", loss: "the sound from there on", tests: "MoviesTests")

    /// The input that is recorded gives nothing more, and nobody says so.
    public static let soundStalls = Fault(
        "soundStalls",
        "the input whose sound is recorded gives nothing more, and nobody says so: PipeWire where it is unplugged, a server that hangs",
        "the recording goes on without sound ({reason}); check the sound settings' input", told: 5,
        recovery:
            "silence takes its place; the movie's end, which waits for no input, is on the disk in that time",
        recovered: 2, loss: "the sound from there on", tests: "MoviesTests")

    /// There is no input to record the sound of.
    public static let noMicrophone = Fault(
        "noMicrophone", "sound is to be recorded, and there is no input",
        "the recording goes on without sound (there is no input); plug in a microphone", told: 10,
        recovery: "silence takes its place", loss: "the sound", tests: "MoviesTests")

    /// The second picture of a filter comes no more.
    public static let secondPictureLost = Fault(
        "secondPictureLost", "the source of a filter's second picture cannot be opened, or is lost",
        "the picture of '{camera}' stays as it is: {reason}", told: 5,
        recovery: "a camera is looked for like the first; the filter goes on with the last picture",
        loss: "new second pictures", tests: "EndToEndTests")

    /// The settings' file is damaged.
    public static let settingsDamaged = Fault(
        "settingsDamaged", "the file of the settings is damaged",
        "the settings in {path} are left alone: {reason}; mend or remove the file", told: 2,
        recovery: "the camera is shown with the settings that it has",
        loss: "nothing: the file is not written to",
        tests: "ViewfinderTests")

    /// The settings cannot be written.
    public static let settingsUnkept = Fault(
        "settingsUnkept", "the disk is full while settings are kept, or the file may not be written to",
        "the settings cannot be kept in {path} ({reason}); make room, or let yourself write there", told: 2,
        recovery: "the camera has the new value until it is unplugged",
        loss: "the new value; the old ones stay in the file",
        tests: "ViewfinderTests")

    /// Nobody reads the statistics.
    public static let statisticsUnread = Fault(
        "statisticsUnread", "whoever reads the statistics stops reading",
        "reports are left out: whoever reads the statistics does not keep up", told: 5,
        recovery: "the next report is written when there is room", recovered: 2,
        loss: "whole reports in between",
        tests: "ViewfinderTests")

    /// The statistics cannot be written.
    public static let statisticsUnwritten = Fault(
        "statisticsUnwritten", "the disk is full while statistics are written",
        "statistics end here: {path} cannot be written ({reason}); make room, or choose another file",
        told: 2,
        recovery: "the camera goes on; the reports before stay", loss: "the reports from there on",
        tests: "ViewfinderTests")
}

extension Fault {
    /// All faults of the table.
    public static let table = ofSources + ofTheScreen + ofFiles
}
