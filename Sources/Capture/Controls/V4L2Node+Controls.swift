internal import CV4L2
internal import LinuxIO

extension V4L2Node {
    /// Lists the controls with their values, in the driver's order (`VIDIOC_QUERY_EXT_CTRL`).
    ///
    /// - Throws: The error of a camera that is gone. A control that its driver cannot tell of is left out.
    func controls() throws(SystemError) -> [CameraControl] {
        var found: [CameraControl] = []
        var keys: Set<String> = []
        var group = ""
        var last: UInt32 = 0
        var failures = 0
        var limit = LookLimit(calls)
        // A driver that counts for ever has an end here.
        for _ in 0..<4096 where limit.admits() {
            let query: v4l2_query_ext_ctrl
            do throws(SystemError) {
                query = try self.query(behind: last)
            } catch {
                if [ErrorCode.invalid, ErrorCode.notADevice].contains(error.code) { break }
                if ErrorCode.notThere.contains(error.code) { throw error }
                // Some drivers fail for one control; those behind it are found by going on from its number.
                failures += 1
                guard failures < 256, let next = Self.number(behind: last) else { break }
                last = next
                continue
            }
            // Numbers end there; what is beyond is a driver's nonsense.
            guard query.id <= UInt32(V4L2_CTRL_ID_MASK) else { break }
            // A driver that does not count up is helped.
            guard query.id > last else {
                last += 1
                continue
            }
            last = query.id
            if query.type == V4L2_CTRL_TYPE_CTRL_CLASS.rawValue {
                group = cleaned(text(query.name))
            } else if query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0 {
                guard var control = CameraControl(query, in: group, of: self, &keys, &limit) else { continue }
                control.value = value(of: control)
                found.append(control)
            }
        }
        return found
    }

    /// Reads range, remarks and value of a control anew; what cannot be read stays, and so does a range of which the new one is none.
    func refresh(_ control: inout CameraControl) {
        if let query = try? query(at: control.number.rawValue), query.id == control.number.rawValue,
            CameraControl.Kind(query) == control.kind, control.kind.isPossible(query)
        {
            control.adopt(query)
        }
        control.value = value(of: control)
    }

    /// Sets a control (`VIDIOC_S_EXT_CTRLS`).
    ///
    /// - Parameters:
    ///   - value: A value in the form that the camera takes.
    ///   - control: The control.
    /// - Throws: The error of the ioctl.
    func set(_ value: ControlValue, of control: CameraControl) throws(SystemError) {
        if case .text(let text) = value {
            var bytes = text.utf8.map { CChar(bitPattern: $0) } + [0]
            return try exchange(&bytes, .setExtendedControls, control)
        }
        let number = value.number ?? 0
        do throws(SystemError) {
            var one = unsafe v4l2_ext_control()
            unsafe one.id = control.number.rawValue
            if control.kind == .integer64 {
                unsafe one.value64 = number
            } else {
                unsafe one.value = Int32(truncatingIfNeeded: number)
            }
            unsafe try exchange(&one, .setExtendedControls)
        } catch {
            guard error.code == ErrorCode.notADevice, control.kind != .integer64 else { throw error }
            var old = v4l2_control(id: control.number.rawValue, value: Int32(truncatingIfNeeded: number))
            try callKernel(.setControl, &old)
        }
    }

    /// Reads a control's value (`VIDIOC_G_EXT_CTRLS`); nil where it has none or cannot be read.
    func value(of control: CameraControl) -> ControlValue? {
        guard control.kind != .button, control.kind != .compound, !control.remarks.contains(.writeOnly) else {
            return nil
        }
        if control.kind == .text {
            // The kernel wants room for the zero.
            var bytes = [CChar](repeating: 0, count: Int(control.most) + 1)
            guard (try? exchange(&bytes, .getExtendedControls, control)) != nil else { return nil }
            let text = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return .text(String(decoding: text, as: UTF8.self).withoutControls)
        }
        guard let number = number(of: control) else { return nil }
        return control.kind == .boolean ? .boolean(number != 0) : .integer(number)
    }

