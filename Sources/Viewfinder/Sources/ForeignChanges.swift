internal import Capture
internal import LinuxIO

/// The changes of a camera's controls that another program has made: who has changed what, what was there before, and when that is told.
///
/// Neither what this program sets, nor what follows from it, nor what the camera chooses by itself is one of them. Times are nanoseconds of a
/// clock that only goes forwards.
struct ForeignChanges {
    /// The maker of a change.
    enum Maker {
        /// Nobody: the controls were read.
        case reader
        /// This program.
        case own
        /// Another program, or the camera.
        case other
    }

    /// Something to tell.
    struct News: Equatable {
        let message: Message
        /// The values that the changed controls had before.
        let former: [ControlSetting]
    }

    private struct Change {
        /// The control as it was before.
        let former: CameraControl
        let first: Int64
        var last: Int64
        var isTold = false
    }

    /// The time for which others may change because of what this program has set, or because the camera was opened.
    static let echo: Int64 = 1_000_000_000
    /// The time in which the changes of several controls become one piece of news.
    static let gathering: Int64 = 300_000_000
    /// The shortest time between two pieces of news, after which the sentence of the first is gone.
    ///
    /// A control that goes on to be changed is no news until it was left alone for as long.
    static let pause = Notice.duration + 500_000_000

    private var known: [ControlNumber: CameraControl] = [:]
    private var changes: [ControlNumber: Change] = [:]
    private var lastOwn: Int64
    private var lastTold: Int64?

    /// Begins with a camera that has been opened at a moment.
    init(openedAt moment: Int64) { lastOwn = moment }

    /// Takes a camera's controls as they are now.
    ///
    /// - Parameters:
    ///   - controls: All of them.
    ///   - maker: The maker of what has changed.
    ///   - wishes: The values that this program sets when it opens the camera: whoever sets them, they are no foreign ones.
    ///   - moment: The moment.
    mutating func take(
        _ controls: [CameraControl], by maker: Maker, wishes: [ControlSetting] = [], at moment: Int64
    ) {
        let before = known
        known = Dictionary(controls.map { ($0.number, $0) }) { $1 }
        guard maker != .reader else { return }
        for control in controls {
            guard let old = before[control.number], old.value != control.value else { continue }
            if maker == .own {
                lastOwn = moment
                changes[control.number] = nil
            } else if control.isWished(in: wishes) {
                changes[control.number] = nil
            } else if moment - lastOwn >= Self.echo, !control.isChosenByCamera(among: controls),
                !old.isChosenByCamera(among: Array(before.values))
            {
                note(control, since: old, at: moment)
            }
        }
    }

    private mutating func note(_ control: CameraControl, since old: CameraControl, at moment: Int64) {
        guard var change = changes[control.number], !change.isTold || moment - change.last < Self.pause
        else {
            changes[control.number] = Change(former: old, first: moment, last: moment)
            return
        }
        change.last = moment
        let isUndone = !change.isTold && change.former.value == control.value
        changes[control.number] = isUndone ? nil : change
    }

    private var untold: [Change] {
        changes.values.filter { !$0.isTold }.sorted {
            ($0.first, $0.former.number) < ($1.first, $1.former.number)
        }
    }

    /// The moment from which on there is something to tell; nil while there is nothing.
    var nextMoment: Int64? {
        untold.first.map { max($0.first + Self.gathering, lastTold.map { $0 + Self.pause } ?? .min) }
    }

    /// Gives what is to be told at a moment, once; nil for nothing.
    mutating func tell(at moment: Int64) -> News? {
        guard let due = nextMoment, due <= moment else { return nil }
        let untold = untold.map(\.former)
        for control in untold { changes[control.number]?.isTold = true }
        lastTold = moment
        guard let first = untold.first else { return nil }
        return News(
            message: .changedByOthers(first.title, count: untold.count),
            former: untold.compactMap { control in
                control.value.map { ControlSetting(key: control.key, value: $0) }
            })
    }
}

extension CameraControl {
    /// True when it has the value that the last wish for it means.
    fileprivate func isWished(in wishes: [ControlSetting]) -> Bool {
        guard let value, let wish = wishes.last(where: { $0.key == key }) else { return false }
        return (try? self.value(for: wish.value)) == value
    }
}
