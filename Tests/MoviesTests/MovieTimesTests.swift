import Testing

@testable import Movies

struct MovieTimesTests {
    private func places(_ times: [Int64]) -> [Int64] {
        var movie = MovieTimes()
        return times.map { time in
            let place = movie.place(of: time * 1_000_000)
            movie.end = place + 40_000_000
            return place / 1_000_000
        }
    }

    @Test(
        arguments: [
            ([500, 540, 580], [500, 540, 580]),
            // All the same, as libav tells those of a GIF.
            ([0, 0, 0, 0], [0, 40, 80, 120]),
            // Fields in pairs keep their pace.
            ([0, 0, 80, 80, 160], [0, 40, 80, 120, 160]),
            // A wrong one moves no other.
            ([0, 80, 40, 160], [0, 80, 120, 160]),
            // The clock of a stream begins again.
            ([90_000, 90_040, 0, 40, 80], [90_000, 90_040, 90_080, 90_120, 90_160]),
        ] as [([Int64], [Int64])])
    func timesThatDoNotGrowAreTheEndOfTheLastPicture(_ told: [Int64], _ expected: [Int64]) {
        #expect(places(told) == expected)
    }
}
