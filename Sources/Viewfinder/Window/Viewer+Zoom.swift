internal import Capture
internal import Frames
internal import Glibc
internal import LiveView
internal import Overlay
internal import VulkanView
internal import WaylandClient

/// Wheel, drag and pinch, which enlarge the picture and move the detail.
extension Viewer {
    /// The number of a wheel's steps that make twice of the picture, as of the presses of its key.
    private static let stepsOfDouble = 4.0
    /// The ways of fingers on a touchpad that count as a step of a wheel, in logical units.
    private static let wayOfStep = 15.0

    /// The place of the picture in the window; nil while there is none.
    private var placement: Placement? {
        guard let mode = switcher.shown?.mode, let size = window?.pacing.state.bufferSize, size.width > 0,
            size.height > 0, mode.size.width > 0, mode.size.height > 0
        else { return nil }
        return Placement(
            frame: mode.size, options: view, window: PixelSize(width: size.width, height: size.height))
    }

    /// Enlarges the picture by a wheel; fingers move the detail.
    func scroll(_ scroll: Scroll) {
        let isWheel = scroll.stepsDown != 0
        if isWheel || scroll.modifiers.contains(.control) {
            let steps = isWheel ? scroll.stepsDown : scroll.down / Self.wayOfStep
            zoom(by: exp2(-steps / Self.stepsOfDouble), around: scroll.point)
        } else {
            pan(across: -scroll.across, down: -scroll.down)
        }
    }

    /// Enlarges the picture as fingers go apart.
    func pinch(_ pinch: Pinch) {
        switch pinch.phase {
        case .began: pinchedScale = 1
        case .changed:
            zoom(by: pinch.scale / pinchedScale, around: pinch.point)
            pan(across: pinch.across, down: pinch.down)
            pinchedScale = pinch.scale
        case .ended, .cancelled: break
        }
    }

    /// Moves the detail with a drag.
    func drag(_ drag: Drag) {
        let last = draggedTo ?? drag.start
        pan(across: drag.point.x - last.x, down: drag.point.y - last.y)
        draggedTo = drag.point
    }

    private func zoom(by factor: Double, around point: SurfacePoint) {
        guard let placement, let scale = window?.pacing.state.scale else { return }
        change { $0 = $0.zoomed(by: factor, around: (point.x * scale, point.y * scale), in: placement) }
    }

    private func pan(across: Double, down: Double) {
        guard view.crop != .whole, let placement, let scale = window?.pacing.state.scale else { return }
        change { $0 = $0.moved(by: (across * scale, down * scale), in: placement) }
    }

    /// Tells how much the picture is enlarged, with a way back.
    func tellZoom() {
        let isWhole = view.crop == .whole
        tellBriefly(
            .zoom(1 / view.crop.width.value),
            isWhole ? [] : [.button(ViewerScreen.wholePicture, ScreenWords.wholePicture)])
    }

    /// Gives drags and double clicks to the picture while it is enlarged, else to the window.
    func followZoom() {
        let isWhole = view.crop == .whole
        window?.gestures.dragsMoveWindow = isWhole
        window?.gestures.doubleClickTogglesFullscreen = isWhole
    }
}
