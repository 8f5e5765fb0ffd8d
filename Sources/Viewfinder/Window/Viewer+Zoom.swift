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

    /// Enlarges the picture by a wheel; fingers move the detail.
    func scroll(_ scroll: Scroll) {
        let isWheel = scroll.stepsDown != 0
        if isWheel || scroll.modifiers.contains(.control) {
            let steps = isWheel ? scroll.stepsDown : scroll.down / Self.wayOfStep
            zoom(by: exp2(-steps / Self.stepsOfDouble), around: scroll.point)
        } else {
            pan(across: -scroll.across, down: -scroll.down, at: scroll.point)
        }
    }

    /// Enlarges the picture as fingers go apart.
    func pinch(_ pinch: Pinch) {
        switch pinch.phase {
        case .began: pinchedScale = 1
        case .changed:
            zoom(by: pinch.scale / pinchedScale, around: pinch.point)
            pan(across: pinch.across, down: pinch.down, at: pinch.point)
            pinchedScale = pinch.scale
        case .ended, .cancelled: break
        }
    }

    /// Moves the detail with a drag.
    func drag(_ drag: Drag) {
        let last = draggedTo ?? drag.start
        pan(across: drag.point.x - last.x, down: drag.point.y - last.y, at: drag.start)
        draggedTo = drag.point
    }

    private func zoom(by factor: Double, around point: SurfacePoint) {
        guard let (picture, place) = picture(at: point) else { return }
        change { $0 = $0.zoomed(by: factor, around: place, in: picture.placement($0)) }
    }

    private func pan(across: Double, down: Double, at point: SurfacePoint) {
        guard view.crop != .whole, let scale = window?.pacing.state.scale,
            let (picture, _) = picture(at: point)
        else { return }
        change { $0 = $0.moved(by: (across * scale, down * scale), in: picture.placement($0)) }
    }

    /// Finds the picture at a point of the window, and the point of its cell in pixels.
    private func picture(at point: SurfacePoint) -> (PictureGeometry, (x: Double, y: Double))? {
        guard let scale = window?.pacing.state.scale else { return nil }
        return renderer.geometry.lazy.compactMap { picture in
            picture.point(x: point.x * scale, y: point.y * scale).map { (picture, $0) }
        }.first
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
