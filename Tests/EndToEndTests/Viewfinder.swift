import Foundation
import TestSupport

/// The program under test in a compositor of its own.
final class Viewfinder {
    /// The app_id, which is the .desktop file's name.
    static let application = "org.viewfinder.Viewfinder"

    let sway: HeadlessSway
    let program: Program

    /// Starts sway and the program in it, and waits for its window; a command before the program becomes it in the end.
    ///
    /// Tests of the picture have nothing over it.
    init(
        _ arguments: [String], in sway: HeadlessSway? = nil, environment: [String: String?] = [:],
        by command: [String] = [], showsOverlay: Bool = false
    ) throws {
        let sway = try sway ?? HeadlessSway()
        self.sway = sway
        let words = command + [Repository.program] + arguments + (showsOverlay ? [] : ["--no-overlay"])
        program = try Program(
            words[0], Array(words.dropFirst()), environment: sway.environment.merging(environment) { $1 })
        // One that ends after some frames may be over before a busy machine looks for its window.
        if !arguments.contains("--frames") { _ = try sway.window(of: program) }
    }

    /// Starts it with test cards as sources.
    convenience init(
        cards: String..., options: [String] = [], in sway: HeadlessSway? = nil, showsOverlay: Bool = false
    ) throws {
        try self.init(
            cards.flatMap { ["--source", "test:\($0)"] } + options, in: sway, showsOverlay: showsOverlay)
    }

    var window: SwayWindow { get throws { try sway.window(of: program) } }

    func screenshot() throws -> Image { try sway.screenshot(of: program) }

    /// Waits until the window looks as it must; leaves the last picture among the artifacts where it does not.
    func expect(_ view: CardView, _ what: String = "the picture", within seconds: Double = 30) throws {
        try Self.expect(view, what, of: program, within: seconds) { try self.screenshot() }
    }

    /// The same for a picture from anywhere.
    static func expect(
        _ view: CardView, _ what: String, of program: Program, within seconds: Double = 30,
        screenshot: () throws -> Image
    ) throws {
        var last: (image: Image, mismatch: String)?
        do {
            try eventually(
                "\(what), \(view.mode) at \(view.window)", within: seconds,
                found: {
                    "\(last?.mismatch ?? "")\n\(program.log)"
                }
            ) {
                guard program.isRunning else {
                    throw WaitedInVain("it ended instead of: \(what)\n\(program.log)")
                }
                let image = try screenshot()
                guard let mismatch = view.mismatch(in: image) else { return true }
                last = (image, mismatch)
                return false
            }
        } catch {
            let name = what.replacingOccurrences(of: " ", with: "-") + "-\(view.mode)-\(view.window)"
            try last?.image.write(png: "\(Repository.artifacts)/\(name).png")
            throw error
        }
    }

    /// Waits until a later frame is seen than that of the number.
    @discardableResult
    func frame(after number: UInt32?, _ view: CardView) throws -> UInt32 {
        try eventually("a frame after \(number.map(String.init) ?? "none")", found: { self.program.log }) {
            guard let seen = view.frameNumber(in: try screenshot()) else { return nil }
            return number.map { seen > $0 } ?? true ? seen : nil
        }
    }

    func waitForTitle(_ what: String, where condition: (String) -> Bool) throws {
        try sway.window(of: program, what) { condition($0.title) }
    }

    /// Waits for the end that a user's wish brings: code 0 and no word of complaint.
    func waitForCleanEnd() throws -> Bool {
        let end = try program.wait(within: 10)
        return end.status == .exited(0) && program.errors.isEmpty
    }
}
