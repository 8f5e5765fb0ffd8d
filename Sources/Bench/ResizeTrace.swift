/// A window's sizes and buffers, read from libwayland's log (`WAYLAND_DEBUG=1`).
///
/// A line is `[time] object#number.message(arguments)`, with ` -> ` before the object for requests.
struct ResizeTrace {
    /// The number of different sizes that were asked for, one after the other.
    private(set) var sizes = 0
    /// The number of commits of a buffer whose size is not the acknowledged one.
    private(set) var wrongBuffers = 0
    /// The times in milliseconds from a configure event to the commit of a buffer of that size.
    private(set) var redraws: [Double] = []

    private var buffers: [Substring: String] = [:]
    /// The batches of buffers of equal size made one after the other, with their counts.
    private var batches: [(size: String, count: Int)] = []
    private var asked: (size: String, time: Double)?
    /// The sizes that went with a serial and are not acknowledged yet.
    private var serials: [Substring: String] = [:]
    private var acknowledged: String?
    private var attached: [Substring: String] = [:]

    /// The number of swapchains made: each has as many images as the smallest batch.
    var swapchains: Int {
        let images = max(1, batches.map(\.count).min() ?? 1)
        return batches.reduce(0) { $0 + ($1.count + images - 1) / images }
    }

    init(log: String) {
        for line in log.split(separator: "\n") { read(line) }
    }

    private mutating func read(_ line: Substring) {
        guard let end = line.firstIndex(of: "]"), let open = line.firstIndex(of: "("), end < open,
            let time = Double(line[..<end].drop { $0 == "[" || $0 == " " })
        else { return }
        var call = line[line.index(after: end)..<open]
        for start in [" -> ", " "] where call.hasPrefix(start) { call = call.dropFirst(start.count) }
        let arguments = line[line.index(after: open)...].dropLast().split(separator: ",")
            .map { $0.drop { $0 == " " } }
        guard let dot = call.lastIndex(of: ".") else { return }
        handle(String(call[call.index(after: dot)...]), of: call[..<dot], arguments, at: time)
    }

    private mutating func handle(
        _ message: String, of object: Substring, _ arguments: [Substring], at time: Double
    ) {
        switch message {
        case "create_buffer" where arguments.count == 6:
            if let name = arguments[0].split(separator: " ").last {
                let size = "\(arguments[2])x\(arguments[3])"
                buffers[Self.number(name)] = size
                if batches.last?.size == size {
                    batches[batches.count - 1].count += 1
                } else {
                    batches.append((size, 1))
                }
            }
        case "configure" where object.contains("toplevel") && arguments.count >= 2:
            let size = "\(arguments[0])x\(arguments[1])"
            guard size != asked?.size, size != "0x0" else { return }
            sizes += 1
            asked = (size, time)
        case "configure" where object.contains("xdg_surface") && arguments.count == 1:
            serials[arguments[0]] = asked?.size
        case "ack_configure" where arguments.count == 1:
            acknowledged = serials.removeValue(forKey: arguments[0]) ?? acknowledged
        case "attach" where !arguments.isEmpty: attached[object] = buffers[Self.number(arguments[0])]
        case "commit": commit(object, at: time)
        default: break
        }
    }

    private mutating func commit(_ surface: Substring, at time: Double) {
        guard let size = attached.removeValue(forKey: surface), let acknowledged else { return }
        if size != acknowledged { wrongBuffers += 1 }
        if let asked, size == asked.size, waiting != asked.size {
            waiting = asked.size
            redraws.append(time - asked.time)
        }
    }

    /// The last size that was drawn.
    private var waiting: String?

    /// Reads an object's number; libwayland writes objects as `wl_buffer@12` or `wl_buffer#12`.
    private static func number(_ name: Substring) -> Substring {
        name.split { $0 == "@" || $0 == "#" }.last ?? name
    }
}
