/// The desktop's programs for files, by its portal: opens a file, or shows it in its folder (`org.freedesktop.portal.OpenURI`), and lets a person
/// choose a folder (`org.freedesktop.portal.FileChooser`).
///
/// Confined to the thread of the bus's loop, which never waits. The user may be asked which program is to be taken.
public final class DesktopFiles {
    /// An act on a file, by the portal's name of it.
    public enum Act: String, Sendable, CaseIterable {
        /// Opens the file in the program that the user has for files of its kind.
        case open = "OpenFile"
        /// Opens the folder that the file lies in, with the file chosen in it.
        case showInFolder = "OpenDirectory"
    }

    /// The end of a choice of a folder.
    public enum FolderChoice: Sendable, Equatable {
        /// The folder, as an absolute path.
        case folder(String)
        /// The person has left it as it was, or another choice has been begun.
        case cancelled
        /// There is none, with a sentence that says why.
        case failed(Message)
    }

    /// A choice that a person makes now.
    private struct Question {
        let number: Int
        let done: (FolderChoice) -> Void
        /// The path of the portal's object for it; nil until the portal has answered.
        var handle: String?
    }

    private static let portal = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let requests = "org.freedesktop.portal.Request"

    private let bus: MessageBus
    private let limit: Double
    private var question: Question?
    private var questions = 0

    /// Names the bus; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - bus: The session's bus, which is held.
    ///   - limit: The longest time for an answer, in seconds; a portal that is being started takes some.
    public init(_ bus: MessageBus, within limit: Double = 30) { (self.bus, self.limit) = (bus, limit) }

    /// Asks the desktop to open a file or to show it.
    ///
    /// - Parameters:
    ///   - act: The act.
    ///   - path: The file, or for ``Act/showInFolder`` a folder, too; an absolute path.
    ///   - token: The leave to come to the front (the value of `XDG_ACTIVATION_TOKEN`, as xdg-activation gives it); nil for none.
    ///   - done: Called once on the loop's thread: with nil where the desktop has taken the wish, else with a sentence that says why not.
    public func perform(
        _ act: Act, on path: String, token: String? = nil, done: @escaping (_ trouble: Message?) -> Void
    ) {
        let method = BusMethod(
            service: Self.portal, path: Self.path, interface: "org.freedesktop.portal.OpenURI",
            name: act.rawValue)
        // No window of ours is named: the portal knows it by the token.
        let arguments: [BusArgument] = [
            .text(""), .file(path: path), .options(token.map { ["activation_token": .text($0)] } ?? [:]),
        ]
        bus.call(method, arguments, expecting: "o", within: limit) { result in
            guard case .failure(let fault) = result else { return done(nil) }
            let name = path.withoutControls
            // A call with a descriptor of a file that is gone cannot be sent.
            done(
                fault == .notSent
                    ? Message(
                        "{path} cannot be read; look for it in your files", ["path": name],
                        comment: "A notice; the desktop was to open a file or a folder")
                    : Message(
                        "{path} is there, but no program could be asked to show it: {reason}; open it in your files",
                        ["path": name, "reason": fault.message],
                        comment: "A notice; the desktop was to open a file or a folder"))
        }
    }

    // MARK: - Folders

    /// Lets the person choose a folder, in a dialog of the desktop's.
    ///
    /// One choice is made at a time: a new one takes the place of one that is not made.
    ///
    /// - Parameters:
    ///   - title: The dialog's title.
    ///   - current: The folder that it begins in; nil for the desktop's choice.
    ///   - done: Called once on the loop's thread, after as long as the person takes; not at all when the bus ends first.
    public func chooseFolder(
        _ title: String, from current: String? = nil, done: @escaping (FolderChoice) -> Void
    ) {
        if questions == 0 { listenToChoices() }
        if let handle = question?.handle { close(handle) }
        finish(with: .cancelled)
        questions += 1
        let number = questions
        question = Question(number: number, done: done)
        var options: [String: BusOption] = ["directory": .boolean(true), "modal": .boolean(true)]
        if let current { options["current_folder"] = .path(current) }
        let method = BusMethod(
            service: Self.portal, path: Self.path, interface: "org.freedesktop.portal.FileChooser",
            name: "OpenFile")
        bus.call(method, [.text(""), .text(title), .options(options)], expecting: "o", within: limit) {
            [weak self] result in
            guard let self else { return }
            let isCurrent = question?.number == number
            switch result {
            case .success(let values):
                guard let handle = values.first?.text else { return }
                if isCurrent { question?.handle = handle } else { close(handle) }
            case .failure(let fault): if isCurrent { fail(fault.message) }
            }
        }
    }

    private func listenToChoices() {
        let response = BusSignal(service: Self.portal, interface: Self.requests, name: "Response")
        bus.listen(
            to: response, expecting: "ua{sv}",
            objects: { [weak self] values, path in
                self?.hear(values, from: path)
            })
        let owner = BusSignal(
            service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            name: "NameOwnerChanged", firstArgument: Self.portal)
        bus.listen(to: owner, expecting: "sss") { [weak self] _ in
            // Its dialogs end with it; one that is being started has none.
            if self?.question?.handle != nil { self?.fail("it has ended") }
        }
    }

    private func hear(_ response: [BusValue], from path: String) {
        guard question?.handle == path, response.count == 2 else { return }
        switch response[0].integer {
        case 0:
            guard case .list(let addresses)? = response[1].members?["uris"],
                let address = addresses.first?.text, let folder = Self.path(of: address)
            else { return fail("it has given no folder of this machine") }
            guard FileAccess.isFolder(folder) == true else {
                return fail(
                    Message(
                        "{path} is no folder", ["path": folder.withoutControls],
                        comment: "Why nothing was chosen, in a notice"))
            }
            finish(with: .folder(folder))
        case 1: finish(with: .cancelled)
        default: fail("its dialog has ended")
        }
    }

    private func fail(_ reason: Message) {
        finish(
            with: .failed(
                Message(
                    "no folder was chosen by the desktop's portal: {reason}; install xdg-desktop-portal and its part for your desktop",
                    ["reason": reason], comment: "A notice; the user wanted to choose a folder")))
    }

    private func finish(with choice: FolderChoice) {
        let done = question?.done
        question = nil
        done?(choice)
    }

    /// Takes a dialog back (`org.freedesktop.portal.Request.Close`).
    private func close(_ handle: String) {
        let method = BusMethod(
            service: Self.portal, path: handle, interface: Self.requests, name: "Close")
        bus.call(method, expecting: "", within: limit) { _ in }
    }

    /// Reads the path in the address of a file (RFC 8089); nil for other addresses, and for names that are no texts.
    static func path(of address: String) -> String? {
        let scheme = "file://"
        guard address.lowercased().hasPrefix(scheme),
            let start = address.dropFirst(scheme.count).firstIndex(of: "/")
        else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(address[start...].utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let number = UInt8(digits, radix: 16),
                number != 0
            else { return nil }
            bytes.append(number)
            rest = rest.dropFirst(2)
        }
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return String(validating: bytes, as: UTF8.self)
    }
}
