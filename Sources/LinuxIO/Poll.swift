internal import CLinux
internal import Glibc

/// A wait for several descriptors at once (`ppoll`).
public enum Poll {
    /// The events that a descriptor is waited for, or those that came.
    public struct Events: OptionSet, Sendable {
        /// The bits as `poll` defines them.
        public let rawValue: Int16

        /// Makes a set from `poll`'s bits.
        public init(rawValue: Int16) { self.rawValue = rawValue }

        /// There is something to read (`POLLIN`).
        public static let readable = Events(rawValue: Int16(POLLIN))
        /// There is room to write (`POLLOUT`).
        public static let writable = Events(rawValue: Int16(POLLOUT))
        /// An exceptional condition, for V4L2 a pending event (`POLLPRI`).
        public static let priority = Events(rawValue: Int16(POLLPRI))
        /// The device is in error (`POLLERR`); reported without being asked for.
        public static let error = Events(rawValue: Int16(POLLERR))
        /// The other side is gone (`POLLHUP`); reported without being asked for.
        public static let hangUp = Events(rawValue: Int16(POLLHUP))
    }

    /// A descriptor with the events that it is waited for.
    public struct Entry: Sendable {
        fileprivate let request: pollfd

        /// Makes an entry that waits for `events` on `descriptor`, which the caller keeps open.
        public init(_ descriptor: Int32, _ events: Events) {
            request = pollfd(fd: descriptor, events: events.rawValue, revents: 0)
        }
    }

    /// A list of descriptors to wait for, in memory that is used again from wait to wait.
    public struct List: Sendable {
        private var descriptors: [pollfd] = []

        /// Makes an empty list.
        public init() {}

        /// Makes a list of entries.
        public init(_ entries: Entry...) { entries.forEach { append($0) } }

        /// Adds an entry at the end.
        public mutating func append(_ entry: Entry) { descriptors.append(entry.request) }

        /// Removes the entries and keeps their memory.
        public mutating func removeAll() { descriptors.removeAll(keepingCapacity: true) }

        /// The events that the last wait found for the entry of this number; empty at the deadline.
        public subscript(_ index: Int) -> Events { Events(rawValue: descriptors[index].revents) }

        /// Waits until one of the descriptors is ready or the deadline has come.
        ///
        /// - Parameter deadline: The moment to stop, in nanoseconds of ``MonotonicClock``; nil waits without a limit.
        /// - Throws: The error of `ppoll`; an interrupted wait goes on.
        public mutating func wait(until deadline: Int64? = nil) throws(SystemError) {
            _ = unsafe try Poll.wait(&descriptors, count: descriptors.count, until: deadline)
        }
    }

    /// Waits for one descriptor.
    ///
    /// - Parameters:
    ///   - entry: The descriptor and its events.
    ///   - deadline: The moment to stop, in nanoseconds of ``MonotonicClock``; nil waits without a limit.
    /// - Throws: The error of `ppoll`; an interrupted wait goes on.
    /// - Returns: The events; empty at the deadline.
    public static func wait(for entry: Entry, until deadline: Int64? = nil) throws(SystemError) -> Events {
        var descriptor = entry.request
        _ = unsafe try wait(&descriptor, count: 1, until: deadline)
        return Events(rawValue: descriptor.revents)
    }

    /// Waits for two descriptors.
    ///
    /// - Parameters:
    ///   - first: A descriptor and its events.
    ///   - second: Another descriptor and its events.
    ///   - deadline: The moment to stop, in nanoseconds of ``MonotonicClock``; nil waits without a limit.
    /// - Throws: The error of `ppoll`; an interrupted wait goes on.
    /// - Returns: The events of each; both empty at the deadline.
    public static func wait(
        for first: Entry, and second: Entry, until deadline: Int64? = nil
    ) throws(SystemError) -> (Events, Events) {
        var pair = (first.request, second.request)
        try unsafe withUnsafeMutableBytes(of: &pair) { bytes throws(SystemError) in
            let start = unsafe bytes.bindMemory(to: pollfd.self).baseAddress
            _ = unsafe try wait(start, count: 2, until: deadline)
        }
        return (Events(rawValue: pair.0.revents), Events(rawValue: pair.1.revents))
    }

    private static func wait(
        _ descriptors: UnsafeMutablePointer<pollfd>?, count: Int, until deadline: Int64?
    ) throws(SystemError) -> Int32 {
        try systemCall("ppoll") {
            guard let deadline else { return unsafe ppoll(descriptors, nfds_t(count), nil, nil) }
            let (distance, isPast) = deadline.subtractingReportingOverflow(MonotonicClock.now())
            let left = isPast ? 0 : max(0, distance)
            var timeout = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
            return unsafe ppoll(descriptors, nfds_t(count), &timeout, nil)
        }
    }
}
