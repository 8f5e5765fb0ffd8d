import LinuxIO
import Overlay
import Testing

@testable import Capture
@testable import Viewfinder

/// The changes that other programs make of a camera's controls: which of them are told, when, and what is set back then.
@Suite struct ForeignChangesTests {
    private static let start: Int64 = 100_000_000_000
    private static let second: Int64 = 1_000_000_000

    /// A camera of five controls, two of which another one chooses.
    private struct Camera {
        var values: [ControlNumber: Int64] = [
            .brightness: 10, .contrast: 20, .gain: 30, .exposure: 250, .autoExposure: 3,
        ]
        var remarks: [ControlNumber: CameraControl.Remarks] = [.exposure: .inactive]

        var controls: [CameraControl] {
            values.sorted { $0.key < $1.key }.map { number, value in
                CameraControl(
                    number: number, name: Self.names[number] ?? "",
                    key: Self.names[number]?.lowercased() ?? "",
                    group: "", kind: .integer, least: 0, most: 2047, step: 1, initial: 0,
                    value: .integer(value), entries: [], elementCount: 1, remarks: remarks[number] ?? [])
            }
        }

        private static let names: [ControlNumber: String] = [
            .brightness: "Brightness", .contrast: "Contrast", .gain: "Gain", .exposure: "Exposure",
            .autoExposure: "Auto",
        ]
    }

    private var camera = Camera()
    private var changes = ForeignChanges(openedAt: Self.start)

    init() { changes.take(camera.controls, by: .reader, at: Self.start) }

    private mutating func set(
        _ number: ControlNumber, to value: Int64, by maker: ForeignChanges.Maker = .other,
        wishes: [ControlSetting] = [], after seconds: Double
    ) {
        camera.values[number] = value
        changes.take(camera.controls, by: maker, wishes: wishes, at: Self.moment(seconds))
    }

    private static func moment(_ seconds: Double) -> Int64 { start + Int64(seconds * 1e9) }

    private mutating func news(after seconds: Double) -> ForeignChanges.News? {
        changes.tell(at: Self.moment(seconds))
    }

    private static func setting(_ key: String, _ value: Int64) -> ControlSetting {
        ControlSetting(key: key, value: .integer(value))
    }

    @Test mutating func aChangeOfAnotherProgramIsToldOnceWithItsWayBack() {
        set(.brightness, to: 50, after: 5)
        #expect(changes.nextMoment == Self.moment(5) + ForeignChanges.gathering)
        #expect(news(after: 5.1) == nil, "others may come with it")
        let told = news(after: 5.4)
        #expect(told?.message == "Another program changed Brightness")
        #expect(told?.former == [Self.setting("brightness", 10)])
        #expect(changes.nextMoment == nil && news(after: 20) == nil)
    }

