internal import Glibc
internal import Synchronization

/// The desktop's message bus (D-Bus), as far as it tells who can be asked for something.
///
/// By libsystemd's sd-bus, which is loaded when it is first needed.
public enum SessionBus {
    /// The services of a bus.
    public struct Services: Sendable, Codable {
        /// The names of those that run.
        public let running: [String]
        /// The names of those that are started when they are asked.
        public let startable: [String]

        /// Describes services.
        ///
        /// - Parameters:
        ///   - running: The names of those that run.
        ///   - startable: The names of those that are started when they are asked.
        public init(running: [String], startable: [String]) {
            (self.running, self.startable) = (running, startable)
        }

        /// Tells whether a service can be asked.
        public func offers(_ name: String) -> Bool { running.contains(name) || startable.contains(name) }
    }

    /// The longest wait for an answer, in microseconds, once the bus has let us in.
    private static let patience: UInt64 = 3_000_000
    /// The longest wait for everything, in seconds.
    private static let wholePatience = 5

    /// Asks the bus who is there (`sd_bus_list_names`).
    ///
    /// Waits at most five seconds, so it is not for a main thread. libsystemd itself waits for ninety until a bus lets it in, on a thread
    /// that is then left to itself.
    ///
    /// - Throws: The error of the connection or of the question; `ENOSYS` without libsystemd, `ETIMEDOUT` where the bus does not answer.
    public static func services() throws(SystemError) -> Services {
        let answer = Answer()
        let thread = try SystemThread(name: "ask message bus") {
            let result = Result { () throws(SystemError) in try asked() }
            answer.result.withLock { $0 = result }
        }
        thread.join(within: wholePatience)
        guard let result = answer.result.withLock({ $0 }) else {
            throw SystemError(call: "sd_bus_open_user", code: ETIMEDOUT)
        }
        return try result.get()
    }

    /// The answer's place, which outlives a thread that is given up.
    private final class Answer: Sendable {
        let result = Mutex<Result<Services, SystemError>?>(nil)
    }

    private static func asked() throws(SystemError) -> Services {
        let bus = try BusHandle.open(nil)
        unsafe _ = bus.library.setMethodCallTimeout(bus.pointer, patience)
        var (running, startable): (BusLibrary.Names?, BusLibrary.Names?) = (nil, nil)
        let answer = unsafe bus.library.listNames(bus.pointer, &running, &startable)
        guard answer >= 0 else { throw SystemError(call: "sd_bus_list_names", code: -answer) }
        return unsafe Services(running: taken(running), startable: taken(startable))
    }

    /// Takes a list that C made, and frees it; names that connections get by their number are left out.
    private static func taken(_ names: BusLibrary.Names?) -> [String] {
        guard let names = unsafe names else { return [] }
        var taken: [String] = []
        var place = 0
        while let name = unsafe names[place] {
            taken.append(unsafe String(cString: name))
            unsafe free(name)
            place += 1
        }
        unsafe free(names)
        return taken.filter { !$0.hasPrefix(":") }.sorted()
    }
}