    private func number(of control: CameraControl) -> Int64? {
        var one = unsafe v4l2_ext_control()
        unsafe one.id = control.number.rawValue
        do throws(SystemError) {
            unsafe try exchange(&one, .getExtendedControls)
            if control.kind == .integer64 { return unsafe one.value64 }
            let value = unsafe one.value
            return control.kind == .bitmask ? Int64(UInt32(bitPattern: value)) : Int64(value)
        } catch {
            guard error.code == ErrorCode.notADevice, control.kind != .integer64 else { return nil }
            var old = v4l2_control(id: control.number.rawValue, value: 0)
            return (try? callKernel(.getControl, &old)) == nil ? nil : Int64(old.value)
        }
    }

    private func exchange(_ one: inout v4l2_ext_control, _ request: V4L2Request) throws(SystemError) {
        var all = unsafe v4l2_ext_controls()
        unsafe all.which = UInt32(V4L2_CTRL_WHICH_CUR_VAL)
        unsafe all.count = 1
        try unsafe withUnsafeMutablePointer(to: &one) { one throws(SystemError) in
            unsafe all.controls = one
            unsafe try callKernel(request, &all)
        }
    }

    private func exchange(
        _ bytes: inout [CChar], _ request: V4L2Request, _ control: CameraControl
    ) throws(SystemError) {
        var one = unsafe v4l2_ext_control()
        unsafe one.id = control.number.rawValue
        unsafe one.size = UInt32(bytes.count)
        try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
            unsafe one.string = bytes.baseAddress
            unsafe try exchange(&one, request)
        }
    }

    // MARK: - Queries

    private func query(behind number: UInt32) throws(SystemError) -> v4l2_query_ext_ctrl {
        try query(at: number | UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND))
    }

    private func query(at number: UInt32) throws(SystemError) -> v4l2_query_ext_ctrl {
        var query = v4l2_query_ext_ctrl()
        query.id = number
        do throws(SystemError) {
            try callKernel(.queryExtendedControl, &query)
            return query
        } catch {
            guard error.code == ErrorCode.notADevice else { throw error }
            var old = v4l2_queryctrl()
            // The older call knows no compound controls.
            old.id = number & ~UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
            try callKernel(.queryControl, &old)
            return v4l2_query_ext_ctrl(old)
        }
    }

    /// Reads the entries of a menu (`VIDIOC_QUERYMENU`); indices may be missing.
    func entries(of query: v4l2_query_ext_ctrl, _ limit: inout LookLimit) -> [CameraControl.Entry] {
        let isNumber = query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
        let first = max(0, query.minimum)
        guard query.maximum >= first, first <= Int64(Int32.max) else { return [] }
        return (first...min(query.maximum, first + 255)).compactMap { index in
            guard limit.admits() else { return nil }
            var menu = v4l2_querymenu()
            menu.id = query.id
            menu.index = UInt32(index)
            guard (try? callKernel(.queryMenu, &menu)) != nil else { return nil }
            let name = isNumber ? "\(menu.value)" : cleaned(text(menu.name))
            return CameraControl.Entry(index: index, name: name)
        }
    }

    /// The number to go on from behind one that fails: the next one, and after some of them the next class; nil at the end.
    private static func number(behind number: UInt32) -> UInt32? {
        let first = UInt32(V4L2_CTRL_CLASS_USER) | 0x900
        guard number >= first else { return first }
        guard number & 0xff >= 0x40 else { return number + 1 }
        let next = (number & 0xffff_0000) + 0x10000
        return next > UInt32(V4L2_CTRL_CLASS_DETECT) ? nil : next | 0x900
    }
}

