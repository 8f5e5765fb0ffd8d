import Filters
import Testing

/// What operations keep from frame to frame; the cases 23 and 24 of feedback and timing.
@Suite struct FeedbackTests {
    let studio: FilterStudio
    let frames = (0..<5).map { TestPicture.noise(UInt64($0 + 1)).withAlpha(255) }

    init() throws { studio = try FilterStudio() }

    /// The first picture of an operation that remembers, as it must be of the first frame.
    static let beginnings: [(name: String, settings: [String: [Float]], isBlack: Bool)] = [
        ("LowPassFilter", [:], false), ("LowPassFilter", ["strength": [1]], false),
        ("HighPassFilter", [:], true), ("ImageBuffer", ["bufferSize": [3]], false),
        ("MotionDetector", [:], false),
    ]

    @Test(arguments: beginnings)
    func theFirstFrameIsDefined(name: String, settings: [String: [Float]], isBlack: Bool) throws {
        let wanted = isBlack ? TestPicture.color(0, 0, 0) : frames[0]
        // Memory that another operation has left full is nobody else's.
        for _ in 0..<5 {
            #expect(try studio.run(name, [frames[0]], settings) == wanted)
            #expect(try studio.run(name, [frames[1]], settings) == (isBlack ? wanted : frames[1]))
        }
    }

    @Test func anotherOperationAtTheSamePlaceRemembersNothing() throws {
        let source = try studio.source(frames[0])
        for number in 0..<20 {
            let filter = LowPassFilter()
            filter.strength = 1
            let frame = frames[number % frames.count]
            try source.setPicture(frame.bytes, width: frame.width, height: frame.height)
            #expect(try studio.picture(of: source --> filter) == frame)
            filter.removeSources()
        }
    }

    @Test func aMeanFollowsItsDefinition() throws {
        let source = try studio.source(frames[0])
        let mean = source --> LowPassFilter()
        var wanted = frames[0].bytes.map(Double.init)
        for frame in frames {
            try source.setPicture(frame.bytes, width: frame.width, height: frame.height)
            wanted = zip(wanted, frame.bytes).map { ($0 + Double($1)) / 2 }
            let found = try studio.picture(of: mean)
            #expect(zip(found.bytes, wanted).allSatisfy { abs(Double($0) - $1) <= 0.75 })
        }
    }

    @Test func aPictureThatIsTurnedRemembersNothingOfTheOneBefore() throws {
        let wide = TestPicture.noise(7).withAlpha(255)
        let high = TestPicture(width: wide.height, height: wide.width, bytes: wide.bytes)
        let source = try studio.source(wide)
        let filter = LowPassFilter()
        filter.strength = 1
        source --> filter
        for picture in [wide, high, wide] {
            try source.setPicture(picture.bytes, width: picture.width, height: picture.height)
            #expect(try studio.picture(of: filter) == picture)
        }
    }

    @Test func aDelayIsSoManyFrames() throws {
        let source = try studio.source(frames[0])
        let delay = ImageBuffer()
        delay.bufferSize = 2
        source --> delay
        for (number, frame) in frames.enumerated() {
            try source.setPicture(frame.bytes, width: frame.width, height: frame.height)
            #expect(try studio.picture(of: delay) == frames[max(0, number - 2)])
        }
    }

    @Test func whatIsRememberedSurvivesAnEditElsewhere() throws {
        let source = try studio.source(frames[0])
        let delay = ImageBuffer()
        source --> delay
        _ = try studio.picture(of: delay)
        let inversion = ColorInversion()
        let last = delay --> SepiaToneFilter()
        try delay.insert(inversion)
        try source.setPicture(frames[1].bytes, width: 37, height: 23)
        let wanted = try FilterStudio().run([ColorInversion(), SepiaToneFilter()], frames[0])
        #expect(try studio.picture(of: last) == wanted)
    }

    /// A still picture over a video: each frame shows at once, however long the still one stays.
    @Test func aStillPictureLeavesAVideoItsTiming() throws {
        let elsewhere = try FilterStudio()
        for isVideoFirst in [true, false] {
            let (still, video) = (try studio.source(frames[4]), try studio.source(frames[0]))
            let blend = DissolveBlend()
            for source in isVideoFirst ? [video, still] : [still, video] { source --> blend }
            for frame in frames {
                try video.setPicture(frame.bytes, width: frame.width, height: frame.height)
                let pair = isVideoFirst ? [frame, frames[4]] : [frames[4], frame]
                #expect(try studio.picture(of: blend) == elsewhere.run("DissolveBlend", pair))
            }
        }
    }
}
