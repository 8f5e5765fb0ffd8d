extension Window {
    /// Begins to drag files into another program (`wl_data_device.start_drag`): the compositor takes the pointer until the button is let go.
    ///
    /// The other program gets the files' addresses (`text/uri-list`) and copies what it wants; nothing is moved.
    ///
    /// - Parameters:
    ///   - files: The files' absolute paths.
    ///   - grant: The press of a button that is held, on the window's picture.
    /// - Returns: False where the compositor has no drags, the window is hidden, the device of the press is gone, or there is no file or one whose path
    ///   is not absolute.
    @discardableResult
    public func beginDrag(of files: [String], _ grant: InputGrant) -> Bool {
        !isHidden && connection.registry.beginDrag(of: files, from: [objects.surface], grant)
    }
}

extension Subsurface {
    /// Begins to drag files into another program, as ``Window/beginDrag(of:_:)`` does.
    ///
    /// - Parameters:
    ///   - files: The files' absolute paths.
    ///   - grant: The press of a button that is held, on this surface.
    /// - Returns: False where ``Window/beginDrag(of:_:)`` would return it.
    @discardableResult
    public func beginDrag(of files: [String], _ grant: InputGrant) -> Bool {
        !window.isHidden
            && window.connection.registry.beginDrag(
                of: files, from: [objects.surface, window.objects.surface], grant)
    }
}
