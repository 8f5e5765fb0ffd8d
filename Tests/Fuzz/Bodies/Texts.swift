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
            // It may repeat the text, whose steering characters become three bytes each.
            try promiseHarmless("\(error)", limit: 1 << 15)
        }
    }

    static func shader(_ bytes: [UInt8]) throws {
        let text = ShaderText(String(decoding: bytes, as: UTF8.self))
        try shader { () throws(FilterError) in _ = try ShaderOperation(point: text) }
        try shader { () throws(FilterError) in _ = try ShaderOperation(area: text) }
    }

    private static func shader(_ work: () throws(FilterError) -> Void) throws {
        do throws(FilterError) {
            try work()
        } catch {
            let words = "\(error)"
            try promise(words.utf8.count < 1 << 16, "\(words.utf8.count) bytes")
            // A compiler has several lines to say.
            for line in words.split(separator: "\n") { try promiseHarmless(String(line), limit: 1 << 16) }
        }
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
            try promiseHarmless(error.sentence)
        } catch let fault as CaptureFault {
            try promise(!fault.sentence.isEmpty, "no word")
            try promiseHarmless(fault.sentence)
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
