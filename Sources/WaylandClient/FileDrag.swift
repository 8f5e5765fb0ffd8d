internal import Glibc
internal import LinuxIO
internal import Logging

/// Files that a person drags into another program (`wl_data_device.start_drag`).
///
/// Their addresses are what travels (`text/uri-list`, RFC 2483), once the other program asks for them.
final class FileDrag {
    private static let kind = "text/uri-list"
    /// The time for which the other program may not read, in milliseconds.
    private static let patience: Int32 = 5000

    private let device: WlDataDevice
    private let source: WlDataSource
    private let addresses: [UInt8]
    private let logger: Logger
    private let ended: () -> Void
    /// The offers to this program meanwhile: the files themselves, over its own windows, and what others copy.
    private var offers: [WlDataOffer] = []

    /// Begins a drag: the compositor takes the pointer until the button is let go.
    ///
    /// - Parameters:
    ///   - files: The files' paths.
    ///   - origin: The surface that was pressed.
    ///   - press: The press that is held.
    ///   - manager: The compositor's global.
    ///   - logger: Told where the files went.
    ///   - ended: Called once, when the drag is over.
    init?(
        of files: [String], from origin: WlSurface, _ press: (serial: UInt32, seat: WlSeat),
        by manager: WlDataDeviceManager, logger: Logger, ended: @escaping () -> Void
    ) {
        guard let device = manager.getDataDevice(seat: press.seat) else { return nil }
        guard let source = manager.createDataSource() else {
            Self.release(device)
            return nil
        }
        (self.device, self.source, self.logger, self.ended) = (device, source, logger, ended)
        addresses = Array(Self.addresses(of: files).utf8)
        device.listen { [weak self] in self?.hear($0) }
        source.listen { [weak self] in self?.hear($0) }
        source.offer(mimeType: Self.kind)
        if source.understands(version: 3) { source.setActions(dndActions: .copy) }
        device.startDrag(source: source, origin: origin, icon: nil, serial: press.serial)
    }

    deinit {
        for offer in offers { offer.destroy() }
        source.destroy()
        Self.release(device)
    }

    private static func release(_ device: WlDataDevice) {
        if device.understands(version: 2) { device.release() } else { device.handle.discard() }
    }

    /// Lets go of what is offered: of files only once they have left the window, since wlroots ends the drag with their offer.
    private func hear(_ event: WlDataDevice.Event) {
        switch event {
        case .dataOffer(let offer): if let offer { offers.append(offer) }
        case .leave, .drop: forget { _ in true }
        case .selection(let copied): forget { $0 == copied }
        default: break
        }
    }

    private func forget(_ isOver: (WlDataOffer) -> Bool) {
        for offer in offers where isOver(offer) { offer.destroy() }
        offers.removeAll(where: isOver)
    }

    private func hear(_ event: WlDataSource.Event) {
        switch event {
        case .send(let kind, let number):
            let pipe = Descriptor(owning: number)
            if kind == Self.kind { send(into: pipe) }
        case .cancelled:
            logger.debug("the drag has ended nowhere")
            ended()
        case .dndFinished:
            logger.debug("the drag has ended in another program")
            ended()
        default: break
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
                guard unsafe poll(&request, 1, patience) > 0 else { return }
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
