import Capture
import Faults
import Filters
import Frames
import LinuxIO
import Logging
import Overlay
import TestSupport
import Testing
import VulkanCore
import VulkanView

@testable import Viewfinder

/// With a translation that leaves no Latin letter, none is on the screen but those that are written here.
@Suite struct TranslationTests {
    /// What is not translated beside names of keys and devices: units of measure, the words of the command line, paths, and the program's name.
    private static let untranslated: Set<Substring> = [
        "px", "K", "EV", "s", "Viewfinder", "BT", "SMPTE", "M", "compute", "dev", "video",
        "BG", "sRGB", "Adobe", "RGB", "DCI", "P", "PQ", "HLG",
    ]

    private func escaped(_ text: String) -> [Substring] {
        PseudoTranslation.latinWords(of: text).filter { !Self.untranslated.contains($0) }
    }

    @Test func noWordOfAnElementEscapes() {
        PseudoTranslation.inArabic {
            for (_, name, element) in ScreenStates.all {
                for part in element.family {
                    for words in part.words {
                        #expect(escaped(words) == [], "\(name), \(part.id): \(words)")
                    }
                }
            }
        }
    }

    @Test func noneOfThemIsThereInEnglishOnly() {
        let english = ScreenStates.all.flatMap { $0.element.family.flatMap(\.words) }.filter {
            !PseudoTranslation.latinWords(of: $0).isEmpty
        }
        #expect(english.count > 500)
    }

    @Test(arguments: Fault.table.filter { $0.words != nil }.map(\.name))
    func everyFaultsSentenceIsTranslatedAndInLogsItIsNot(name: String) throws {
        let fault = try #require(Fault.table.first { $0.name == name })
        let parts: KeyValuePairs<Fault.Part, any CustomStringConvertible> = [
            .camera: 1, .program: 2, .path: 3, .mode: 4, .choices: 5, .device: 6, .object: 7, .reason: 8,
            .count: 9, .seconds: 10,
        ]
        #expect(parts.map { $0.key } == Fault.Part.allCases)
        var english = try #require(fault.words)
        for (part, value) in parts {
            english = english.replacing("{\(part.rawValue)}", with: "\(value)")
        }
        #expect(fault.message(parts).localized == english && fault.sentence(parts) == english)
        PseudoTranslation.inArabic {
            #expect(escaped(fault.message(parts).localized) == [])
            #expect(fault.sentence(parts) == english && "\(fault.message(parts))" == english)
        }
    }

    @Test func noWordOfTheTitleEscapes() {
        let states: [WindowTitle.State] = [
            .live, .starting, .frozen, .standingIn(for: "7"), .ended,
            .lost(Fault.noPictures.message([.camera: "7"])),
        ]
        PseudoTranslation.inArabic {
            for state in states {
                for (latency, age) in [(nil, nil), (12.0, nil), (12.0, 34.0)] as [(Double?, Double?)] {
                    var title = WindowTitle(camera: "7", state: state, notice: .saved("7"), recording: 7)
                    title.isRecordingPaused = age != nil
                    title.shutter = .pictures(7)
                    title.faults = [Fault.secondPictureLost.message([.camera: "7", .reason: "8"])]
                    title.information = .init(
                        format: "10", size: PixelSize(width: 64, height: 48), rate: 30, latency: latency,
                        age: age)
                    #expect(escaped(title.text) == [], "\(title.text)")
                }
            }
        }
    }

    /// A switcher that has something to tell.
    private func switcher(_ sources: [String], _ log: LogLines) throws -> (SourceSwitcher, EventLoop) {
        let loop = try EventLoop()
        return (
            SourceSwitcher(
                sources: try sources.map { try Source(parsing: $0) }, request: ModeRequest(), loop: loop,
                logger: log.logger), loop
        )
    }

    @Test func noNoticeEscapesAndLogsAreEnglish() throws {
        let log = LogLines()
        let (switcher, loop) = try switcher(["test"], log)
        defer { switcher.stop() }
        try PseudoTranslation.inArabic {
            #expect(escaped(switcher.titleName.localized) == [] && switcher.sourceName == "No camera")
            switcher.select(8)
            #expect(escaped(try #require(switcher.noticeMessage).localized) == [])
            switcher.select(0)
            let title = try #require(switcher.current).title
            #expect(escaped(title.localized) == [] && title == "Test card")
            switcher.step(1)
            #expect(escaped(try #require(switcher.noticeMessage).localized) == [])
        }
        #expect(log.lines.contains("There is no camera 9"))
        #expect(log.lines.contains("There is no other camera"))
        _ = loop
    }

    @Test func theCameraOfTheLastTimeIsMissedInTheUsersLanguage() throws {
        let (switcher, loop) = try switcher([], LogLines())
        defer { switcher.stop() }
        switcher.take(UserSettings(lastCamera: .init(id: "gone", name: "7")), [])
        let camera = CameraIdentity(
            id: "no-such-camera", name: "8", path: "/nonexistent/video8", busInfo: "9")
        switcher.camerasChanged(CameraList.Search(cameras: [camera]), replacesEntries: true)
        let message = try #require(switcher.noticeMessage)
        PseudoTranslation.inArabic { #expect(escaped(message.localized) == []) }
        _ = loop
    }

    @Test(arguments: [
        VulkanError.Kind.noDriver, .noDevice, .deviceLost, .surfaceLost, .outOfMemory, .unsupported, .other,
    ])
    func failuresOfGraphicsAreTranslatedAndBeginWithACapital(kind: VulkanError.Kind) {
        let error = VulkanError(kind, "7")
        let wrapped: [Message] = [
            ViewfinderError(error).message, FilterError.vulkan(error).message,
            ViewfinderError(ViewError.vulkan(error)).message, FrameError.vulkan(error).message,
        ]
        for message in wrapped {
            #expect(message.sentence.first?.isUppercase == true, "\(message.sentence)")
            #expect(message.description.hasSuffix(": 7"))
            PseudoTranslation.inArabic { #expect(escaped(message.localized) == [], "\(message.localized)") }
        }
    }

    @Test func sizesThatFiltersRefuseAreTranslated() {
        PseudoTranslation.inArabic {
            #expect(escaped(FilterError.unsupportedSize("a picture of \(7) pixels").message.localized) == [])
        }
    }

    @Test func errorsOfTheProgramAreTranslated() throws {
        let errors: [ViewfinderError] = [
            ViewfinderError(Fault.noFolder.message([.path: "/7", .reason: "8"])),
            ViewfinderError(CaptureFault(.io, "the camera is \(7)")),
            try error { () throws(ViewfinderError) in
                _ = try UserFolders(environment: UserEnvironment { _ in nil }) { _ in nil }.path(of: .videos)
            },
        ]
        PseudoTranslation.inArabic {
            for error in errors {
                #expect(escaped(error.message.localized) == [], "\(error)")
                #expect(!PseudoTranslation.latinWords(of: "\(error)").isEmpty)
            }
        }
    }

    private func error(_ body: () throws(ViewfinderError) -> Void) throws -> ViewfinderError {
        do throws(ViewfinderError) { try body() } catch { return error }
        throw ViewfinderError("nothing was thrown")
    }
}
