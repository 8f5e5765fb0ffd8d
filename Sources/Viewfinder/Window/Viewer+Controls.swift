internal import Capture
internal import Frames
internal import LinuxIO
internal import VulkanView

extension Viewer {
    /// Adjusts the camera, or the picture where the camera cannot.
    func adjust(_ adjustment: CameraAdjuster.Adjustment) {
        // A detail is what the user sees and means, until all of the picture is there again.
        if view.crop != .whole, adjustPicture(adjustment), adjustment != .defaults { return }
        guard let shown = switcher.shown, shown.loss == nil, case .camera = shown.entry.source else {
            if !adjustPicture(adjustment) {
                switcher.notify(Message("There is no camera to adjust", comment: "A notice, after a key"))
            }
            return
        }
        let camera = shown.entry.id
        adjuster.adjust(
            adjustment, of: switcher.session, camera, done: onLoop { $0.finish(adjustment, $1, camera) },
            trouble: onLoop { $0.tellOnce($1) })
    }

    private func finish(
        _ adjustment: CameraAdjuster.Adjustment, _ outcome: CameraAdjuster.Outcome, _ camera: String?
    ) {
        switch outcome {
        case .changed(let message, let settings):
            switcher.tell(message)
            if let camera { switcher.controls.add(settings, of: camera) }
        case .reset(let former):
            let kept = camera.flatMap { switcher.controls.cameras[$0] } ?? []
            switcher.tell(
                Message("camera settings reset", comment: "A notice: all controls have their first values"),
                about: former.isEmpty ? nil : .reset(former: former, kept: kept, camera: camera))
            if let camera { switcher.controls.cameras[camera] = nil }
            readControls()
        case .lacking:
            if !adjustPicture(adjustment) {
                switcher.notify(
                    Message("The camera has no control for that", comment: "A notice, after a key"))
            }
        case .failed(let message): switcher.notify(message)
        }
    }

    /// Gives the camera's controls the values back that they had before a reset, which are kept again as they were.
    func undoReset(_ former: [ControlSetting], keeping kept: [ControlSetting], of camera: String?) {
        guard let shown = switcher.shown, shown.loss == nil, shown.entry.id == camera else { return }
        adjuster.set(
            former, keeping: kept, of: switcher.session, camera,
            done: onLoop { $0.wereSetBack($1, keeping: kept, of: camera) },
            trouble: onLoop { $0.tellOnce($1) })
    }

    private func wereSetBack(
        _ result: Result<[CameraControl], CaptureFault>, keeping kept: [ControlSetting], of camera: String?
    ) {
        switch result {
        case .success(let controls):
            if let camera { switcher.controls.add(kept, of: camera) }
            showControls(controls)
            switcher.tell(
                Message(
                    "the camera's settings are as before",
                    comment: "A notice: all controls have the values that they had before a reset"))
        case .failure(let fault): switcher.notify(fault.message)
        }
    }

    /// Zooms and moves the picture itself.
    ///
    /// - Returns: False for what a picture cannot do.
    private func adjustPicture(_ adjustment: CameraAdjuster.Adjustment) -> Bool {
        switch adjustment {
        case .zoom(let steps): change { $0.crop = $0.crop.zoomed(by: steps) }
        case .turn(let across, let down):
            guard view.crop != .whole else { return false }
            change { $0.crop = $0.crop.moved(across: across, down: down) }
        case .defaults:
            guard view.crop != .whole else { return false }
            change { $0.crop = .whole }
        case .exposure: return false
        }
        return true
    }
}

extension PictureRegion {
    /// The part with the same middle after some presses of the key for zoom, four of which make twice of it.
    func zoomed(by steps: Int) -> PictureRegion {
        let factor = steps > 0 ? 1.189207115002721 : 1 / 1.189207115002721
        let side = min(1, max(Self.least.value, width.value / factor))
        // Near the whole it is the whole.
        guard side < 0.999 else { return .whole }
        func start(_ start: Double, _ length: Double) -> Double {
            min(max(0, start + (length - side) / 2), 1 - side)
        }
        return PictureRegion(
            x: start(x.value, width.value), y: start(y.value, height.value), width: side, height: side)
    }

    /// The part that lies a tenth of its size further in each direction; the picture's edges stop it.
    func moved(across: Int, down: Int) -> PictureRegion {
        func start(_ start: Double, _ length: Double, _ steps: Int) -> Double {
            min(max(0, start + length * Double(steps) / 10), 1 - length)
        }
        return PictureRegion(
            x: start(x.value, width.value, across), y: start(y.value, height.value, down),
            width: width.value, height: height.value)
    }
}
