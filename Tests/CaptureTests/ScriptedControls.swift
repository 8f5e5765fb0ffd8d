import CV4L2
import Glibc

/// A control of a scripted camera: what the driver says of it, be it true or not.
struct ScriptedControl: Sendable {
    var number: Int32
    var type = V4L2_CTRL_TYPE_INTEGER
    var name = "Scripted"
    var least: Int64 = 0
    var most: Int64 = 255
    var step: UInt64 = 1
    var initial: Int64 = 0
    var value: Int64 = 0
    var text = ""
    var flags: Int32 = 0
    var dimensions: UInt32 = 0
    var menu: [Int64: String] = [:]
    /// The number of the control that has to be 0 (or 1 where it is the exposure's) for this one to have an effect.
    var chooser: Int32?
    var queryError: Int32?
    var setError: Int32?

    static func menu(_ number: Int32, _ name: String, _ entries: [Int64: String], value: Int64 = 0) -> Self {
        Self(
            number: number, type: V4L2_CTRL_TYPE_MENU, name: name, most: entries.keys.max() ?? 0,
            value: value,
            menu: entries)
    }

    static func boolean(_ number: Int32, _ name: String, value: Bool = false) -> Self {
        Self(number: number, type: V4L2_CTRL_TYPE_BOOLEAN, name: name, most: 1, value: value ? 1 : 0)
    }
}

/// The controls of a scripted camera and the driver's answers about them.
struct ScriptedControls: Sendable {
    var all: [ScriptedControl] = []
    /// True for a driver without `VIDIOC_QUERY_EXT_CTRL` and its kin.
    var isOld = false
    var isGone = false
    /// The order in which controls were set.
    private(set) var sets: [UInt32] = []
    private var subscribed: Set<UInt32> = []
    private var events: [UInt32] = []

    init(_ all: [ScriptedControl] = []) { self.all = all.sorted { $0.number < $1.number } }

    subscript(number: Int32) -> ScriptedControl {
        get { all.first { $0.number == number } ?? ScriptedControl(number: number) }
        set { if let place = all.firstIndex(where: { $0.number == number }) { all[place] = newValue } }
    }

    func value(of number: Int32) -> Int64? { all.first { $0.number == number }?.value }

    mutating func change(_ number: UInt32, to value: Int64) {
        guard let place = place(number) else { return }
        all[place].value = value
        if subscribed.contains(number) { events.append(number) }
    }

    private func place(_ number: UInt32) -> Int? {
        all.firstIndex { UInt32(bitPattern: $0.number) == number }
    }

    private func flags(of control: ScriptedControl) -> UInt32 {
        var flags = UInt32(bitPattern: control.flags)
        if let chooser = control.chooser, let value = value(of: chooser),
            value != (chooser == V4L2_CID_EXPOSURE_AUTO ? 1 : 0)
        {
            flags |= UInt32(V4L2_CTRL_FLAG_INACTIVE)
        }
        return flags
    }

    mutating func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        guard !isGone else { return ENODEV }
        switch request {
        case vidioc_query_ext_ctrl where !isOld:
            return query(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case vidioc_queryctrl: return queryOld(argument.assumingMemoryBound(to: v4l2_queryctrl.self))
        case vidioc_querymenu: return queryMenu(argument.assumingMemoryBound(to: v4l2_querymenu.self))
        case vidioc_g_ext_ctrls where !isOld, vidioc_s_ext_ctrls where !isOld:
            let all = argument.assumingMemoryBound(to: v4l2_ext_controls.self)
            guard all.pointee.count == 1, let one = all.pointee.controls else { return EINVAL }
            return request == vidioc_g_ext_ctrls ? get(one) : set(one)
        case vidioc_s_ctrl:
            let control = argument.assumingMemoryBound(to: v4l2_control.self)
            guard let place = place(control.pointee.id) else { return EINVAL }
            return set(place, Int64(control.pointee.value))
        case vidioc_subscribe_event:
            subscribed.insert(argument.assumingMemoryBound(to: v4l2_event_subscription.self).pointee.id)
            return 0
        case vidioc_dqevent:
            guard !events.isEmpty else { return ENOENT }
            let event = argument.assumingMemoryBound(to: v4l2_event.self)
            event.pointee.type = UInt32(V4L2_EVENT_CTRL)
            event.pointee.id = events.removeFirst()
            return 0
        default: return ENOTTY
        }
    }

