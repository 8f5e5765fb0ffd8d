import Capture
import Foundation
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Viewfinder

/// Settings that are on their way when the program ends.
@Suite final class CameraAdjusterTests {
    private let folder = NSTemporaryDirectory() + "adjuster-\(UUID().uuidString)"
    private var file: SettingsFile { SettingsFile(path: folder + "/settings.json") }
    // The stepping is the test's: no camera is asked.
    private let session = CaptureSession(.testCard(TestCardOptions()))

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func press(_ steps: Int, _ adjuster: CameraAdjuster) {
        adjuster.adjust(.exposure(steps), of: session, "usb-Camera") { _ in
        } trouble: {
            Issue.record($0)
        }
    }

    private static func brightness(_ value: Int64) -> CameraAdjuster.Outcome {
        .changed("Brightness \(value)", [ControlSetting(key: "brightness", value: .integer(value))])
    }

    @Test func aSettingThatIsOnItsWayIsWaitedFor() throws {
        let adjuster = CameraAdjuster(file) { _ in
            usleep(300_000)
            return Self.brightness(12)
        }
        press(1, adjuster)
        #expect(try adjuster.finish(until: MonotonicClock.moment(in: 20)))
        #expect(try file.controls() == ["usb-Camera": [ControlSetting(key: "brightness", value: 12)]])
    }

    /// Two presses wait; the second one's never comes back: what the first one has set is kept, and nothing waits longer than was asked.
    @Test func aCameraThatHangsHoldsNothingUpAndLosesNothingElse() throws {
        let (first, last) = (try Gate(), try Gate())
        defer { last.open() }
        let adjuster = CameraAdjuster(file) { adjustment in
            guard adjustment == .exposure(1) else {
                first.open()
                _ = last.wait(until: .max)
                return .failed("it came back")
            }
            return Self.brightness(12)
        }
        let hold = try Gate()
        adjuster.adjust(.exposure(1), of: session, "usb-Camera") { _ in
            // The second press is there before the first is done, so that neither is the last.
            _ = hold.wait(until: .max)
        } trouble: {
            Issue.record($0)
        }
        press(2, adjuster)
        hold.open()
        #expect(first.wait(until: MonotonicClock.moment(in: 20)))
        let begin = MonotonicClock.now()
        #expect(try !adjuster.finish(until: begin + 500_000_000))
        let waited = Double(MonotonicClock.now() - begin) / 1e9
        #expect(waited >= 0.5 && waited < 3)
        #expect(try file.controls() == ["usb-Camera": [ControlSetting(key: "brightness", value: 12)]])
    }

    @Test func aFileThatCannotBeWrittenIsTold() throws {
        let (first, hold) = (try Gate(), try Gate())
        let adjuster = CameraAdjuster(SettingsFile(path: "/dev/null/viewfinder/settings.json")) {
            adjustment in
            guard adjustment == .exposure(1) else {
                first.open()
                _ = hold.wait(until: .max)
                return .lacking
            }
            return Self.brightness(12)
        }
        defer { hold.open() }
        let ready = try Gate()
        adjuster.adjust(.exposure(1), of: session, "usb-Camera") { _ in
            _ = ready.wait(until: .max)
        } trouble: { _ in
        }
        adjuster.adjust(.exposure(2), of: session, "usb-Camera") { _ in
        } trouble: { _ in
        }
        ready.open()
        #expect(first.wait(until: MonotonicClock.moment(in: 20)))
        #expect(throws: ViewfinderError.self) { try adjuster.finish(until: MonotonicClock.now()) }
    }

    @Test func nothingOnItsWayIsNoWait() throws {
        let begin = MonotonicClock.now()
        #expect(try CameraAdjuster(file).finish(until: MonotonicClock.moment(in: 20)))
        #expect(MonotonicClock.now() - begin < 5_000_000_000)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }
}
