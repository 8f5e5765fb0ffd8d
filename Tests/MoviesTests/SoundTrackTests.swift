import Testing

@testable import Movies

/// The sound of a movie, sample by sample.
struct SoundTrackTests {
    private let second: Int64 = 1_000_000_000

    /// Pairs whose both numbers are 1.
    private func loud(_ count: Int) -> [Float] { [Float](repeating: 1, count: 2 * count) }

    /// The lengths of a sound's runs of equal pairs.
    private func runs(_ samples: [Float]) -> [(isLoud: Bool, count: Int)] {
        var runs: [(isLoud: Bool, count: Int)] = []
        for pair in 0..<samples.count / 2 {
            #expect(samples[2 * pair] == samples[2 * pair + 1])
            let isLoud = samples[2 * pair] != 0
            if runs.last?.isLoud == isLoud {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((isLoud, 1))
            }
        }
        return runs
    }

    @Test func silenceIsWhereNothingWasHeard() {
        var track = SoundTrack()
        track.add(loud(480), at: second)
        track.add(loud(480), at: 2 * second)
        let sound = runs(track.take(until: 3 * second))
        #expect(sound.map(\.count) == [48000, 480, 47520, 480, 47520])
        #expect(sound.map(\.isLoud) == [false, true, false, true, false])
    }

    @Test func whatIsTakenFollowsWhatWasTakenBefore() {
        var track = SoundTrack()
        for part in 1...100 {
            let end = Int64(part) * 33_333_333
            #expect(track.taken == (end - 33_333_333) * 48 / 1_000_000)
            #expect(
                track.take(until: end).count == 2
                    * Int(SoundTrack.pair(at: end) - SoundTrack.pair(at: end - 33_333_333)))
        }
    }

    @Test func piecesOfAClockThatDriftsFollowEachOther() {
        var track = SoundTrack()
        // Ten seconds, a thousandth too slow.
        for piece in 0..<1000 { track.add(loud(480), at: Int64(piece) * 10_010_000) }
        #expect(runs(track.take(until: 0)).map(\.count) == [480_000])
    }

    @Test func aPieceThatComesTooLateLosesItsBeginning() {
        var track = SoundTrack()
        #expect(track.take(until: second).count == 96000)
        track.add(loud(9600), at: second * 9 / 10)
        #expect(runs(track.take(until: second)).map(\.count) == [4800])
        track.add(loud(480), at: 0)
        #expect(track.take(until: second).isEmpty)
    }

    @Test func aMomentOfAnotherClockIsNoReasonForHoursOfSilence() {
        var track = SoundTrack()
        track.add(loud(480), at: .max)
        track.add(loud(480), at: .min)
        track.add(loud(480), at: 3600 * second)
        #expect(track.end == 0)
    }

    @Test func positionsAndPairsAreTheSamePlace() {
        for pair in [0, 1, 47_999, 48_000, 48_001, 3600 * 48_000 + 7] as [Int64] {
            let position = Int64(SoundTrack.position(of: pair))
            #expect([pair - 1, pair].contains(SoundTrack.pair(at: position)))
            #expect(SoundTrack.pair(at: position + 1) == pair)
        }
    }
}
