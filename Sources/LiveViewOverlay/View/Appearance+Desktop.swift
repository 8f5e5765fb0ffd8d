public import LinuxIO
public import Overlay

extension Appearance {
    /// Takes the desktop's wishes; what it has none for is as usual.
    ///
    /// Layouts are mirrored where the user's language reads from right to left.
    ///
    /// - Parameters:
    ///   - desktop: The wishes (``LinuxIO/DesktopSettings``).
    ///   - environment: The user's language.
    public init(
        _ desktop: DesktopAppearance,
        environment: UserEnvironment = UserEnvironment()
    ) {
        self.init(isRightToLeft: environment.readsFromRightToLeft)
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
