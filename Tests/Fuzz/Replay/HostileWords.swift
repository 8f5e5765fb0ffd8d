import Filters

/// Command lines, files of settings and filter texts that nobody means well with.
struct HostileWords {
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private static let commands = [
        "show", "list", "controls", "snapshot", "filters", "doctor", "keys", "help",
    ]
    private static let options = [
        "--source", "--fill", "--mirror", "--rotate", "--device", "--import", "--path", "--size", "--depth",
        "--fps", "--format", "--control", "--no-settings", "--filter", "-v", "-vv", "--verbose",
        "--fullscreen",
        "--frames", "--latch", "--record-sound", "--record-as-shown", "--stats", "--json", "--all",
        "--help", "--version", "-h", "--", "-",
    ]
    private static let values = [
        "test", "test:64x64@30:NV12", "y4m:/nowhere", "raw:-:1x1@1:MJPG", "movie:/nowhere", "/dev/video99",
        "0", "-1", "1", "90", "fit", "stretch", "1280x720", "30000/1001", "NV12", "brightness=1", "sepia",
        "gaussian-blur:radius=3", "late", "",
    ]
    private static let hostile = [
        "\u{1b}[2J\u{1b}[H", "\u{1b}]0;title\u{07}", "\u{9b}31m", "\u{202e}gpj.exe", "\u{2066}x\u{2069}",
        "a\u{2028}b",
        "\r\nviewfinder: error", "\0", "\u{7f}", "\u{fffd}", "\u{feff}", "99999999999999999999999", "-0",
        "1e999", "nan", "-inf", "0x7fffffffffffffff", "%s%n%p", "$(reboot)", "../../../../nowhere/passwd",
        "/dev/zero",
        "/proc/nowhere", "file:///", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "=", ":", ",", "\"", "\\",
        "::::::::", "@", "x", "0x0@0", "16385x16385", "-1x-1", "1/0", "9223372036854775807/1",
        "test:1x1@1000:MJPG:709-full:more", "tone-curve:file=", "convolution-3x3:kernel=1/2",
        "gaussian-blur:radius=nan", "gaussian-blur:radius=1,radius=1", "sepia:turn=45", "sepia:with=sepia",
        "multiply-blend:with=\u{1b}c.png", "color-table:file=\"", "a=\u{1b}[0m",
    ]

    /// Command lines that are nothing but long: as many words, and as long ones, as the kernel passes on.
    static let endless: [[String]] = [
        Array(repeating: ["--source", "test"], count: 10_000).flatMap { $0 },
        Array(repeating: "--filter=sepia", count: 30_000), Array(repeating: "x", count: 50_000),
        Array(repeating: "-v", count: 50_000),
        ["--filter", String(repeating: "a", count: 131_000)],
        ["--filter", String(repeating: "é", count: 65_500)],
        ["--filter", "sepia:" + String(repeating: "a", count: 130_000) + "=1"],
        ["--filter", "sepia:" + String(repeating: "a=1,", count: 32_000)],
        ["--" + String(repeating: "f", count: 131_000)], ["-" + String(repeating: "v", count: 131_000)],
        ["--" + String(repeating: "f", count: 131_000) + "=1"],
        ["--source", String(repeating: "e", count: 131_000)],
        ["--control", String(repeating: "a", count: 131_000) + "=1"],
        [String(repeating: "s", count: 131_000)], ["--device", String(repeating: "e\u{301}", count: 43_000)],
    ]

    /// An argument of random characters, half of them from everywhere in Unicode.
    mutating func word() -> String {
        let count = Int.random(in: 0..<24, using: &random)
        return String(
            String.UnicodeScalarView(
                (0..<count).compactMap { _ in
                    Unicode.Scalar(
                        Bool.random(using: &random)
                            ? UInt32.random(in: 0..<0x80, using: &random)
                            : UInt32.random(in: 0..<0x3000, using: &random))
                }))
    }

    /// A command line of options and values that mostly do not belong together.
    mutating func randomLine() -> [String] {
        var words = Bool.random(using: &random) ? [Self.commands.randomElement(using: &random) ?? ""] : []
        for _ in 0..<Int.random(in: 0..<8, using: &random) {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: words.append(word())
            case 1: words.append(Self.values.randomElement(using: &random) ?? "")
            default: words.append(Self.options.randomElement(using: &random) ?? "")
            }
        }
        return words
    }

    /// A command line with something in it that shall do harm.
    mutating func hostileLine() -> [String] {
        var words = Bool.random(using: &random) ? randomLine() : []
        for _ in 0...Int.random(in: 0..<3, using: &random) {
            var evil = Self.hostile.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<8, using: &random) {
            case 0: evil = String(repeating: evil, count: Int.random(in: 2..<3000, using: &random))
            case 1: evil = "--" + evil
            case 2: evil = "test:" + evil
            case 3: evil = "--filter=" + filter()
            default: break
            }
            if Bool.random(using: &random) { words.append(Self.options.randomElement(using: &random) ?? "") }
            words.append(evil)
        }
        return words
    }

    /// A filter that there is, with parameters that it mostly does not take.
    mutating func filter() -> String {
        let entry = Catalog.entries.randomElement(using: &random)
        var text = entry?.name ?? "sepia"
        let names = (entry?.make().parameters.map(\.name) ?? []) + ["turn", "file", "with", word()]
        var mark = ":"
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            let value =
                Bool.random(using: &random)
                ? Self.hostile.randomElement(using: &random) : Self.values.randomElement(using: &random)
            text += "\(mark)\(names.randomElement(using: &random) ?? "")=\(value ?? "")"
            mark = ","
        }
        return text
    }

    /// The bytes of a file that is nearly one of settings.
    mutating func settings() -> [UInt8] {
        let evil = Self.hostile.randomElement(using: &random) ?? ""
        let parts = [
            "{\"version\": 1, \"cameras\": {\"\(evil)\": {\"controls\": {\"brightness\": 1}}}}",
            "{\"version\": \(evil)}", "{\"version\": -1}", "{\"version\": 1, \"cameras\": [\(evil)]}",
            "{\"cameras\": {\"a\": {\"controls\": {\"b\": 1e400}}}}", "[[[[[[", "", "null",
            "{\"version\": 1}", "{\"lastCamera\": {\"id\": \"\(evil)\", \"name\": \"\(evil)\"}}",
            "{\"window\": {\"width\": 9223372036854775807, \"height\": -1}, \"folders\": {\"videos\": \"\(evil)\"}}",
            "{\"cameras\": {\"test\": {\"filters\": [\"\(evil)\"], \"mode\": {\"size\": \"\(evil)\"}, \"rotate\": 90}}}",
            "{\"timer\": -9223372036854775808, \"sound\": true, \"header\": null}",
            "{\"version\": 1, \"cameras\": {\"a\": {\"controls\": {\"\(word())\": \"\(word())\"}}}}",
        ]
        var bytes = Array((parts.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
            bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
        }
        return bytes
    }
}
