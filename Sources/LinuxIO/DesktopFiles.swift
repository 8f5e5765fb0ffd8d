/// The desktop's programs for files, by its portal (`org.freedesktop.portal.OpenURI`): opens a file, or shows it in its folder.
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

    private let bus: MessageBus
    private let limit: Double

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
            service: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop",
            interface: "org.freedesktop.portal.OpenURI", name: act.rawValue)
        // No window of ours is named: the portal knows it by the token.
        let arguments: [BusArgument] = [
            .text(""), .file(path: path), .options(token.map { ["activation_token": $0] } ?? [:]),
        ]
        bus.call(method, arguments, expecting: "o", within: limit) { result in
            guard case .failure(let fault) = result else { return done(nil) }
            let name = path.withoutControls
            // A call with a descriptor of a file that is gone cannot be sent.
            let reason: Message = fault == .notSent ? "it cannot be read" : fault.message
            done(
                Message(
                    "{path} is not opened: {reason}; open it in your files",
                    ["path": name, "reason": reason], comment: "A notice; the desktop was to open a file"))
        }
    }
}
