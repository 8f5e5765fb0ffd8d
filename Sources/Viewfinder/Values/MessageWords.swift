internal import LinuxIO
internal import Movies

/// The messages of several notices and titles.
extension Message {
    /// A number of pictures.
    static func pictures(_ count: Int) -> Message {
        count == 1
            ? Message("1 picture", comment: "What a series or a burst of photographs has, or a movie lacks")
            : Message(
                "{count} pictures", ["count": count],
                comment: "What a series or a burst of photographs has, or a movie lacks")
    }

    /// The pictures that a movie lacks, by the reason; nil where it has all.
    static func lost(_ counts: MovieStatistics) -> Message? {
        let speed = counts.dropped - counts.early - counts.damaged
        let damaged = counts.damaged + counts.outOfOrder
        let parts = [
            Message(
                "{pictures} from before it had begun", ["pictures": pictures(Int(counts.early))],
                comment: "What a movie lacks; {pictures} is a number of pictures"),
            Message(
                "{pictures} that came too fast", ["pictures": pictures(Int(speed))],
                comment: "What a movie lacks; {pictures} is a number of pictures"),
            Message(
                "{pictures} that were damaged or out of order", ["pictures": pictures(Int(damaged))],
                comment: "What a movie lacks; {pictures} is a number of pictures"),
        ]
        let lost = zip(parts, [counts.early, speed, damaged]).filter { $0.1 > 0 }.map(\.0)
        return lost.dropFirst().reduce(lost.first) { some, others in
            some.map {
                Message(
                    "{some} and {others}", ["some": $0, "others": others],
                    comment: "What a movie lacks, for two reasons; each is a number of pictures with words")
            }
        }
    }

    /// A file that was written.
    ///
    /// - Parameters:
    ///   - file: Its name, or the words about what it lacks, which begin with its name.
    ///   - folder: The path of its folder; nil where the words do not name it.
    /// - Returns: The message.
    static func saved(_ file: any CustomStringConvertible, in folder: String? = nil) -> Message {
        guard let folder else {
            return Message(
                "saved {file}", ["file": file], comment: "A notice; the file is a picture or a movie")
        }
        return Message(
            "saved {file} in {folder}", ["file": file, "folder": folder],
            comment: "A notice; the file is a picture or a movie, the folder is named Pictures, for example")
    }

    /// A series of photographs that is over.
    ///
    /// - Parameters:
    ///   - count: The number of its files.
    ///   - folder: The path of their folder; nil where nobody knows.
    /// - Returns: The message.
    static func saved(pictures count: Int, in folder: String?) -> Message {
        guard let folder else {
            return Message(
                "{pictures} saved", ["pictures": Message.pictures(count)],
                comment: "A notice: a series of photographs is over")
        }
        return Message(
            "{pictures} saved in {folder}", ["pictures": Message.pictures(count), "folder": folder],
            comment: "A notice: a series of photographs is over; the folder is named Pictures, for example")
    }

    /// The source that is shown now, among several.
    static func camera(
        _ number: Int, of count: Int, _ name: any CustomStringConvertible
    ) -> Message {
        Message(
            "Camera {number} of {count}: {name}", ["number": number, "count": count, "name": name],
            comment: "A notice: another camera is shown")
    }

    /// The enlargement of the picture.
    ///
    /// - Parameter factor: The number of times that it is as large, with one digit behind the point.
    /// - Returns: The message.
    static func zoom(_ factor: Double) -> Message {
        Message(
            "Zoom {factor}×", ["factor": WindowTitle.decimal(factor)],
            comment: "A notice: how many times the picture is enlarged")
    }

    /// Controls of a camera that another program has changed.
    ///
    /// - Parameters:
    ///   - control: The first one's name.
    ///   - count: The number of all.
    /// - Returns: The message.
    static func changedByOthers(_ control: any CustomStringConvertible, count: Int) -> Message {
        count == 1
            ? Message(
                "Another program changed {control}", ["control": control],
                comment: "A notice; the control is the camera's, such as Brightness")
            : Message(
                "Another program changed {control} and {count} more",
                ["control": control, "count": count - 1],
                comment: "A notice; the control is the camera's, such as Brightness")
    }

    /// Words that a camera's driver gives in English.
    static func ofDriver(_ words: String) -> Message {
        Message(words, comment: "The name of a camera's control, of a group, or of a choice, from its driver")
    }
}