    @Test mutating func severalAreToldTogetherInTheirOrder() {
        set(.gain, to: 31, after: 5)
        set(.brightness, to: 50, after: 5.1)
        set(.contrast, to: 60, after: 5.2)
        let told = news(after: 5.5)
        #expect(told?.message == "Another program changed Gain and 2 more")
        #expect(
            told?.former == [
                Self.setting("gain", 30), Self.setting("brightness", 10), Self.setting("contrast", 20),
            ])
    }

    @Test mutating func whatThisProgramSetsIsNoNewsNorWhatFollowsFromIt() {
        set(.brightness, to: 50, by: .own, after: 5)
        set(.gain, to: 40, after: 5.5)
        #expect(changes.nextMoment == nil)
        set(.gain, to: 50, after: 6.5)
        #expect(news(after: 7)?.former == [Self.setting("gain", 40)])
    }

    @Test mutating func aCameraThatWasJustOpenedIsNoNews() {
        set(.brightness, to: 50, after: 0.5)
        #expect(changes.nextMoment == nil)
        // The first reading has nothing before it.
        var first = ForeignChanges(openedAt: Self.start)
        first.take(camera.controls, by: .other, at: Self.moment(5))
        #expect(first.nextMoment == nil)
        first.take(camera.controls, by: .reader, at: Self.moment(5))
        #expect(first.nextMoment == nil)
    }

    @Test(arguments: [CameraControl.Remarks.inactive, .volatile, .readOnly])
    mutating func whatTheCameraChoosesIsNoNews(remark: CameraControl.Remarks) {
        camera.remarks[.gain] = remark
        changes.take(camera.controls, by: .other, at: Self.moment(4))
        set(.gain, to: 99, after: 5)
        #expect(changes.nextMoment == nil)
        // Nor is the value that it has when somebody takes the choice from it.
        camera.remarks[.gain] = []
        set(.gain, to: 98, after: 6)
        #expect(changes.nextMoment == nil)
        set(.gain, to: 97, after: 7)
        #expect(news(after: 8)?.former == [Self.setting("gain", 98)])
    }

    @Test mutating func aDriverThatDoesNotRemarkTheCamerasChoiceIsKnownByWhoChooses() {
        camera.remarks = [:]
        changes.take(camera.controls, by: .other, at: Self.moment(4))
        set(.exposure, to: 100, after: 5)
        #expect(changes.nextMoment == nil)
        // Manual: of the two only the choice is one that a person makes and takes back.
        camera.values[.autoExposure] = 1
        set(.exposure, to: 90, after: 6)
        #expect(news(after: 7)?.former == [Self.setting("auto", 3)])
        set(.exposure, to: 80, after: 30)
        #expect(news(after: 31)?.former == [Self.setting("exposure", 90)])
    }

    @Test mutating func aValueThatTheProgramWantsIsNoNewsWhoeverSetsIt() {
        let wishes = [Self.setting("brightness", 12), ControlSetting(key: "brightness", value: "0x10")]
        set(.brightness, to: 16, wishes: wishes, after: 5)
        #expect(changes.nextMoment == nil)
        set(.brightness, to: 12, wishes: wishes, after: 6)
        #expect(news(after: 7)?.former == [Self.setting("brightness", 16)], "the last wish counts")
    }

    @Test mutating func whatIsUndoneBeforeItIsToldIsNoNews() {
        set(.brightness, to: 50, after: 5)
        set(.brightness, to: 10, after: 5.1)
        #expect(changes.nextMoment == nil)
        set(.brightness, to: 50, after: 6)
        set(.brightness, to: 11, by: .own, after: 6.1)
        #expect(changes.nextMoment == nil, "the user has set it since")
    }

    @Test mutating func aSliderOfAnotherProgramIsToldOnceWithWhatWasThereBeforeIt() {
        for step in 0..<20 {
            set(.brightness, to: 50 + Int64(step), after: 5 + Double(step) * 0.05)
        }
        #expect(news(after: 6)?.former == [Self.setting("brightness", 10)])
        for step in 0..<100 { set(.brightness, to: 100 + Int64(step), after: 6 + Double(step)) }
        #expect(news(after: 106) == nil)
        set(.brightness, to: 7, after: 130)
        #expect(news(after: 131)?.former == [Self.setting("brightness", 199)], "it was left alone meanwhile")
    }

    @Test mutating func anotherControlWaitsUntilTheSentenceIsGone() {
        set(.brightness, to: 50, after: 5)
        #expect(news(after: 6) != nil)
        set(.contrast, to: 60, after: 7)
        set(.gain, to: 70, after: 8)
        #expect(changes.nextMoment == Self.moment(6) + ForeignChanges.pause)
        #expect(ForeignChanges.pause > Notice.duration)
        #expect(news(after: 14) == nil)
        #expect(news(after: 15)?.message == "Another program changed Contrast and 1 more")
    }

    @Test func theSentenceHasAButtonThatSetsBack() {
        let buttons = Viewer.buttons(about: .controls([Self.setting("gain", 1)]))
        #expect(buttons.map(\.id) == ["set-back"] && buttons.map(\.name) == ["Set back"])
    }
}
