internal import CWayland
internal import LinuxIO

/// The user's cursor theme at one scale (libwayland-cursor).
@safe final class CursorTheme {
    /// A cursor's picture; the theme owns the buffer.
    struct Image {
        let buffer: WlBuffer
        let hotspotX: Int32
        let hotspotY: Int32
    }

    private let theme: OpaquePointer

    /// Loads the theme that the environment names; without one, the library's own few cursors.
    ///
    /// The result is nil when memory has run out.
    ///
    /// - Parameters:
    ///   - environment: The theme and the size.
    ///   - scale: The number of pixels per logical unit.
    ///   - memory: The shared memory that the pictures go to.
    init?(_ environment: UserEnvironment, scale: Int, memory: WlShm) {
        let pixels = Int32(min(max(environment.cursorSize ?? 24, 8), 256) * scale)
        guard let theme = unsafe wl_cursor_theme_load(environment.cursorTheme, pixels, memory.handle.pointer)
        else { return nil }
        unsafe self.theme = theme
    }

    deinit { unsafe wl_cursor_theme_destroy(theme) }

    /// Finds the picture of the first name that the theme has; of a moving cursor the first one.
    func image(_ names: [String]) -> Image? {
        for name in names {
            guard let cursor = unsafe wl_cursor_theme_get_cursor(theme, name),
                unsafe cursor.pointee.image_count > 0,
                let image = unsafe cursor.pointee.images[0],
                let buffer = unsafe wl_cursor_image_get_buffer(image)
            else { continue }
            return unsafe Image(
                buffer: WlBuffer(handle: ProxyHandle(buffer)), hotspotX: Int32(image.pointee.hotspot_x),
                hotspotY: Int32(image.pointee.hotspot_y))
        }
        return nil
    }
}
