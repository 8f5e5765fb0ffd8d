internal import LinuxIO

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

    /// A file that was written.
    ///
    /// - Parameter file: Its name, or the words about what it lacks, which begin with its name.
    /// - Returns: The message.
    static func saved(_ file: any CustomStringConvertible) -> Message {
        Message("saved {file}", ["file": file], comment: "A notice; the file is a picture or a movie")
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
