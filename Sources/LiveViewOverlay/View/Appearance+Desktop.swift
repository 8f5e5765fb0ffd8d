public import LinuxIO
public import Overlay

extension Appearance {
    /// Takes the desktop's wishes; what it has none for is as usual.
    ///
    /// - Parameter desktop: The wishes (``LinuxIO/DesktopSettings``).
    public init(_ desktop: DesktopAppearance) {
        self.init()
        if desktop.colorScheme == .light { scheme = .light }
        if let color = desktop.accentColor { accent = PaintColor(color.red, color.green, color.blue) }
        isHighContrast = desktop.hasHighContrast
        isMotionReduced = desktop.hasReducedMotion
        textScale = desktop.textScale
        if let font = desktop.font { fontName = font.family }
        func buttons(_ side: [WindowButtonLayout.Button]) -> [ButtonLayout.WindowButton] {
            side.compactMap { ButtonLayout.WindowButton(rawValue: $0.rawValue) }
        }
        buttonLayout = ButtonLayout(
            leading: buttons(desktop.buttons.leading), trailing: buttons(desktop.buttons.trailing))
    }
}
