import LinuxIO

/// The camera itself: answers the driver, and sends pictures while it has room for them.
final class CameraFunction {
    private let descriptors: CameraDescriptors
    private var picture = CameraPicture.eightBars
    /// The driver's wish, and what was agreed on, by the numbers of the frame descriptors.
    private var frame = (probed: 1, committed: 1)
    private var bytes: [UInt8] = []
    /// The transfers that wait for pictures.
    private var rooms: [UInt32] = []
    private var payloads: ArraySlice<[UInt8]> = []
    private var isOdd = false
    private var due: Int64 = 0

    private var isSilent = false
    private var isDead = false
    /// The requests that it has left unanswered.
    private var unanswered: Set<UInt32> = []
    private var refused: UInt8?
    private var damaged = 0
    private var short = 0

    init(_ descriptors: CameraDescriptors) { self.descriptors = descriptors }

    /// Does what a line says.
    ///
    /// ```
    /// bars                          shows eight bars, as it does at first
    /// color RRGGBB                  shows one color
    /// silent                        sends no more data
    /// dead                          does not answer either
    /// talking                       answers and sends again
    /// damaged N                     sets the error bit in the next frames
    /// short N                       leaves the end of the next frames out
    /// refuse probe|commit|nothing   stalls when it is asked for a mode, or told to take it
    /// ```
    func obey(_ line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        switch (words.first ?? "", words.dropFirst().first ?? "") {
        case ("bars", _): picture = .eightBars
        case ("color", let text):
            guard let rgb = UInt32(text, radix: 16) else { throw CameraError("what color is \(text)?") }
            picture = CameraPicture(bars: [rgb])
        case ("silent", _): isSilent = true
        case ("dead", _): (isSilent, isDead) = (true, true)
        case ("talking", _): (isSilent, isDead) = (false, false)
        case ("damaged", let count): damaged = Int(count) ?? 1
        case ("short", let count): short = Int(count) ?? 1
        case ("refuse", "probe"): refused = 1
        case ("refuse", "commit"): refused = 2
        case ("refuse", _): refused = nil
        default: throw CameraError("what is \(line)?")
        }
        bytes = []
    }

    /// The moment of the next picture; nil while nobody waits for it.
    var nextFrame: Int64? { rooms.isEmpty || isSilent || !payloads.isEmpty ? nil : due }

    func take(_ request: BusRequest, on bus: BusConnection) throws {
        switch request {
        case .control(let number, _, _) where isDead: unanswered.insert(number)
        case .control(let number, let setup, let data): try control(number, setup, data, bus)
        case .pictures(let number, _): rooms.append(number)
        case .withdrawal(let number, let withdrawn):
            let index = rooms.firstIndex(of: withdrawn)
            if let index { rooms.remove(at: index) }
            let wasLeft = unanswered.remove(withdrawn) != nil
            try bus.confirm(number, wasPending: wasLeft || index != nil)
        }
    }

    /// Sends what there is room for.
    func send(on bus: BusConnection) throws {
        if let next = nextFrame, next <= MonotonicClock.now() {
            due = max(next, MonotonicClock.now() - 1_000_000_000) + Int64(CameraDescriptors.interval) * 100
            payloads = nextPayloads()
        }
        while !isSilent, let room = rooms.first, let payload = payloads.popFirst() {
            rooms.removeFirst()
            try bus.answer(room, payload)
        }
    }

    /// The next picture, cut up: each payload has a header that tells which of two frames it belongs to, whether it is
    /// damaged, and whether it is the last.
    private func nextPayloads() -> ArraySlice<[UInt8]> {
        if bytes.isEmpty {
            bytes = picture.bytes(CameraDescriptors.size(frame: frame.committed), descriptors.pixels)
        }
        isOdd.toggle()
        let room = CameraDescriptors.payload - 2
        let starts = stride(from: 0, to: bytes.count, by: room).dropLast(short > 0 ? 2 : 0)
        let result = starts.map { start in
            let end = start == starts.last ? 2 : 0
            let header = 0x80 | (isOdd ? 1 : 0) | end | (damaged > 0 && start == starts.first ? 0x40 : 0)
            return [2, UInt8(header)] + bytes[start..<min(start + room, bytes.count)]
        }
        (short, damaged) = (max(short - 1, 0), max(damaged - 1, 0))
        return result[...]
    }

    private func control(_ number: UInt32, _ setup: Setup, _ data: [UInt8], _ bus: BusConnection) throws {
        func answer(_ bytes: [UInt8]) throws { try bus.answer(number, bytes.prefix(Int(setup.length))) }
        switch (setup.kind, setup.request) {
        case (0x80, 6):
            guard let bytes = descriptors.descriptor(UInt8(setup.value >> 8), UInt8(setup.value & 255)) else {
                return try bus.stall(number)
            }
            try answer(bytes)
        case (0x80...0x82, 0): try answer([0, 0])
        case (0x02, 1):
            // The driver has stopped and begins anew.
            payloads = []
            try bus.accept(number, count: 0)
        case (0x00, 9), (0x01, 11): try bus.accept(number, count: 0)
        case (0x21, _), (0xa1, _):
            guard setup.index & 255 == 1, let bytes = mode(UInt8(setup.value >> 8), setup.request, data)
            else {
                return try bus.stall(number)
            }
            if setup.kind == 0x21 { try bus.accept(number, count: data.count) } else { try answer(bytes) }
        default: try bus.stall(number)
        }
    }

    /// Sets a mode, or tells of it.
    ///
    /// - Parameters:
    ///   - control: 1 to probe, 2 to commit.
    ///   - request: 1 sets, the others get.
    ///   - data: The wish.
    /// - Returns: The answer; nil for a refusal.
    private func mode(_ control: UInt8, _ request: UInt8, _ data: [UInt8]) -> [UInt8]? {
        guard control == 1 || control == 2, control != refused else { return nil }
        switch request {
        case 0x01 where data.count > 3:
            frame.probed = min(max(Int(data[3]), 1), CameraDescriptors.sizes.count)
            if control == 2 {
                frame.committed = frame.probed
                (bytes, payloads, due) = ([], [], MonotonicClock.now())
            }
            return []
        case 0x85: return [34, 0]
        case 0x86: return [3]
        case 0x81...0x84, 0x87: return descriptors.settings(frame: frame.probed)
        default: return nil
        }
    }
}
