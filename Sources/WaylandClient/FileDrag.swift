internal import Glibc
internal import LinuxIO
internal import Logging

/// Files that a person drags into another program (`wl_data_device.start_drag`).
///
/// Their addresses are what travels (`text/uri-list`, RFC 2483), once the other program asks for them.
///
/// Compositors differ in the surface from which they let a subsurface's press drag: wlroots wants the subsurface, KWin the window, and each is
/// silent, or cancels, where the other one is named. So each is tried in turn.
final class FileDrag {
    private static let kind = "text/uri-list"
    /// The time for which the other program may not read, in milliseconds.
    private static let patience: Int32 = 5000
    /// The most times that the addresses are handed over: nobody needs more.
    private static let most = 64

    private let (manager, device, display): (WlDataDeviceManager, WlDataDevice, WlDisplay)
    private let serial: UInt32
    private let addresses: [UInt8]
    private let logger: Logger
    private let ended: () -> Void
    /// The surfaces that were not tried yet.
    private var origins: [WlSurface]
    /// The sources that were tried, one of which may be what is dragged.
    private var sources: [WlDataSource] = []
    /// The source that is dragged, once the compositor has told of it.
    private var dragged: WlDataSource?
    /// The answer that comes once a trial was heard.
    private var answer: WlCallback?
    /// True once the compositor has shown that it drags.
    private var hasBegun = false
    private var sendCount = 0

    /// Begins a drag: the compositor takes the pointer until the button is let go.
    ///
    /// - Parameters:
    ///   - files: The files' paths.
    ///   - origins: The surface that was pressed, and those that it belongs to.
    ///   - serial: The press that is held.
    ///   - objects: The compositor's global, the seat's device, and the connection, which tells when the compositor has heard something.
    ///   - logger: Told where the files went.
    ///   - ended: Called when the drag is over; before version 3 of the protocol nobody tells that files have arrived.
    init?(
        of files: [String], from origins: [WlSurface], serial: UInt32,
        by objects: (WlDataDeviceManager, WlDataDevice, WlDisplay), logger: Logger,
        ended: @escaping () -> Void
    ) {
        (manager, device, display) = objects
        (self.origins, self.serial, self.logger, self.ended) = (origins, serial, logger, ended)
        addresses = Array(Self.addresses(of: files).utf8)
        tryNext()
        if sources.isEmpty { return nil }
    }

    deinit {
        answer?.handle.discard()
        for source in sources { source.destroy() }
    }

    /// Forgets a surface that is about to go.
    func forget(_ surface: ProxyHandle) { origins.removeAll { $0.handle == surface } }

    /// Takes note that the compositor drags.
    func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        logger.debug("a drag of files has begun")
    }

    /// Tries the next surface.
    private func tryNext() {
        guard !origins.isEmpty, let source = manager.createDataSource() else { return }
        sources.append(source)
        source.listen { [weak self] in self?.hear($0, of: source) }
        source.offer(mimeType: Self.kind)
        if source.understands(version: 3) { source.setActions(dndActions: .copy) }
        device.startDrag(source: source, origin: origins.removeFirst(), icon: nil, serial: serial)
        guard !origins.isEmpty, answer == nil, let answer = display.sync() else { return }
        self.answer = answer
        answer.listen { [weak self] _ in self?.wasHeard() }
    }

    /// Takes what has not begun for refused.
    private func wasHeard() {
        answer?.handle.discard()
        answer = nil
        if !hasBegun { tryNext() }
    }

    private func hear(_ event: WlDataSource.Event, of source: WlDataSource) {
        switch event {
        case .send(let kind, let number):
            let pipe = Descriptor(owning: number)
            dragged = source
            guard kind == Self.kind, sendCount < Self.most else { return }
            sendCount += 1
            send(into: pipe)
        case .target, .action, .dndDropPerformed:
            dragged = source
            begin()
        case .cancelled:
            source.destroy()
            sources.removeAll { $0 == source }
            // The other one may be dragged all the same, and be told of later.
            if let dragged, dragged != source { return }
            if !hasBegun, !origins.isEmpty { return tryNext() }
            if !hasBegun, !sources.isEmpty { return }
            logger.debug("the drag has ended nowhere")
            ended()
        case .dndFinished:
            logger.debug("the drag has ended in another program")
            ended()
        }
    }

    /// Hands the addresses to the other program, which may read late, or not at all: on a thread of its own.
    private func send(into pipe: consuming Descriptor) {
        let number = pipe.release()
        do throws(SystemError) {
            _ = try SystemThread(name: "drag") { [addresses] in Self.write(addresses, into: number) }
        } catch {
            _ = Descriptor(owning: number)
            logger.info("the files were not handed over: \(error)")
        }
    }

    private static func write(_ bytes: [UInt8], into number: Int32) {
        let pipe = Descriptor(owning: number)
        // A reader that has gone ends no program.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        _ = fcntl(pipe.number, F_SETFL, fcntl(pipe.number, F_GETFL) | O_NONBLOCK)
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(pipe.number, $0.baseAddress, $0.count)
            }
            if written >= 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                var request = pollfd(fd: pipe.number, events: Int16(POLLOUT), revents: 0)
                let count = unsafe poll(&request, 1, patience)
                if count == 0 || count < 0 && errno != EINTR { return }
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Writes files' addresses (RFC 8089), each on a line.
    static func addresses(of files: [String]) -> String {
        files.map { "file://\($0.utf8.map(escaped).joined())\r\n" }.joined()
    }

    /// A byte of a path as it stands in an address: itself, or its number (RFC 3986, section 2).
    private static func escaped(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"):
            String(UnicodeScalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}