    private func found(_ number: UInt32) -> Result<ScriptedControl, ScriptedError> {
        let bits = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
        let plain = number & ~bits
        let match = all.first { control in
            let own = UInt32(bitPattern: control.number)
            return number & bits == 0 ? own == plain : own > plain
        }
        guard let match else { return .failure(ScriptedError(code: EINVAL)) }
        if let code = match.queryError { return .failure(ScriptedError(code: code)) }
        return .success(match)
    }

    private struct ScriptedError: Error {
        let code: Int32
    }

    private func query(_ answer: UnsafeMutablePointer<v4l2_query_ext_ctrl>) -> Int32 {
        switch found(answer.pointee.id) {
        case .failure(let error): return error.code
        case .success(let control):
            var told = v4l2_query_ext_ctrl()
            told.id = UInt32(bitPattern: control.number)
            told.type = control.type.rawValue
            (told.minimum, told.maximum, told.step) = (control.least, control.most, control.step)
            told.default_value = control.initial
            told.flags = flags(of: control)
            (told.nr_of_dims, told.elems, told.elem_size) = (control.dimensions, 4, 4)
            if control.dimensions > 0 { told.flags |= UInt32(V4L2_CTRL_FLAG_HAS_PAYLOAD) }
            withUnsafeMutableBytes(of: &told.name) { $0.copyBytes(from: control.name.utf8.prefix(32)) }
            answer.pointee = told
            return 0
        }
    }

    private func queryOld(_ answer: UnsafeMutablePointer<v4l2_queryctrl>) -> Int32 {
        guard answer.pointee.id & UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND) == 0 else { return EINVAL }
        switch found(answer.pointee.id) {
        case .failure(let error): return error.code
        case .success(let control):
            var told = v4l2_queryctrl()
            told.id = UInt32(bitPattern: control.number)
            told.type = control.type.rawValue
            told.minimum = Int32(truncatingIfNeeded: control.least)
            told.maximum = Int32(truncatingIfNeeded: control.most)
            told.step = Int32(truncatingIfNeeded: control.step)
            told.default_value = Int32(truncatingIfNeeded: control.initial)
            told.flags = flags(of: control)
            withUnsafeMutableBytes(of: &told.name) { $0.copyBytes(from: control.name.utf8.prefix(32)) }
            answer.pointee = told
            return 0
        }
    }

    private func queryMenu(_ answer: UnsafeMutablePointer<v4l2_querymenu>) -> Int32 {
        guard let place = place(answer.pointee.id), let name = all[place].menu[Int64(answer.pointee.index)]
        else {
            return EINVAL
        }
        if all[place].type == V4L2_CTRL_TYPE_INTEGER_MENU {
            answer.pointee.value = Int64(name) ?? 0
        } else {
            withUnsafeMutableBytes(of: &answer.pointee.name) { $0.copyBytes(from: name.utf8.prefix(32)) }
        }
        return 0
    }

    private func get(_ one: UnsafeMutablePointer<v4l2_ext_control>) -> Int32 {
        guard let place = place(one.pointee.id) else { return EINVAL }
        let control = all[place]
        switch control.type {
        case V4L2_CTRL_TYPE_STRING:
            let bytes = Array(control.text.utf8) + [0]
            guard Int(one.pointee.size) >= bytes.count, let text = one.pointee.string else { return ENOSPC }
            for (place, byte) in bytes.enumerated() { text[place] = CChar(bitPattern: byte) }
        case V4L2_CTRL_TYPE_INTEGER64: one.pointee.value64 = control.value
        default: one.pointee.value = Int32(truncatingIfNeeded: control.value)
        }
        return 0
    }

    private mutating func set(_ one: UnsafeMutablePointer<v4l2_ext_control>) -> Int32 {
        guard let place = place(one.pointee.id) else { return EINVAL }
        switch all[place].type {
        case V4L2_CTRL_TYPE_STRING:
            guard let text = one.pointee.string else { return EFAULT }
            all[place].text = String(cString: text)
            sets.append(one.pointee.id)
            return 0
        case V4L2_CTRL_TYPE_INTEGER64: return set(place, one.pointee.value64)
        default: return set(place, Int64(one.pointee.value))
        }
    }

    private mutating func set(_ place: Int, _ value: Int64) -> Int32 {
        let control = all[place]
        if let code = control.setError { return code }
        // As the drivers of USB cameras do with what is chosen automatically.
        guard flags(of: control) & UInt32(V4L2_CTRL_FLAG_INACTIVE) == 0 else { return EIO }
        all[place].value = value
        sets.append(UInt32(bitPattern: control.number))
        return 0
    }
}
