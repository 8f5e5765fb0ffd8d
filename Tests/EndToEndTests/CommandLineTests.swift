import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct CommandLineTests {
    private let nowhere: [String: String?] = [
        "WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": NSTemporaryDirectory(), "DISPLAY": nil,
    ]

    @Test(arguments: [
        ["--fill", "sideways"], ["--rotate", "45"], ["--nonsense"], ["--source", "test:0x0"],
        ["--size", "big"],
        ["--frames", "0"], ["--source", "raw:file:NV12"], ["snapshot"], ["dance"],
    ])
    func wrongArgumentsEndWithTwoAndSayWhich(_ arguments: [String]) throws {
        let (program, end) = try Program.run(Repository.program, arguments, environment: nowhere)
        #expect(end.status == .exited(2), "\(program.log)")
        #expect(program.output.isEmpty)
        #expect(program.errors.hasPrefix("viewfinder: ") || program.errors.hasPrefix("Error: "))
    }

    @Test func withoutACompositorItSaysSo() throws {
        let (program, end) = try Program.run(Repository.program, ["--source", "test"], environment: nowhere)
        #expect(end.status == .exited(1))
        #expect(isOneSentence(program.errors) && program.errors.contains("Wayland"), "\(program.log)")
    }

    @Test func aWayThatCannotBeGoneEndsTheWindow() throws {
        let sway = try HeadlessSway()
        let (program, end) = try Program.run(
            Repository.program, ["--source", "test:64x64@30:NV12", "--import", "dmabuf"],
            environment: sway.environment)
        #expect(end.status == .exited(1))
        #expect(isOneSentence(program.errors) && program.errors.contains("dmabuf: "), "\(program.log)")
    }

    @Test func withoutVulkanItSaysSo() throws {
        let sway = try HeadlessSway()
        let none = ["VK_DRIVER_FILES": "/nowhere.json", "VK_ICD_FILENAMES": "/nowhere.json"]
        let (program, end) = try Program.run(
            Repository.program, ["--source", "test", "--no-overlay"],
            environment: sway.environment.merging(none) { $1 })
        #expect(end.status == .exited(1))
        #expect(isOneSentence(program.errors) && program.errors.contains("Vulkan"), "\(program.log)")
    }

    @Test(arguments: [
        ["--source", "/dev/video87"], ["--source", "y4m:/nowhere.y4m"], ["--device", "no such card"],
    ])
    func whatIsMissingIsNamed(_ arguments: [String]) throws {
        let sway = try HeadlessSway()
        let (program, end) = try Program.run(
            Repository.program, arguments, environment: sway.environment)
        #expect(end.status == .exited(1))
        let name = arguments[1].split(separator: ":").last.map(String.init) ?? ""
        #expect(isOneSentence(program.errors) && program.errors.contains(name), "\(program.log)")
    }

    @Test func helpAndVersionGoToStandardOutput() throws {
        for arguments in [["--help"], ["--version"], ["list", "--help"], ["snapshot", "--help"]] {
            let (program, end) = try Program.run(Repository.program, arguments, environment: nowhere)
            #expect(end.status == .exited(0) && !program.output.isEmpty && program.errors.isEmpty)
        }
    }

    @Test(
        "a terminal of any width has help",
        arguments: [
            "-9223372036854775808", "9223372036854775807", "-1", "0", "1", "2", "7", "26", "39", "80",
            "10001",
            "x", "",
        ])
    func widths(_ columns: String) throws {
        let (program, end) = try Program.run(
            Repository.program, ["--help"], environment: nowhere.merging(["COLUMNS": columns]) { $1 })
        #expect(
            end.status == .exited(0) && program.output.contains("See your cameras live"), "\(program.log)")
        #expect(program.output.contains("Print what"), "\(program.log)")
    }

    @Test func listTellsEveryCameraOrThatThereIsNone() throws {
        let (json, end) = try Program.run(Repository.program, ["list", "--json"])
        #expect(end.status == .exited(0))
        #expect(try JSONSerialization.jsonObject(with: json.outputBytes) is [Any])
        #expect(try Program.run(Repository.program, ["list"]).end.status == .exited(0))
    }

    @Test(
        "what is asked for and cannot be written is an error",
        arguments: [
            "list", "list --json", "filters", "filters --json", "keys", "--help", "list --help", "--version",
            "help show", "controls --help",
        ])
    func unwritable(_ arguments: String) throws {
        for place in [">/dev/full", ">&-"] {
            let (program, end) = try Program.run(
                "sh", ["-c", "exec '\(Repository.program)' \(arguments) \(place)"], environment: nowhere)
            #expect(end.status == .exited(1), "\(arguments) \(place)")
            #expect(
                isOneSentence(program.errors) && program.errors.contains("cannot be written"),
                "\(program.log)")
        }
        // Who reads the beginning alone has no error.
        let (program, end) = try Program.run(
            "bash", ["-c", "'\(Repository.program)' \(arguments) | :; exit ${PIPESTATUS[0]}"],
            environment: nowhere)
        #expect(end.status == .exited(0) && program.errors.isEmpty, "\(program.log)")
    }

    private func isOneSentence(_ text: String) -> Bool {
        text.hasPrefix("viewfinder: ") && text.split(separator: "\n").count == 1
    }
}
