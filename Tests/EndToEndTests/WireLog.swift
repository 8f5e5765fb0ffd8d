import Foundation

/// What libwayland has written of the program's conversation with the compositor (`WAYLAND_DEBUG=client`).
struct WireLog {
    struct Message {
        /// `interface.message`.
        var name: String
        var object: String
        var arguments: [String]
        /// Milliseconds.
        var time: Double
    }

    let messages: [Message]

    init(_ text: String) {
        // For example "[3019.428]  -> wl_surface@3.attach(wl_buffer@41, 0, 0)", in milliseconds; later releases of libwayland write
        // "[3019.428] {Default Queue}  -> wl_surface#3.attach(wl_buffer#41, 0, 0)", then "[14:22:43.989950] …", the time of day.
        let form = /^\[([ 0-9.:]+)\].*?([a-z_0-9]+)[@#]([0-9]+)\.([a-z_]+)\((.*)\)$/
        messages = text.split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: form) else { return nil }
            return Message(
                name: "\(match.2).\(match.4)", object: String(match.3),
                arguments: match.5.components(separatedBy: ", "),
                time: Self.milliseconds(match.1))
        }
    }

    private static func milliseconds(_ stamp: Substring) -> Double {
        let parts = stamp.split(separator: ":").map { Double($0.filter { $0 != " " }) ?? 0 }
        return parts.count == 1 ? parts[0] : 1000 * parts.reduce(0) { 60 * $0 + $1 }
    }

    /// How often a message was sent or heard.
    func count(of name: String) -> Int { messages.filter { $0.name == name }.count }

    /// The moment at which a message was sent or heard for the last time, in milliseconds; nil where it never was.
    func lastTime(of name: String) -> Double? { messages.last { $0.name == name }?.time }

    /// The size that the compositor last asked for.
    var wantedSize: String? {
        messages.last { $0.name == "xdg_toplevel.configure" }.map { "\($0.arguments[0])x\($0.arguments[1])" }
    }

    /// One commit with a picture.
    struct Commit {
        var buffer: String
        /// The size that was acknowledged last.
        var acknowledged: String
        /// Frame callbacks that have come since the answered configure; nil when the commit answers none.
        var refreshesSinceConfigure: Int?
    }

    /// The window's commits with a picture, in order.
    var commits: [Commit] {
        var follower = Follower()
        for message in messages { follower.follow(message) }
        return follower.commits
    }

    private struct Follower {
        var commits: [Commit] = []
        private var sizes: [String: String] = [:]
        private var wanted = ""
        private var configures: [String: (size: String, refreshes: Int)] = [:]
        private var answered: (size: String, refreshes: Int)?
        private var acknowledged = ""
        private var attached: String?
        private var refreshes = 0

        mutating func follow(_ message: Message) {
            let arguments = message.arguments
            switch message.name {
            case "wl_shm_pool.create_buffer":
                sizes[number(arguments[0])] = "\(arguments[2])x\(arguments[3])"
            case "xdg_toplevel.configure": wanted = "\(arguments[0])x\(arguments[1])"
            case "xdg_surface.configure": configures[arguments[0]] = (wanted, refreshes)
            case "xdg_surface.ack_configure":
                answered = configures[arguments[0]]
                acknowledged = answered?.size ?? ""
            case "wl_callback.done": refreshes += 1
            case "wl_surface.attach": attached = sizes[number(arguments[0])]
            case "wl_surface.commit":
                guard let attached else { return }
                commits.append(
                    Commit(
                        buffer: attached, acknowledged: acknowledged,
                        refreshesSinceConfigure: answered.map { refreshes - $0.refreshes }))
                (self.attached, answered) = (nil, nil)
            default: break
            }
        }

        private func number(_ object: String) -> String {
            String(object.split { "@#".contains($0) }.last ?? "")
        }
    }
}
