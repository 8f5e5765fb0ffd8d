extension HeadlessSway {
    /// Waits for a program's window.
    ///
    /// - Parameters:
    ///   - program: The program whose window it is.
    ///   - seconds: The limit.
    /// - Throws: ``WaitedInVain`` at the limit, with the last window and the logs.
    /// - Returns: The window as it is then.
    package func window(of program: Program, within seconds: Double = 30) throws -> SwayWindow {
        try window(of: program, "a window", within: seconds) { _ in true }
    }

    /// Waits until a program's window is as wanted.
    ///
    /// - Parameters:
    ///   - program: The program whose window it is.
    ///   - what: The wanted state in words, for the error.
    ///   - seconds: The limit.
    ///   - condition: True when the window is as wanted.
    /// - Throws: ``WaitedInVain`` at the limit, with the last window and the logs.
    /// - Returns: The window as it is then.
    @discardableResult
    package func window(
        of program: Program, _ what: String, within seconds: Double = 30,
        where condition: (SwayWindow) throws -> Bool
    ) throws -> SwayWindow {
        var last: SwayWindow?
        return try eventually(
            "\(what) of \(program.command)", within: seconds,
            found: { "\(String(describing: last))\n\(program.log)" }
        ) {
            guard program.isRunning else {
                throw WaitedInVain(
                    "\(program.command) ended instead of: \(what)\n\(program.log)")
            }
            last = try windows().first { $0.process == program.identifier }
            guard let window = last else { return nil }
            return try condition(window) ? window : nil
        }
    }

    /// Asks for another size of a floating window until sway has given it and it holds.
    ///
    /// The client's next picture comes a moment later: look for it in screenshots.
    ///
    /// - Parameters:
    ///   - program: The program whose window it is.
    ///   - width: The new width in logical pixels.
    ///   - height: The new height in logical pixels.
    /// - Throws: ``WaitedInVain`` at the limit, with the last window and the logs.
    /// - Returns: The window at its new size, in the middle of the output.
    @discardableResult
    package func resize(_ program: Program, width: Int, height: Int) throws -> SwayWindow {
        let order =
            "[pid=\(program.identifier)] resize set \(width) px \(height) px, move position center"
        try command(order)
        var held = 0
        return try window(of: program, "a size of \(width)x\(height)") {
            held = $0.content.width == width && $0.content.height == height ? held + 1 : 0
            // sway 1.7 takes a late commit of an older size for the client's own wish.
            if held == 0 { try command(order) }
            return held == 10
        }
    }

    /// Takes a picture of a program's window alone.
    package func screenshot(of program: Program) throws -> Image {
        try screenshot(of: window(of: program).content)
    }
}
