import CV4L2
import Frames
import Glibc
import LinuxIO
import Logging
import Synchronization
import Testing

@testable import Capture

/// The controls of a scripted camera: what it is asked, what it is told, and in which order.
@Suite struct CameraControlsTests {
    private static let ordinary = ScriptedControls([
        ScriptedControl(
            number: V4L2_CID_USER_CLASS, type: V4L2_CTRL_TYPE_CTRL_CLASS, name: "User Controls",
            flags: Int32(V4L2_CTRL_FLAG_READ_ONLY)),
        ScriptedControl(number: V4L2_CID_BRIGHTNESS, name: "Brightness", least: -64, most: 64, step: 4),
        .boolean(V4L2_CID_AUTO_WHITE_BALANCE, "White Balance, Automatic", value: true),
        ScriptedControl(
            number: V4L2_CID_WHITE_BALANCE_TEMPERATURE, name: "White Balance Temperature", least: 2800,
            most: 6500, step: 10, initial: 4600, value: 4600, chooser: V4L2_CID_AUTO_WHITE_BALANCE),
        .menu(
            V4L2_CID_POWER_LINE_FREQUENCY, "Power Line Frequency", [0: "Disabled", 1: "50 Hz", 2: "60 Hz"]),
        ScriptedControl(
            number: V4L2_CID_CAMERA_CLASS, type: V4L2_CTRL_TYPE_CTRL_CLASS, name: "Camera Controls",
            flags: Int32(V4L2_CTRL_FLAG_READ_ONLY)),
        .menu(
            V4L2_CID_EXPOSURE_AUTO, "Auto Exposure", [1: "Manual Mode", 3: "Aperture Priority Mode"], value: 3
        ),
        ScriptedControl(
            number: V4L2_CID_EXPOSURE_ABSOLUTE, name: "Exposure Time, Absolute", least: 3, most: 2047,
            initial: 250, value: 250, chooser: V4L2_CID_EXPOSURE_AUTO),
        .boolean(V4L2_CID_FOCUS_AUTO, "Focus, Automatic Continuous", value: true),
        ScriptedControl(
            number: V4L2_CID_FOCUS_ABSOLUTE, name: "Focus, Absolute", chooser: V4L2_CID_FOCUS_AUTO),
        ScriptedControl(
            number: V4L2_CID_ZOOM_ABSOLUTE, name: "Zoom, Absolute", least: 100, most: 400, initial: 100,
            value: 100),
        ScriptedControl(
            number: V4L2_CID_PRIVACY, type: V4L2_CTRL_TYPE_BOOLEAN, name: "Privacy", most: 1, value: 1,
            flags: Int32(V4L2_CTRL_FLAG_READ_ONLY)),
    ])

    private func camera(_ controls: ScriptedControls = ordinary) throws -> ScriptedCamera {
        var script = ScriptedCamera.Script()
        script.adjustments = controls
        return try ScriptedCamera(script)
    }

    private func opened(_ camera: ScriptedCamera) throws -> CameraControls {
        try CameraControls(node: "/dev/video0", calls: camera.calls)
    }

    private func sentence(_ work: () throws -> Void) -> String {
        do { try work() } catch { return "\(error)" }
        return ""
    }

