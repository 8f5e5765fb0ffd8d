internal import LinuxIO

extension V4L2Node {
    /// Sets the wishes that are meant for this camera.
    ///
    /// - Parameters:
    ///   - settings: The wishes for all cameras.
    ///   - camera: The camera's id; nil where it is not known.
    /// - Returns: The faults of those that cannot be set.
    func apply(_ settings: ControlSettings, of camera: String?) -> [CaptureFault] {
        guard !settings.isEmpty else { return [] }
        return apply(wishes(in: settings, of: camera))
    }

    /// Sets the wishes that are meant for this camera, all of them or none.
    ///
    /// - Throws: The first fault.
    func set(_ settings: ControlSettings) throws(CaptureFault) {
        guard !settings.isEmpty else { return }
        let camera = settings.cameras.isEmpty ? nil : CameraList.id(ofNode: path, by: calls)
        try set(wishes(in: settings, of: camera))
    }

    /// Sets wishes, all of them or none.
    ///
    /// - Throws: The first fault; what was set before it is set back.
    func set(_ settings: [ControlSetting]) throws(CaptureFault) {
        let before = (try? controls()) ?? []
        guard let fault = apply(settings).first else { return }
        let after = Dictionary((try? controls())?.map { ($0.number, $0.value) } ?? []) { a, _ in a }
        let changed = before.filter { after[$0.number] != $0.value && !$0.remarks.contains(.volatile) }
        let values = changed.compactMap { control in
            control.value.map { ControlSetting(key: control.key, value: $0) }
        }
        _ = apply(values)
        throw fault
    }

    private func wishes(in settings: ControlSettings, of camera: String?) -> [ControlSetting] {
        wishes(of: camera.flatMap { settings.cameras[$0] } ?? [], and: settings.all)
    }

    /// Puts wishes over those that were kept, which must not let the camera choose a value for which there is a wish now.
    func wishes(of kept: [ControlSetting], and settings: [ControlSetting]) -> [ControlSetting] {
        guard !kept.isEmpty, !settings.isEmpty else { return kept + settings }
        let controls = (try? controls()) ?? []
        let wished = Set(settings.map(\.key))
        let chosen = controls.filter { wished.contains($0.key) }
        let choosers = Set(chosen.compactMap { AutomaticControl.automatic(for: $0.number)?.number })
        let left = Set(controls.filter { choosers.contains($0.number) }.map(\.key)).subtracting(wished)
        return kept.filter { !left.contains($0.key) } + settings
    }

    /// Sets wishes for controls, those that choose for others first.
    ///
    /// - Parameter settings: The wishes; of several for one control the last counts. One whose value another wish lets the camera choose is
    ///   left out.
    /// - Returns: The faults of those that cannot be set.
    func apply(_ settings: [ControlSetting]) -> [CaptureFault] {
        guard !settings.isEmpty else { return [] }
        var controls: [CameraControl]
        do throws(SystemError) {
            controls = try self.controls()
        } catch {
            return [CaptureFault(error, camera: path)]
        }
        var faults: [CaptureFault] = []
        var wishes: [ControlNumber: ControlValue] = [:]
        for setting in settings {
            guard let control = controls.first(where: { $0.key == setting.key }) else {
                let keys = controls.map(\.key).joined(separator: ", ")
                let offers: Message = keys.isEmpty ? "it has no controls" : "it has \(keys)"
                faults.append(
                    CaptureFault(.unsupported, "the camera has no control '\(setting.key)'; \(offers)"))
                continue
            }
            wishes[control.number] = setting.value
        }
        let order = wishes.keys.sorted { a, b in
            let (first, second) = (AutomaticControl.isAutomatic(a), AutomaticControl.isAutomatic(b))
            return first == second ? a < b : first
        }
        for number in order {
            guard let place = controls.firstIndex(where: { $0.number == number }), let wish = wishes[number]
            else { continue }
            refresh(&controls[place])
            if controls[place].remarks.contains(.inactive),
                let automatic = AutomaticControl.automatic(for: number), wishes[automatic.number] != nil
            {
                continue
            }
            do throws(CaptureFault) {
                try set(wish, at: place, in: &controls)
            } catch {
                faults.append(error)
            }
        }
        return faults
    }

    /// Sets one control to a wish, after what chooses for it was set to manual.
    ///
    /// - Parameters:
    ///   - wish: The value, in one of the forms that ``CameraControl/value(for:)`` takes.
    ///   - place: The control's place in the list.
    ///   - controls: All controls; those that have changed by it are read again.
    /// - Throws: The reason why it cannot be set.
    func set(
        _ wish: ControlValue, at place: Int, in controls: inout [CameraControl]
    ) throws(CaptureFault) {
        let control = controls[place]
        let value = try control.value(for: wish)
        if control.remarks.contains(.readOnly) {
            throw CaptureFault(.unsupported, "\(control.key) can only be read")
        }
        if control.remarks.contains(.inactive),
            let automatic = AutomaticControl.automatic(for: control.number),
            let chooser = controls.firstIndex(where: { $0.number == automatic.number })
        {
            try set(automatic.manual, at: chooser, in: &controls)
        }
        do throws(SystemError) {
            try set(value, of: control)
        } catch {
            throw CaptureFault(error, setting: controls[place], to: value)
        }
        if control.remarks.contains(.changesOthers) {
            for other in controls.indices { refresh(&controls[other]) }
        } else {
            refresh(&controls[place])
        }
    }
}

extension CaptureFault {
    /// Makes the fault of a control that could not be set.
    fileprivate init(_ error: SystemError, setting control: CameraControl, to value: ControlValue) {
        switch error.code {
        case ErrorCode.busy:
            self.init(
                .busy, "\(control.key) is held by another program, or while pictures come; try again later")
        case let code where ErrorCode.notThere.contains(code):
            self.init(.gone, "the camera was unplugged; plug it in again")
        case let code where ErrorCode.notPermitted.contains(code):
            self.init(.unsupported, "\(control.key) cannot be set now: the camera chooses it")
        case ErrorCode.invalid, ErrorCode.outOfRange:
            self.init(
                .unsupported, "\(control.key) cannot be \(value) on this camera; it takes \(control.range)")
        default:
            self.init(.io, "the camera does not take \(control.key)=\(value) (\(error)); try another value")
        }
    }
}
