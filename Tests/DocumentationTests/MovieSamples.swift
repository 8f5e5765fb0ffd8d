import Capture
import FilterMovies
import Filters
import Foundation
import Frames
import LinuxIO
import Logging
import Movies
import Synchronization
import Testing

extension Samples {
    /// The samples about movies, as they are printed.
    @Suite struct MovieSamples {
        private let place: Workplace

        init() throws { place = try Workplace() }

        @Test func reading() throws {
            let logger = place.logger
            try place.makeMovie("holiday.mp4")
            let reader = try MovieReader(path: "holiday.mp4", logger: logger)
            while case .picture(let picture) = try reader.next() {
                print(picture.position, picture.track.size, picture.track.rotation)
            }
            #expect(reader.duration ?? 0 > 500_000_000)
        }

        @Test func writing() throws {
            let logger = place.logger
            let frames = (0..<5).map(place.frame)
            let writer = try MovieWriter(path: "camera.mp4", logger: logger) { error in
                print(error)
            }
            for frame in frames { writer.append(frame) }
            let statistics = try writer.finish()
            print(statistics.taken, statistics.dropped)
            #expect(try place.pictures(of: "camera.mp4") == 5)
        }

        @Test func intoAMovie() throws {
            let (context, logger) = (place.context, place.logger)
            let camera = FrameInput(context: context)
            let slot = FrameOutput()
            let count = Mutex(0)
            func isWanted() -> Bool {
                let number = count.withLock {
                    $0 += 1
                    return $0
                }
                if number <= 6 { slot.publish(place.frame(number)) }
                return number <= 6
            }
            let recording = try MovieOutput(path: "camera.mp4", logger: logger)
            camera --> SepiaToneFilter() --> recording
            while isWanted() {
                guard let frame = slot.take() else { continue }
                try camera.setFrame(frame)
                try context.run([recording])
            }
            try recording.finish()
            #expect(try place.pictures(of: "camera.mp4") == 6)
        }

        @Test func outOfAMovieAsItPlays() throws {
            let context = place.context
            let path = "holiday.mp4"
            try place.makeMovie(path)
            let moments = Mutex<[Int64]>([])
            let output = PixelOutput { picture in
                moments.withLock { $0.append(picture.timestamp?.nanoseconds ?? 0) }
            }
            // More than the movie has: it starts again.
            func isWanted() -> Bool { moments.withLock { $0.count } < 30 }
            let slot = FrameOutput()
            let arrival = try Wakeup()
            slot.onArrival { arrival.ring() }
            let session = CaptureSession(try Source(parsing: "movie:\(path)"), outputs: [slot])
            session.start { result in
                if case .failure(let fault) = result { print(fault) }
            }
            let movie = FrameInput(context: context)
            movie --> GaussianBlur() --> output
            while isWanted() {
                arrival.wait(until: MonotonicClock.now() + 1_000_000_000)
                guard let frame = slot.take() else { continue }
                try movie.setFrame(frame)
                try context.run([output])
            }
            session.stop()
            let found = moments.withLock { $0 }
            for (one, next) in zip(found, found.dropFirst()) { #expect(next - one > 30_000_000) }
        }

        @Test func aCamera() throws {
            let slot = FrameOutput()
            let session = CaptureSession(try Source(parsing: "/dev/video0"), outputs: [slot])
            session.start { result in
                if case .failure(let fault) = result { print(fault) }
            }
            #expect(session.stop())
        }
    }
}
