/// The times of a movie's pictures so far, in nanoseconds.
struct MovieTimes {
    /// The least step back that is a new beginning; less is a wrong time.
    private static let leap: Int64 = 1_000_000_000

    /// The end of the last picture's time.
    var end: Int64 = 0
    private var last: Int64?
    /// The time by which pictures lie later than their file tells.
    private var shift: Int64 = 0

    /// Finds the place of a time that the file tells; one that does not grow is the end of the last picture.
    ///
    /// - Parameter time: At least 0, at most ``DecodedPicture/last``.
    /// - Returns: The place.
    mutating func place(of time: Int64) -> Int64 {
        defer { last = time }
        guard let last, time <= last else { return time + shift }
        if last - time > Self.leap { shift = end - time }
        return end
    }
}
