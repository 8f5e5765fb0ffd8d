extension Window {
    /// Puts data on the clipboard, in the place of what is there (`wl_data_device.set_selection`).
    ///
    /// It stays there until somebody copies something else, or the connection ends. Compositors let a window do that while it has the keyboard's focus, and
    /// are silent where they do not.
    ///
    /// - Parameter data: The data, each of another kind.
    /// - Returns: False where the compositor has no clipboard, the window is hidden, or nobody has pressed a key, a button or a finger on it yet.
    @discardableResult
    public func copy(_ data: [SharedData]) -> Bool { !isHidden && connection.registry.copy(data) }

    /// Asks for the text on the clipboard.
    ///
    /// - Parameter done: Called later with the text, of a long one with the first 64 KiB; not where the program that has copied it does not hand it over
    ///   within two seconds, or something else was copied meanwhile.
    /// - Returns: False where ``copy(_:)`` would return it, where no text is on the clipboard, and while one is asked for.
    @discardableResult
    public func pasteText(_ done: @escaping (String) -> Void) -> Bool {
        !isHidden && connection.registry.selection?.readText(inbox, done) == true
    }
}
