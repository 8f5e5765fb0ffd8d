internal import CWayland
internal import Glibc

/// The user's cursor theme at one scale (libwayland-cursor).
@safe final class CursorTheme {
    /// A cursor's picture; the theme owns the buffer.
    struct Image {
        let buffer: WlBuffer
        let hotspotX: Int32
        let hotspotY: Int32
    }

    private let theme: OpaquePointer

    /// Loads the theme that `XCURSOR_THEME` and `XCURSOR_SIZE` name; without one, the library's own few cursors.
    ///
    /// The result is nil when memory has run out.
    ///
    /// - Parameters:
    ///   - scale: The number of pixels per logical unit.
    ///   - memory: The shared memory that the pictures go to.
    init?(scale: Int, memory: WlShm) {
        let name = unsafe getenv("XCURSOR_THEME")
        let size = unsafe getenv("XCURSOR_SIZE").flatMap { unsafe Int32(String(cString: $0)) } ?? 24
        let pixels = size.clamped(to: 8...256) * Int32(scale)
        guard let theme = unsafe wl_cursor_theme_load(name, pixels, memory.handle.pointer) else { return nil }
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

extension Int32 {
    fileprivate func clamped(to range: ClosedRange<Int32>) -> Int32 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
