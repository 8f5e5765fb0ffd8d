import ArgumentParser
import Filters
import LinuxIO

@testable import Capture

#if canImport(ViewfinderProgram)
    @testable import ViewfinderProgram
#else
    @testable import Viewfinder
#endif

/// Texts of the command line and of programs.
enum Texts {
    static func filter(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard let parsed = try? FilterText(parsing: text) else { return }
        // What was read is written so that it is read again. A name with a colon or an equals sign cannot be.
        let again = try? FilterText(parsing: parsed.description)
        try promise(
            again?.description == parsed.description,
            "\(parsed) is read as \(again.map(String.init) ?? "nothing")")
        // Files and sources are tried elsewhere.
        guard !text.contains("/dev") else { return }
        do throws(FilterError) {
            let link = try FilterLink(parsing: text)
            _ = link.text(showsNumber: true)
        } catch {
            try promise("\(error)".utf8.count < 1 << 15, "\("\(error)".utf8.count) bytes")
        }
    }

    static func shader(_ bytes: [UInt8]) throws {
        let text = ShaderText(String(decoding: bytes, as: UTF8.self))
        do throws(FilterError) {
            _ = try ShaderOperation(point: text)
        } catch {
            try promise("\(error)".utf8.count < 1 << 16, "\("\(error)".utf8.count) bytes")
        }
        _ = try? ShaderOperation(area: text)
    }

    static func source(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if let setting = ControlSetting(parsing: text) {
            try promise(!setting.key.isEmpty, "a wish without a name")
        }
        do {
            let source = try Source(parsing: text)
            try promiseHarmless(source.name)
            try CaptureConfiguration(source).check()
        } catch let error as SourceError {
            try promise(!error.sentence.isEmpty, "no word")
        } catch let fault as CaptureFault {
            try promise(!fault.sentence.isEmpty, "no word")
        }
    }

    static func arguments(_ bytes: [UInt8]) throws {
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).prefix(64)
        try commandLine(words.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Parses a command line, and checks what the program would say of it.
    static func commandLine(_ words: [String]) throws {
        do {
            _ = try ViewfinderCommand.parsed(words)
        } catch {
            let (status, text) = ViewfinderCommand.end(for: error)
            try promise((0...2).contains(status), "the status \(status)")
            try promise(!text.isEmpty, "no word")
            for line in text.split(separator: "\n") { try promiseHarmless(String(line)) }
        }
    }
}
