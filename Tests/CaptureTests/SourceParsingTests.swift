import Capture
import Foundation
import Frames
import Testing

private func failure(_ text: String) -> String? {
    do throws(SourceError) {
        _ = try Source(parsing: text)
        return nil
    } catch {
        return error.sentence
    }
}

@Test func camerasAreNamedByPathNumberOrName() throws {
    #expect(try Source(parsing: "/dev/video0") == .camera(.path("/dev/video0")))
    #expect(try Source(parsing: "2") == .camera(.number(2)))
    #expect(try Source(parsing: "HD Pro Webcam C920") == .camera(.identity("HD Pro Webcam C920")))
    #expect(try Source(parsing: "platform:vivid-000") == .camera(.identity("platform:vivid-000")))
    #expect(try Source(parsing: "testament") == .camera(.identity("testament")))
}

@Test func everyPartOfATestCardMayBeLeftOut() throws {
    let limited709 = ColorDescription(matrix: .bt709, range: .limited)
    let size = PixelSize(width: 1920, height: 1080)
    let cases: [(String, TestCardOptions)] = [
        ("test", TestCardOptions()),
        (
            "test:1920x1080@60:NV12:709-limited",
            TestCardOptions(size: size, rate: Rational(60), format: .nv12, color: limited709)
        ),
        ("test:640x480", TestCardOptions(size: PixelSize(width: 640, height: 480))),
        ("test:@29.97", TestCardOptions(rate: Rational(30000, 1001))),
        ("test:1x1@1", TestCardOptions(size: PixelSize(width: 1, height: 1), rate: Rational(1))),
        ("test:mjpg", TestCardOptions(format: .mjpeg)),
        ("test:YUYV:601-full", TestCardOptions(format: .yuyv, color: ColorDescription(named: "601-full"))),
        ("test:709-full", TestCardOptions(color: ColorDescription(named: "709-full"))),
        ("test:2020-limited", TestCardOptions(color: ColorDescription(named: "2020-limited"))),
    ]
    for (text, options) in cases { #expect(try Source(parsing: text) == .testCard(options), "\(text)") }
}

@Test func colourIsAssumedBySize() throws {
    guard case .testCard(let large) = try Source(parsing: "test:1280x720"),
        case .testCard(let small) = try Source(parsing: "test:640x480")
    else {
        Issue.record("no test cards")
        return
    }
    #expect(large.color.name == "709-limited" && small.color.name == "601-limited")
}

@Test func rawPathsMayHoldColons() throws {
    let size = PixelSize(width: 640, height: 480)
    let plain = RawOptions(path: "a.yuv", size: size, rate: Rational(30), format: .i420)
    #expect(try Source(parsing: "raw:a.yuv:640x480@30:I420") == .raw(plain))
    var colons = plain
    colons.path = "a:b:c"
    colons.color = ColorDescription(matrix: .bt601, range: .full)
    #expect(try Source(parsing: "raw:a:b:c:640x480@30:YU12:601-full") == .raw(colons))
    var input = plain
    input.path = "-"
    #expect(try Source(parsing: "raw:-:640x480@30:yu12") == .raw(input))
    #expect(Source.raw(input).name == "Standard input")
}

@Test func y4mPathsMayHoldColons() throws {
    #expect(try Source(parsing: "y4m:/tmp/x.y4m") == .y4m(Y4MOptions(path: "/tmp/x.y4m")))
    #expect(try Source(parsing: "y4m:C:x") == .y4m(Y4MOptions(path: "C:x")))
    #expect(
        try Source(parsing: "y4m:-:709-full")
            == .y4m(Y4MOptions(path: "-", color: ColorDescription(named: "709-full"))))
    #expect(
        try Source(parsing: "y4m:709-full") == .y4m(Y4MOptions(path: "709-full")), "the only part is the path"
    )
    #expect(Source.y4m(Y4MOptions(path: "/a/b/c.y4m")).name == "c.y4m")
}

@Test(arguments: [
    "", "0", "-1", "raw", "y4m", "raw:", "y4m:", "test:", "test:0x0", "test:1920x1080@0", "test:1920x1080@a",
    "test:99999x1", "test:1920x1080@60:H264", "test:1920x1080@60:NV12:709", "test:NV12:709-limited:more",
    "raw:a.yuv", "raw:a.yuv:640x480:NV12", "raw:a.yuv:640x480@30", "raw:a.yuv:640x480@30:H264",
    "raw::640x480@30:NV12", "raw:a.yuv:640x480@30:NV12:red", "raw:a.yuv:x480@30:NV12",
    "raw:a:640x480@30:NV12:709-full:x",
])
func wrongTextsGetOneSentence(text: String) throws {
    let sentence = try #require(failure(text), "\(text) was taken")
    #expect(sentence.count > 20 && !sentence.hasSuffix(".") && !sentence.contains("\n"))
}

@Test func sentencesSayTheRightForm() {
    #expect(failure("raw:a.yuv:640x480@30:XYZ")?.contains("raw:PATH:1920x1080@60:NV12") == true)
    #expect(failure("test:1920x1080@60:XYZ")?.contains("NV12, YUYV") == true)
    #expect(failure("test:1920x1080@60:NV12:pink")?.contains("-limited or -full") == true)
    #expect(failure("0")?.contains("counted from 1") == true)
}

@Test func filesAreTakenForNoCameras() throws {
    #expect(try Source(parsing: "./a:b.Y4M") == .y4m(Y4MOptions(path: "./a:b.Y4M")))
    #expect(
        try Source(parsing: "a.y4m:709-full")
            == .y4m(Y4MOptions(path: "a.y4m", color: ColorDescription(named: "709-full"))))
    let file = NSTemporaryDirectory() + "file-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let others = ["/tmp", ".", "./", "picture.jpg", "clip.nv12", "nix/nix", "~/x", "-"]
    for text in [file, "./recording.yuv", "/home/me/stream.mjpg", "photos/a.jpg"] + others {
        let sentence = try #require(failure(text), "\(text)")
        for form in ["raw:PATH", "y4m:PATH", "movie:PATH", text] {
            #expect(sentence.contains(form), "\(sentence)")
        }
    }
    for camera in [
        "/dev/v4l/by-id/usb-Cam.1.2", "Camera 2.0", "usb-0000:00:14.0-1", "A/B Camera", "/nowhere/video0",
    ] {
        guard case .camera = try Source(parsing: camera) else {
            Issue.record("\(camera) is no camera")
            continue
        }
    }
}

@Test func moviesAreNamedByWordOrEnding() throws {
    let limited709 = ColorDescription(matrix: .bt709, range: .limited)
    let cases: [(String, MovieOptions)] = [
        ("movie:a", MovieOptions(path: "a")),
        ("movie:/a/b:c.avi", MovieOptions(path: "/a/b:c.avi")),
        ("a.mp4", MovieOptions(path: "a.mp4")),
        ("/dev/shm/A.WebM", MovieOptions(path: "/dev/shm/A.WebM")),
        ("a.mkv:once", MovieOptions(path: "a.mkv", loops: false)),
        ("a.mov:709-limited:once", MovieOptions(path: "a.mov", loops: false, color: limited709)),
        ("movie:once", MovieOptions(path: "once")),
    ]
    for (text, options) in cases { #expect(try Source(parsing: text) == .movie(options), "\(text)") }
    #expect(try Source(parsing: "/dev/video0") == .camera(.path("/dev/video0")))
    #expect(failure("movie")?.contains("movie:PATH") == true)
    #expect(failure("movie:")?.contains("movie:PATH") == true)
    #expect(try Source(parsing: "a/b.mp4").name == "b.mp4")
}