    @Test func controlsAreListedWithNameGroupRangeAndValue() throws {
        let controls = try opened(camera())
        #expect(
            controls.all.map(\.key) == [
                "brightness", "white_balance_automatic", "power_line_frequency", "white_balance_temperature",
                "auto_exposure", "exposure_time_absolute", "focus_absolute", "focus_automatic_continuous",
                "zoom_absolute", "privacy",
            ])
        let exposure = try #require(controls[.exposure])
        #expect(exposure.group == "Camera Controls")
        #expect(exposure.range == "3…2047")
        #expect(exposure.value == 250)
        #expect(exposure.remarks == .inactive)
        #expect(controls[.brightness]?.range == "-64…64 in steps of 4")
        #expect(controls[.privacy]?.value == true)
        #expect(controls[.autoExposure]?.entries.map(\.index) == [1, 3])
    }

    @Test func whatChoosesAValueIsSetToManualFirst() throws {
        let camera = try camera()
        let controls = try opened(camera)
        #expect(try controls.set(100, of: .exposure).value == 100)
        #expect(
            camera.script.adjustments.sets
                == [V4L2_CID_EXPOSURE_AUTO, V4L2_CID_EXPOSURE_ABSOLUTE].map { UInt32($0) })
        try controls.set(30, of: .focus)
        #expect(camera.script.adjustments.value(of: V4L2_CID_FOCUS_AUTO) == 0)
        try controls.set(5000, of: .whiteBalance)
        #expect(camera.script.adjustments.value(of: V4L2_CID_AUTO_WHITE_BALANCE) == 0)
    }

    @Test func valuesThatAControlCannotHaveAreRefusedWithItsRange() throws {
        let controls = try opened(camera())
        #expect(
            sentence { try controls.set(65, of: .brightness) }
                == "brightness cannot be '65'; it takes -64…64 in steps of 4")
        #expect(
            sentence { try controls.set(2, of: .autoExposure) }
                == "auto_exposure cannot be '2'; it takes 1 (Manual Mode), 3 (Aperture Priority Mode)")
        #expect(sentence { try controls.set(false, of: .privacy) } == "privacy can only be read")
        #expect(
            sentence { try controls.set(ControlSetting(key: "brightnes", value: 1)) }
                .hasPrefix("the camera has no control 'brightnes'; it has brightness, "))
        #expect(sentence { try controls.set(1, of: .gain) }.hasPrefix("the camera has no control 0x980913"))
    }

    @Test func severalAreSetTogetherOrNotAtAll() throws {
        let camera = try camera()
        let controls = try opened(camera)
        let wishes = [
            ControlSetting(key: "exposure_time_absolute", value: 60),
            ControlSetting(key: "brightness", value: 8),
            ControlSetting(key: "auto_exposure", value: 1),
        ]
        #expect(throws: CaptureFault.self) {
            try controls.set(wishes + [ControlSetting(key: "zoom_absolute", value: 99)])
        }
        #expect(controls[.brightness]?.value == 0)
        #expect(controls[.autoExposure]?.value == 3)
        try controls.set(wishes)
        #expect(
            [controls[.exposure]?.value, controls[.brightness]?.value, controls[.autoExposure]?.value] == [
                60, 8, 1,
            ])
    }

    @Test(arguments: [
        (ControlValue.integer(6), ControlValue.integer(8)), (.integer(5), .integer(4)),
        (.integer(64), .integer(64)), (.text("-0"), .integer(0)), (.integer(-63), .integer(-64)),
    ])
    func integersGoToTheNearestStep(wish: ControlValue, expected: ControlValue) throws {
        let controls = try opened(camera())
        #expect(try controls.set(wish, of: .brightness).value == expected)
    }

    @Test func menusTakeAnEntrysNameToo() throws {
        let controls = try opened(camera())
        #expect(try controls.set("60 hz", of: ControlNumber(rawValue: 0x98_0918)).value == 2)
        #expect(try controls.set("1", of: ControlNumber(rawValue: 0x98_0918)).value == 1)
        #expect(try controls.set("Manual Mode", of: .autoExposure).value == 1)
    }

    @Test func allKindsOfValuesAreReadAndSet() throws {
        let base = V4L2_CID_USER_BASE | 0x1000
        let controls = try opened(
            camera(
                ScriptedControls([
                    ScriptedControl(number: base, type: V4L2_CTRL_TYPE_BUTTON, name: "Button", most: 0),
                    ScriptedControl(
                        number: base + 1, type: V4L2_CTRL_TYPE_INTEGER64, name: "Long", least: Int64.min,
                        most: Int64.max, value: 1 << 40),
                    ScriptedControl(
                        number: base + 2, type: V4L2_CTRL_TYPE_BITMASK, name: "Bits", most: 0x8000_2a0f,
                        step: 0, value: 0x8000_0001),
                    ScriptedControl(
                        number: base + 3, type: V4L2_CTRL_TYPE_STRING, name: "Words", least: 2, most: 4,
                        text: "abc"),
                    ScriptedControl(
                        number: base + 4, type: V4L2_CTRL_TYPE_INTEGER_MENU, name: "Numbers", most: 3,
                        menu: [1: "42", 3: "-7"]),
                    ScriptedControl(number: base + 5, type: V4L2_CTRL_TYPE_U32, name: "Area", dimensions: 2),
                ])))
        #expect(controls.all.map(\.kind) == [.button, .integer64, .bitmask, .text, .integerMenu, .compound])
        #expect(controls.all.map(\.value) == [nil, 1_099_511_627_776, 0x8000_0001, "abc", 0, nil])
        #expect(
            try controls.set(ControlSetting(key: "long", value: "-9223372036854775808")).value
                == .integer(.min))
        #expect(try controls.set(ControlSetting(key: "bits", value: "0x80000000")).value == 0x8000_0000)
        #expect(
            sentence { try controls.set(ControlSetting(key: "bits", value: 16)) }
                == "bits cannot be '16'; it takes bits of 0x80002a0f")
        #expect(try controls.set(ControlSetting(key: "words", value: "12")).value == "12")
        #expect(
            sentence { try controls.set(ControlSetting(key: "words", value: "12345")) }
                == "words cannot be '12345'; it takes 2 to 4 bytes")
        #expect(try controls.set(ControlSetting(key: "numbers", value: "-7")).value == 3)
        #expect(try controls.set(ControlSetting(key: "button", value: "press")).value == nil)
        #expect(
            sentence { try controls.set(ControlSetting(key: "area", value: 1)) }
                == "area is 4 elements of a kind that cannot be set here")
    }

    @Test func driversWithoutTheNewerCallsAreAskedByTheOlder() throws {
        var adjustments = Self.ordinary
        adjustments.isOld = true
        let camera = try camera(adjustments)
        let controls = try opened(camera)
        #expect(controls.all.count == 10)
        #expect(controls[.autoExposure]?.entries.count == 2)
        #expect(try controls.set(7, of: .exposure).remarks == [])
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_ABSOLUTE) == 7)
    }

    @Test func aControlThatItsDriverCannotTellOfHidesNoOther() throws {
        var adjustments = Self.ordinary
        adjustments[V4L2_CID_AUTO_WHITE_BALANCE].queryError = EIO
        adjustments[V4L2_CID_POWER_LINE_FREQUENCY].queryError = EIO
        let controls = try opened(camera(adjustments))
        #expect(controls.all.map(\.key).contains("white_balance_temperature"))
        #expect(controls.all.map(\.key).contains("auto_exposure"))
        #expect(controls.all.count == 8)
    }

    @Test func aRangeThatIsNoneIsNoControl() throws {
        let base = V4L2_CID_BASE
        let controls = try opened(
            camera(
                ScriptedControls([
                    ScriptedControl(number: base, name: "Reversed", least: 10, most: -10),
                    ScriptedControl(
                        number: base + 1, type: V4L2_CTRL_TYPE_STRING, name: "Endless", most: Int64.max),
                    ScriptedControl(
                        number: base + 2, type: V4L2_CTRL_TYPE_MENU, name: "Huge", least: -5, most: Int64.max,
                        menu: [4: "Four"]),
                    ScriptedControl(number: base + 3, name: "\u{1b}[31mRed\u{7}", step: 0),
                    ScriptedControl(
                        number: base + 4, name: "Wide", least: .min, most: .max, step: .max, value: 5),
                ])))
        #expect(controls.all.map(\.name) == ["Huge", "[31mRed", "Wide"])
        #expect(controls["huge"]?.entries == [CameraControl.Entry(index: 4, name: "Four")])
        #expect(try controls.set(ControlSetting(key: "31mred", value: 3)).value == 3)
        _ = try controls.set(ControlSetting(key: "wide", value: .integer(.max)))
    }

    @Test func numbersBeyondTheLastEndTheList() throws {
        let controls = try opened(
            camera(
                ScriptedControls([
                    ScriptedControl(number: V4L2_CID_BASE, name: "Gain"),
                    ScriptedControl(number: 0x3fff_ffff, name: "Beyond"),
                ])))
        #expect(controls.all.map(\.name) == ["Gain"])
        let last = try opened(camera(ScriptedControls([ScriptedControl(number: -1, name: "Last")])))
        #expect(last.all.isEmpty)
    }

    private static let nonsense: [(v4l2_ctrl_type, Int64, Int64)] = [
        (V4L2_CTRL_TYPE_INTEGER, 10, -10), (V4L2_CTRL_TYPE_STRING, 0, .max), (V4L2_CTRL_TYPE_STRING, 9, 5),
        (V4L2_CTRL_TYPE_STRING, .min, 5), (V4L2_CTRL_TYPE_BUTTON, .max, .min),
    ]

    @Test(arguments: nonsense)
    func aRangeThatBecomesNonsenseStaysAsItWas(type: v4l2_ctrl_type, least: Int64, most: Int64) throws {
        let isText = type == V4L2_CTRL_TYPE_STRING
        let camera = try camera(
            ScriptedControls([
                ScriptedControl(
                    number: V4L2_CID_BRIGHTNESS, type: isText ? type : V4L2_CTRL_TYPE_INTEGER,
                    name: "Changing",
                    most: 8)
            ]))
        let controls = try opened(camera)
        camera.change { script in
            script.adjustments[V4L2_CID_BRIGHTNESS].type = type
            script.adjustments[V4L2_CID_BRIGHTNESS].least = least
            script.adjustments[V4L2_CID_BRIGHTNESS].most = most
        }
        controls.refresh()
        let control = try #require(controls[.brightness])
        #expect(control.least == 0 && control.most == 8)
        #expect(sentence { try controls.set(9, of: .brightness) }.contains("0") || isText)
    }

    @Test func defaultsThatADriverCannotHaveAreLeftOut() throws {
        let camera = try camera(
            ScriptedControls([
                ScriptedControl(number: V4L2_CID_BRIGHTNESS, name: "Wrong", initial: 57343, value: 7),
                ScriptedControl(number: V4L2_CID_CONTRAST, name: "Right", initial: 5, value: 7),
            ]))
        let controls = try opened(camera)
        try controls.setDefaults()
        #expect(controls.all.map(\.value) == [7, 5])
    }

    @Test func whatWasKeptDoesNotChooseForAWish() throws {
        let camera = try camera()
        let device = try ControlDevice("/dev/video0", calls: camera.calls)
        let kept = [
            ControlSetting(key: "auto_exposure", value: 3), ControlSetting(key: "brightness", value: 4),
        ]
        let wish = ControlSetting(key: "exposure_time_absolute", value: 100)
        #expect(device.apply(device.wishes(of: kept, and: [wish])).isEmpty)
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_ABSOLUTE) == 100)
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_AUTO) == 1)
        #expect(camera.script.adjustments.value(of: V4L2_CID_BRIGHTNESS) == 4)
        // One who wishes for both gets what they wish.
        let both = [wish, ControlSetting(key: "auto_exposure", value: 3)]
        #expect(device.apply(device.wishes(of: kept, and: both)).isEmpty)
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_AUTO) == 3)
    }

    @Test func controlsOfOneNameHaveKeysOfTheirOwn() throws {
        let controls = try opened(
            camera(
                ScriptedControls([
                    ScriptedControl(number: V4L2_CID_BASE, name: "Gain"),
                    ScriptedControl(number: V4L2_CID_BASE + 1, name: "Gain"),
                    ScriptedControl(number: V4L2_CID_BASE + 2, name: "***"),
                ])))
        #expect(controls.all.map(\.key) == ["gain", "gain_2", "control"])
    }

    @Test func defaultsComeBackWithTheCamerasOwnChoice() throws {
        var adjustments = Self.ordinary
        adjustments[V4L2_CID_AUTO_WHITE_BALANCE].initial = 1
        adjustments[V4L2_CID_EXPOSURE_AUTO].initial = 3
        adjustments[V4L2_CID_FOCUS_AUTO].initial = 1
        adjustments[V4L2_CID_ZOOM_ABSOLUTE].initial = 100
        let camera = try camera(adjustments)
        let controls = try opened(camera)
        try controls.set(100, of: .exposure)
        try controls.set(32, of: .brightness)
        try controls.set(300, of: .zoom)
        try controls.setDefaults()
        for control in controls.all where !control.remarks.contains(.readOnly) {
            #expect(control.value == control.initial, "\(control.key)")
        }
    }

    @Test func changesOfOtherProgramsAreFollowed() async throws {
        let camera = try camera()
        let controls = try opened(camera)
        var news = controls.news.makeAsyncIterator()
        #expect(await news.next()?.changed == [])
        camera.change(control: UInt32(V4L2_CID_BRIGHTNESS), to: 12)
        let change = await news.next()
        #expect(change?.changed == [.brightness])
        #expect(change?.isForeign == true)
        #expect(controls[.brightness]?.value == 12)
        try controls.set(16, of: .brightness)
        #expect(await news.next()?.isForeign == false)
        camera.unplug()
        #expect(await news.next()?.fault?.kind == .gone)
        #expect(await news.next() == nil)
    }

    @Test func aCameraThatWasUnpluggedSaysSo() throws {
        let camera = try camera()
        let controls = try opened(camera)
        camera.unplug()
        #expect(
            sentence { try controls.set(16, of: .brightness) } == "the camera was unplugged; plug it in again"
        )
        #expect(throws: CaptureFault.self) { try opened(camera) }
    }

    @Test(arguments: [
        (EBUSY, CaptureFault.Kind.busy), (ERANGE, .unsupported), (EACCES, .unsupported), (EIO, .io),
    ])
    func refusalsHaveWords(code: Int32, kind: CaptureFault.Kind) throws {
        var adjustments = Self.ordinary
        adjustments[V4L2_CID_BRIGHTNESS].setError = code
        let controls = try opened(camera(adjustments))
        #expect(throws: CaptureFault.self) {
            do throws(CaptureFault) { try controls.set(16, of: .brightness) } catch {
                #expect(error.kind == kind)
                throw error
            }
        }
    }

    // MARK: - Sessions

    private func session(
        _ camera: ScriptedCamera, _ controls: ControlSettings
    ) -> (CaptureSession, FrameOutput) {
        let output = FrameOutput()
        let session = CaptureSession(
            CaptureConfiguration(.camera(.path("/dev/video0")), controls: controls), outputs: [output],
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), calls: camera.calls)
        return (session, output)
    }

    @Test func wishesAreSetBeforeTheFirstFrame() async throws {
        let camera = try camera()
        let filler = try Filler(camera)
        defer { filler.stop() }
        let (session, _) = session(
            camera,
            ControlSettings(all: [
                ControlSetting(key: "exposure_time_absolute", value: 50),
                ControlSetting(key: "brightness", value: "8"), ControlSetting(key: "magic", value: 1),
            ]))
        try await session.start()
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_ABSOLUTE) == 50)
        #expect(camera.script.adjustments.value(of: V4L2_CID_BRIGHTNESS) == 8)
        #expect(session.controlFaults.map(\.kind) == [.unsupported])
        #expect(try session.controls()[.exposure]?.value == 50)
        session.stop()
    }

    @Test func aValueThatTheCameraIsToChooseIsNotSet() async throws {
        let camera = try camera()
        let filler = try Filler(camera)
        defer { filler.stop() }
        let (session, _) = session(
            camera,
            ControlSettings(all: [
                ControlSetting(key: "exposure_time_absolute", value: 50),
                ControlSetting(key: "auto_exposure", value: 3),
            ]))
        try await session.start()
        #expect(session.controlFaults == [])
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_AUTO) == 3)
        #expect(camera.script.adjustments.value(of: V4L2_CID_EXPOSURE_ABSOLUTE) == 250)
        session.stop()
    }

    @Test func controlsAloneAreChangedWithoutOpeningTheCameraAgain() async throws {
        let camera = try camera()
        let filler = try Filler(camera)
        defer { filler.stop() }
        let (session, _) = session(camera, ControlSettings())
        try await session.start()
        let streams = session.firstSteps?.streaming
        try await session.configure { $0.controls.all = [ControlSetting(key: "zoom_absolute", value: 200)] }
        #expect(camera.script.adjustments.value(of: V4L2_CID_ZOOM_ABSOLUTE) == 200)
        #expect(session.firstSteps?.streaming == streams)
        await #expect(throws: CaptureFault.self) {
            try await session.configure {
                $0.controls.all = [
                    ControlSetting(key: "zoom_absolute", value: 300),
                    ControlSetting(key: "brightness", value: 1000),
                ]
            }
        }
        #expect(camera.script.adjustments.value(of: V4L2_CID_ZOOM_ABSOLUTE) == 200)
        #expect(session.configuration.controls.all.count == 1)
        session.stop()
    }

    @Test func aSessionWithoutACameraHasNoControls() {
        let session = CaptureSession(.testCard(TestCardOptions()))
        #expect(throws: CaptureFault.self) { try session.controls() }
    }
}

/// A thread that fills a scripted camera's buffers.
private final class Filler: Sendable {
    private let isStopped = Atomic(false)

    init(_ camera: ScriptedCamera) throws {
        _ = try SystemThread(name: "filler") { [self] in
            while !isStopped.load(ordering: .relaxed) {
                camera.fill()
                usleep(5000)
            }
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}