extension v4l2_query_ext_ctrl {
    /// Takes what the older call tells (`VIDIOC_QUERYCTRL`).
    fileprivate init(_ old: v4l2_queryctrl) {
        self.init()
        (id, type, flags) = (old.id, old.type, old.flags)
        (minimum, maximum, step) = (Int64(old.minimum), Int64(old.maximum), UInt64(clamping: old.step))
        default_value = Int64(old.default_value)
        (elem_size, elems) = (4, 1)
        if type == V4L2_CTRL_TYPE_BITMASK.rawValue { maximum = Int64(UInt32(bitPattern: old.maximum)) }
        let bytes = text(old.name).utf8.prefix(31)
        unsafe withUnsafeMutableBytes(of: &name) { name in
            for (place, byte) in bytes.enumerated() { unsafe name[place] = byte }
        }
    }
}

extension CameraControl {
    /// Takes a driver's description; nil for a range that is none.
    fileprivate init?(
        _ query: v4l2_query_ext_ctrl, in group: String, of node: some V4L2Node, _ keys: inout Set<String>,
        _ limit: inout LookLimit
    ) {
        kind = Kind(query)
        guard kind.isPossible(query) else { return nil }
        number = ControlNumber(rawValue: query.id)
        (least, most, step, initial) = (0, 0, 1, nil)
        remarks = []
        let described = cleaned(text(query.name))
        name = described.isEmpty ? "0x\(String(query.id, radix: 16))" : described
        key = Self.key(for: name, &keys)
        self.group = group
        entries = kind == .menu || kind == .integerMenu ? node.entries(of: query, &limit) : []
        elementCount = kind == .compound ? Int(query.elems) : 1
        adopt(query)
    }

    /// Takes the range and the remarks of a description.
    fileprivate mutating func adopt(_ query: v4l2_query_ext_ctrl) {
        (least, most, step) = (query.minimum, query.maximum, max(1, query.step))
        remarks = Remarks(rawValue: query.flags)
        initial =
            switch kind {
            case .button, .text, .compound: nil
            case .boolean: .boolean(query.default_value != 0)
            default: .integer(query.default_value)
            }
    }

    /// Makes the name for command lines out of the driver's, as `v4l2-ctl` does.
    private static func key(for name: String, _ taken: inout Set<String>) -> String {
        var key = ""
        for letter in name.lowercased() {
            if letter.isASCII && (letter.isLetter || letter.isNumber) {
                key.append(letter)
            } else if !key.isEmpty, key.last != "_" {
                key.append("_")
            }
        }
        if key.last == "_" { key.removeLast() }
        if key.isEmpty { key = "control" }
        return taken.insertUnique(key, numberedAfter: "_")
    }
}

extension CameraControl.Kind {
    /// The longest text that is taken from a driver.
    private static let longestText: Int64 = 65536

    /// True when a range of a driver's is one.
    fileprivate func isPossible(_ query: v4l2_query_ext_ctrl) -> Bool {
        switch self {
        case .bitmask, .button, .compound: true
        case .text:
            (0...Self.longestText).contains(query.maximum) && (0...query.maximum).contains(query.minimum)
        case .integer, .integer64, .boolean, .menu, .integerMenu: query.minimum <= query.maximum
        }
    }

    fileprivate init(_ query: v4l2_query_ext_ctrl) {
        guard query.flags & UInt32(V4L2_CTRL_FLAG_HAS_PAYLOAD) == 0 || query.nr_of_dims == 0 else {
            self = .compound
            return
        }
        switch query.type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue: self = .integer
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: self = .boolean
        case V4L2_CTRL_TYPE_MENU.rawValue: self = .menu
        case V4L2_CTRL_TYPE_BUTTON.rawValue: self = .button
        case V4L2_CTRL_TYPE_INTEGER64.rawValue: self = .integer64
        case V4L2_CTRL_TYPE_STRING.rawValue: self = .text
        case V4L2_CTRL_TYPE_BITMASK.rawValue: self = .bitmask
        case V4L2_CTRL_TYPE_INTEGER_MENU.rawValue: self = .integerMenu
        default: self = .compound
        }
    }
}

/// Takes what cannot be shown out of a driver's text.
private func cleaned(_ text: String) -> String {
    String(text.withoutControls.unicodeScalars.prefix(64).map(Character.init))
}
