import ArgumentParser
import Frames
import Glibc
import LinuxIO
import Testing
import VulkanView

@testable import Viewfinder

@Suite struct OptionsTests {
    @Test func aLineOfTheLogIsOneAndHasAnEnd() {
        let line = TerminalLog.line("two\nlines" + String(repeating: "x", count: 100_000), at: "warning")
        #expect(line.hasPrefix("viewfinder: warning: two\u{FFFD}lines") && line.count < 4100)
        #expect(line.split(separator: "\n").count == 1)
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM, EAGAIN])
    func whatTheSystemLacksAtAStartIsToldWithWhatToDo(code: Int32) {
        #expect {
            try reporting { throw SystemError(call: "eventfd", code: code) }
        } throws: { error in
            "\(error)".contains("eventfd")
                && "\(error)".hasSuffix("; close other programs and start it again")
        }
    }

    @Test(arguments: [
        ("30", Rational(30)), ("29.97", Rational(30000, 1001)), ("12.5", Rational(25, 2)),
        ("30000/1001", Rational(30000, 1001)),
        ("0.5", Rational(1, 2)),
    ])
    func ratesAreReadExactly(text: String, rate: Rational) {
        #expect(Rational(argument: text) == rate)
    }

    @Test(arguments: ["", "0", "-5", "fast", "30/0", "1/", "1001", "2000/1", "nan", "inf", "1e300"])
    func wrongRatesAreRefused(text: String) {
        #expect(Rational(argument: text) == nil)
    }

    @Test(arguments: [
        ("NV12", "NV12"), ("mjpeg", "MJPG"), ("YU12", "YU12"), ("i420", "YU12"), ("BA81", "BA81"),
    ])
    func formatsAreNamesOrCodes(text: String, code: String) {
        #expect(FourCC(argument: text)?.description == code)
    }

    @Test func showIsWhatABareProgramDoes() throws {
        let command = try ViewfinderCommand.parseAsRoot([
            "--fill", "fill", "--source", "test", "--rotate", "90",
        ])
        let show = try #require(command as? ShowCommand)
        #expect(show.view.options.fillMode == .fill)
        #expect(show.view.options.rotation == .clockwise90)
        #expect(show.source.count == 1)
    }

    @Test(arguments: [
        ["--fill", "zoom"], ["--rotate", "45"], ["--size", "0x5"], ["--frames", "0"],
        ["--source", "test:0x0"],
        ["--fps", "never"], ["snapshot"], ["wrong"],
    ])
    func wrongArgumentsAreRefused(arguments: [String]) {
        #expect(throws: (any Error).self) { try ViewfinderCommand.parseAsRoot(arguments) }
    }
}
