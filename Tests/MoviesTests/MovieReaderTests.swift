import Capture
import Foundation
import Frames
import Glibc
import LinuxIO
import Movies
import Synchronization
import TestSupport
import Testing

struct MovieReaderTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func reading(_ path: String) -> MovieError? {
        do {
            _ = try readAll(path)
            return nil
        } catch {
            return error as? MovieError
        }
    }

    private func ffmpeg(_ arguments: [String]) throws {
        try Requirement.programs("ffmpeg")
        let (program, end) = try Program.run("ffmpeg", ["-v", "error", "-y"] + arguments)
        try #require(end.status == .exited(0), "\(program.log)")
    }

    @Test(
        arguments: ["a.mp4", "a.webm"],
        [PixelSize(width: 640, height: 360), PixelSize(width: 322, height: 182)])
    func everyByteIsThatOfAnotherDecoder(_ file: String, _ size: PixelSize) throws {
        let path = folder.file(file)
        try write(path, Pattern(size: size), count: 12)
        try ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", "yuv420p", folder.file("raw")])
        let raw = try Data(contentsOf: URL(fileURLWithPath: folder.file("raw")))
        let pictures = try readAll(path)
        #expect(pictures.allSatisfy { $0.frame.layout.format == .i420 && $0.frame.layout.size == size })
        #expect(Data(pictures.flatMap(\.frame.tight)) == raw)
    }

    /// GStreamer's own decoder of JPEG makes all of them 4:2:0.
    @Test(arguments: [("yuvj444p", PixelFormat.i444), ("yuvj422p", .i422)])
    func motionJPEGKeepsItsSubsampling(_ name: String, _ format: PixelFormat) throws {
        let path = folder.file("a.avi")
        try ffmpeg([
            "-f", "lavfi", "-i", "testsrc=d=0.2:r=10:s=64x48", "-c:v", "mjpeg", "-pix_fmt", name, path,
        ])
        try ffmpeg(["-i", path, "-f", "rawvideo", "-pix_fmt", name, folder.file("raw")])
        let pictures = try readAll(path)
        #expect(pictures.count == 2 && pictures.allSatisfy { $0.frame.layout.format == format })
        #expect(pictures.allSatisfy { $0.frame.color.range == .full })
        let raw = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("raw"))))
        let differences = zip(pictures.flatMap(\.frame.tight), raw).map { abs(Int($0) - Int($1)) }
        #expect(differences.count == raw.count && differences.max() ?? 255 <= 2)
    }

    @Test(arguments: ["libvpx", "libvpx-vp9"])
    func aMovieWithAlphaIsRead(_ encoder: String) throws {
        let path = folder.file("alpha.webm")
        try ffmpeg([
            "-f", "lavfi", "-i", "color=red@0.5:d=0.4:r=10:s=64x48,format=yuva420p", "-c:v", encoder,
            "-auto-alt-ref", "0", path,
        ])
        let sizes = try readAll(path).map(\.frame.layout.size)
        #expect(sizes == Array(repeating: PixelSize(width: 64, height: 48), count: 4))
    }

    @Test(arguments: [
        "yuv420p10le", "yuv422p10le", "yuv444p10le", "yuv420p12le", "yuv422p12le", "yuv444p12le", "gray16le",
        "gbrp10le",
    ])
    func picturesOfMoreThanEightBitsKeepThem(_ format: String) throws {
        let path = folder.file("deep.mkv")
        try ffmpeg([
            "-f", "lavfi", "-i", "color=gray:d=0.2:r=10:s=64x48", "-c:v", "ffv1", "-pix_fmt", format, path,
        ])
        let pictures = try readAll(path)
        #expect(pictures.count == 2)
        #expect(
            pictures.allSatisfy { $0.frame.layout.format.isDeep }, "\(pictures.map(\.frame.layout.format))")
    }

    @Test(arguments: ["yuv420p", "yuv420p10le"])
    func fullRangeIsKnownWithoutAMatrix(_ format: String) throws {
        let path = folder.file("full.mkv")
        try ffmpeg([
            "-f", "lavfi", "-i", "color=gray:d=0.2:r=10:s=64x48", "-c:v", "libx264", "-pix_fmt", format,
            "-color_range", "pc", path,
        ])
        let pictures = try readAll(path)
        #expect(pictures.count == 2)
        for read in pictures {
            #expect(read.frame.color.range == .full)
            let luma = read.frame.luma(20, 20)
            #expect(abs(luma - 128) <= 2, "\(luma) of \(read.frame.layout.format)")
        }
    }

    /// The places of the movie's header: behind the samples, before them, and without any.
    @Test(arguments: ["+write_colr", "+write_colr+faststart", "+write_colr+frag_keyframe+empty_moov"])
    func fullRangeIsKnownFromTheFile(_ flags: String) throws {
        let path = folder.file("full.mp4")
        try ffmpeg([
            "-f", "lavfi", "-i", "color=gray:d=0.2:r=10:s=64x48", "-c:v", "libx264", "-pix_fmt", "yuv420p",
            "-color_range", "pc", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
            "-movflags", flags, path,
        ])
        let pictures = try readAll(path)
        #expect(pictures.count == 2)
        #expect(pictures.allSatisfy { $0.frame.color.range == .full && $0.frame.color.matrix == .bt709 })
    }

    /// Green, blue and red in the places of luma and chroma.
    @Test(arguments: ["gbrp", "gbrp10le"])
    func redGreenAndBlueInThePlacesOfLumaAndChromaAreColours(_ format: String) throws {
        let path = folder.file("rgb.mkv")
        try ffmpeg([
            "-f", "lavfi", "-i", "color=0xd0a030:d=0.4:r=10:s=64x48", "-c:v", "libaom-av1", "-cpu-used", "8",
            "-pix_fmt", format, path,
        ])
        let pictures = try readAll(path)
        #expect(pictures.count == 4)
        for read in pictures {
            #expect(read.frame.layout.format.model == .rgb)
            let pixel = (0..<3).map { read.frame.code($0, 5, 5) }
            #expect(zip(pixel, [0xd0, 0xa0, 0x30]).allSatisfy { abs($0 - $1) <= 3 }, "\(pixel)")
        }
    }

    @Test(arguments: [("90", Rotation.clockwise270), ("180", .half), ("270", .clockwise90)])
    func aTurnedMovieSaysHowItIsTurned(_ tag: String, _ rotation: Rotation) throws {
        let (path, turned) = (folder.file("a.mp4"), folder.file("turned.mp4"))
        try write(path, count: 5)
        try ffmpeg(["-i", path, "-c", "copy", "-metadata:s:v:0", "rotate=\(tag)", turned])
        let rotation = (360 - (try probe(turned).rotation + 360) % 360) % 360
        let pictures = try readAll(turned)
        #expect(pictures.count == 5 && pictures.allSatisfy { $0.frame.rotation.rawValue == rotation })
        #expect(pictures.allSatisfy { $0.frame.layout.size == Pattern().size && !$0.frame.isMirrored })
    }

    @Test func framesStayValidWhenTheReaderIsGone() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 20)
        let pictures = try readAll(path)
        for (number, read) in pictures.enumerated() {
            #expect(quality(of: read.frame) { Pattern().luma($0, $1, number) } > 40)
        }
    }

    @Test func whoHoldsAPictureWhileTheMovieStartsAgainHearsNoComplaint() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 12)
        let program = try Program.run(movieProbe, ["read", path, "3"]).program
        #expect(program.output == "pictures 36\n" && program.errors.isEmpty, "\(program.log)")
    }

    @Test func rewindingStartsAgainWithTheSameBytes() throws {
        for file in ["a.mp4", "a.webm"] {
            let path = folder.file(file)
            try write(path, count: 10)
            let reader = try MovieReader(path: path, logger: quiet)
            var rounds: [[[UInt8]]] = []
            for _ in 0..<3 {
                var round: [[UInt8]] = []
                while case .picture(let picture) = try reader.next() {
                    #expect(abs(picture.position - Int64(round.count) * 33_333_333) < 1_100_000)
                    round.append(picture.frame(arrival: 0, sequence: 0).tight)
                }
                rounds.append(round)
                try reader.rewind()
            }
            #expect(rounds.allSatisfy { $0 == rounds[0] } && rounds[0].count == 10)
            // From the middle, too.
            for _ in 0..<4 { _ = try reader.next() }
            try reader.rewind()
            guard case .picture(let first) = try reader.next() else {
                Issue.record("nothing came")
                return
            }
            #expect(first.position < 1_100_000)
        }
    }

    /// Of some of these GStreamer's demuxers give nothing more after a seek, or not the beginning.
    @Test(
        arguments: [
            "gif", "nut", "ts", "m2ts", "mpg", "vob", "flv", "avi", "mov", "ogv", "mkv", "webm", "mxf", "wmv",
        ])
    func everyRoundHasAllPictures(_ ending: String) throws {
        let path = folder.file("a.\(ending)")
        let encoder: [String] = ending == "mxf" ? ["-c:v", "mpeg2video"] : []
        try ffmpeg(["-f", "lavfi", "-i", "testsrc=d=1:r=25:s=64x48"] + encoder + [path])
        let reader = try MovieReader(path: path, logger: quiet)
        var rounds: [[[UInt8]]] = []
        for _ in 0..<3 {
            var round: [[UInt8]] = []
            var last = -1 as Int64
            while case .picture(let picture) = try reader.next() {
                #expect(picture.position > last, "\(round.count)")
                last = picture.position
                round.append(picture.frame(arrival: 0, sequence: 0).tight)
            }
            rounds.append(round)
            try reader.rewind()
        }
        #expect(rounds.allSatisfy { $0 == rounds[0] }, "\(rounds.map(\.count))")
        #expect((24...26).contains(rounds[0].count), "\(rounds[0].count)")
    }

    @Test func whatIsNoMovieIsRefusedInOneSentence() throws {
        let empty = folder.file("empty.mp4")
        _ = FileManager.default.createFile(atPath: empty, contents: Data())
        let text = folder.file("text.mp4")
        try String(repeating: "no movie at all\n", count: 100).write(
            toFile: text, atomically: true, encoding: .utf8)
        let cut = folder.file("cut.mp4")
        try ffmpeg(["-f", "lavfi", "-i", "testsrc=d=1", "-c:v", "libx264", folder.file("whole.mp4")])
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder.file("whole.mp4")))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: cut))
        let tone = folder.file("tone.mp4")
        try ffmpeg(["-f", "lavfi", "-i", "sine=d=1", tone])
        let page = folder.file("page.mp4")
        let body = String(repeating: "words ", count: 99)
        try "<!DOCTYPE html>\n<html><head><title>Page</title></head><body>\(body)</body></html>\n"
            .write(toFile: page, atomically: true, encoding: .utf8)
        let speech = folder.file("speech.ogg")
        try ffmpeg(["-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac", speech])
        for path in [text, tone, page, speech] {
            let sentence = try #require(reading(path)).sentence
            #expect(
                sentence.hasPrefix("\(path) holds no moving pictures")
                    && sentence.hasSuffix("; give a movie file"), "\(sentence)")
        }
        for path in [empty, text, cut, tone, page] {
            let error = try #require(reading(path), "\(path)")
            #expect(error.kind == .notAMovie && error.sentence.hasPrefix(path), "\(error)")
            #expect(!error.sentence.contains("\n") && !error.sentence.contains(".;"), "\(error)")
        }
        #expect(reading(folder.path)?.kind == .notAMovie)
        let missing = try #require(reading(folder.file("nothing.mp4")))
        #expect(missing.kind == .file && missing.sentence.contains("No such file or directory"))
    }

    @Test func damageInTheMiddleEndsNoProgram() throws {
        let path = folder.file("a.mp4")
        try write(path, Pattern(size: PixelSize(width: 640, height: 480)), count: 60)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for seed in 0..<6 {
            var generator = SplitMix(state: UInt64(seed))
            for _ in 0..<200 { bytes[Int.random(in: 2000..<bytes.count, using: &generator)] ^= 0x5a }
            try bytes.write(to: URL(fileURLWithPath: folder.file("damaged.mp4")))
            // Pictures or an error; what matters is that it comes to an end.
            _ = reading(folder.file("damaged.mp4"))
        }
    }

    @Test(
        arguments: [
            // The longest that a container can tell, a time of centuries, and both.
            [Matroska.Picture(time: 1000, duration: 9_223_372_036_855), Matroska.Picture(time: 2000)],
            [Matroska.Picture(time: 0), Matroska.Picture(time: 9_223_372_036_000, duration: 40)],
            [Matroska.Picture(time: 9_223_372_036_000, duration: 9_223_372_036_854)],
            [Matroska.Picture(time: 0, duration: .max), Matroska.Picture(time: 9_223_372_036_854)],
        ])
    func timesOfCenturiesAreNumbersThatCanBeAdded(_ pictures: [Matroska.Picture]) throws {
        let path = folder.file("centuries.mkv")
        try Matroska.bytes(pictures).write(to: URL(fileURLWithPath: path))
        let century: Int64 = 3_155_760_000_000_000_000
        let hour: Int64 = 3_600_000_000_000
        let reader = try MovieReader(path: path, logger: quiet)
        var count = 0
        // Some versions of GStreamer leave out a picture beyond what they can count.
        for _ in 0..<2 {
            while let step = try? reader.next(), case .picture(let picture) = step {
                #expect((0...century).contains(picture.position) && (1...hour).contains(picture.duration))
                count += 1
            }
            try reader.rewind()
        }
        #expect(count >= 2)
    }

    /// libav's decoders go on after an error of theirs, and some end the program with the next picture.
    @Test(arguments: ["gray10le", "gray12le", "yuv440p12le", "gbrp14le"])
    func nothingComesToADecoderAfterItsError(_ format: String) throws {
        let path = folder.file("a.mkv")
        try ffmpeg([
            "-f", "lavfi", "-i", "testsrc=d=3:r=30:s=64x48", "-c:v", "ffv1", "-pix_fmt", format, path,
        ])
        let (program, end) = try Program.run(movieProbe, ["late", path])
        #expect(end.status == .exited(0) && program.output.hasPrefix(path), "\(end) \(program.log)")
    }

    @Test func aPipeIsNoMovieAndIsNotWaitedFor() throws {
        let path = folder.file("pipe.mp4")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(reading(path)?.kind == .notAMovie)
    }

    @Test func aMissingDecoderIsNamed() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 5)
        let none =
            "avdec_h264:NONE,openh264dec:NONE,vah264dec:NONE,vaapih264dec:NONE,v4l2h264dec:NONE,nvh264dec:NONE"
        let output = try Program.run(
            movieProbe, ["read", path], environment: ["GST_PLUGIN_FEATURE_RANK": none]
        ).program.output
        #expect(
            output.hasPrefix("\(path) needs what GStreamer does not have, the H.264")
                && output.hasSuffix("; convert the movie to another format\n"),
            "\(output)")
        // Where only these plugins are installed.
        let plugins = folder.file("plugins")
        try FileManager.default.createDirectory(atPath: plugins, withIntermediateDirectories: true)
        let kept = [
            "app", "asf", "coreelements", "isomp4", "matroska", "mpegtsdemux", "playback",
            "typefindfunctions",
            "videoconvert", "videoconvertscale", "videoparsersbad",
        ]
        for folder in try FileManager.default.contentsOfDirectory(atPath: "/usr/lib") {
            for plugin in kept {
                let library = "/usr/lib/\(folder)/gstreamer-1.0/libgst\(plugin).so"
                guard FileManager.default.fileExists(atPath: library) else { continue }
                try FileManager.default.createSymbolicLink(
                    atPath: "\(plugins)/libgst\(plugin).so", withDestinationPath: library)
            }
        }
        let without = try Program.run(
            movieProbe, ["read", path],
            environment: [
                "GST_PLUGIN_SYSTEM_PATH_1_0": plugins, "GST_REGISTRY_1_0": folder.file("registry"),
            ]
        ).program.output
        #expect(
            without.hasPrefix("\(path) needs a part of GStreamer that is not installed, the H.264")
                && without.hasSuffix("; install gstreamer1.0-libav\n"), "\(without)")
        #expect(try Program.run(movieProbe, ["read", path]).program.output == "pictures 5\n")
    }

    @Test func soundWithoutDecoderDoesNotMatter() throws {
        let path = folder.file("both.mkv")
        try ffmpeg([
            "-f", "lavfi", "-i", "testsrc=d=1:r=25", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "libx264",
            "-pix_fmt",
            "yuv420p", "-c:a", "ac3", "-shortest", path,
        ])
        let output = try Program.run(
            movieProbe, ["read", path],
            environment: ["GST_PLUGIN_FEATURE_RANK": "avdec_ac3:NONE,avdec_ac3_fixed:NONE,a52dec:NONE"]
        ).program.output
        #expect(output == "pictures 25\n")
    }

    @Test func aBellEndsTheWait() throws {
        let path = folder.file("a.mp4")
        try write(path, count: 5)
        let reader = try MovieReader(path: path, logger: quiet)
        let bell = try Wakeup()
        bell.ring()
        for _ in 0..<20 {
            if case .stopped = try reader.next(orUntil: bell) { return }
        }
        // At the end the reader has something to say before it waits.
        guard case .end = try reader.next(orUntil: bell) else {
            Issue.record("neither an end nor a stop")
            return
        }
    }
}
