internal import Glibc

/// A desktop's own compositor for a test, with an invisible output, a mouse and a keyboard.
package protocol HeadlessDesktop: AnyObject, Sendable {
    /// The environment in which a client finds the compositor and its message bus.
    var environment: [String: String?] { get }
    /// The width of the output in pixels.
    var width: Int { get }
    /// The height of the output in pixels.
    var height: Int { get }
    /// The log of the compositor so far.
    var log: String { get }

    /// Moves the pointer to a place on the output.
    func move(toX x: Int, y: Int) throws

    /// Presses the main button and holds it.
    func press() throws

    /// Releases the main button.
    func release() throws

    /// Presses a key and releases it.
    ///
    /// - Parameter key: The key's sign on an American keyboard: `c`, `1`, `slash`, `space`, `F11`.
    /// - Throws: The error of the compositor, or of a key that there is not.
    func tap(_ key: String) throws

    /// Takes a picture of the output, without the pointer.
    func screenshot() throws -> Image
}

extension HeadlessDesktop {
    /// Presses and releases the main button.
    package func click() throws {
        try press()
        try release()
    }

    /// Moves as a hand does: the program asks for its drag somewhere on the way, and what comes later counts.
    ///
    /// - Parameters:
    ///   - start: The place where the main button is pressed.
    ///   - end: The place where it is released.
    /// - Throws: The error of the compositor.
    package func drag(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
        try move(toX: start.x, y: start.y)
        try press()
        for step in 0...40 {
            try move(toX: start.x + (end.x - start.x) * step / 40, y: start.y + (end.y - start.y) * step / 40)
            usleep(10_000)
        }
        try release()
    }
}
