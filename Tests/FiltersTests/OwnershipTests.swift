import Filters
import Synchronization
import Testing

/// Consumers keep their sources, never the other way round, and a context keeps nothing.
@Suite struct OwnershipTests {
    let studio: FilterStudio
    let picture = TestPicture.noise(1)

    init() throws { studio = try FilterStudio() }

    /// What is still there of what was noted.
    private final class Remnants {
        private struct Reference { weak var object: AnyObject? }
        private var references: [Reference] = []

        func note(_ objects: AnyObject...) { references += objects.map { Reference(object: $0) } }
        var names: [String] { references.compactMap { $0.object.map { "\(type(of: $0))" } } }
    }

    @Test func everythingGoesWithTheLastConsumer() throws {
        let remnants = Remnants()
        for _ in 0..<2 {
            let source = try studio.source(picture)
            let (blur, blend, group, mean) = (
                GaussianBlur(), ScreenBlend(), OperationGroup(), LowPassFilter()
            )
            let inner = SepiaToneFilter()
            group.configureGroup { $0 --> inner --> $1 }
            source --> blur --> blend
            let last = source --> group --> mean --> blend --> ImageRelay()
            remnants.note(source, blur, blend, group, mean, inner, last)
            _ = try studio.picture(of: last)
            #expect(remnants.names.count == 7)
        }
        #expect(remnants.names.isEmpty, "\(remnants.names)")
    }

    @Test func aSourceDoesNotKeepWhatItFeeds() throws {
        let source = try studio.source(picture)
        let remnants = Remnants()
        do {
            let chain = source --> ColorInversion() --> SepiaToneFilter()
            remnants.note(chain)
            _ = try studio.picture(of: chain)
        }
        #expect(remnants.names.isEmpty, "\(remnants.names)")
        #expect(source.output.consumers.isEmpty)
        #expect(try studio.picture(of: source) == picture)
    }

    @Test func aConsumerKeepsWhatFeedsIt() throws {
        let last = SepiaToneFilter()
        do { try studio.source(picture) --> ColorInversion() --> last }
        #expect(try studio.picture(of: last) == studio.run([ColorInversion(), SepiaToneFilter()], picture))
    }

    @Test func whatIsTakenOutGoes() throws {
        let remnants = Remnants()
        let last = SepiaToneFilter()
        let source = try studio.source(picture)
        source --> last
        do {
            let blur = GaussianBlur()
            try source.insert(blur)
            remnants.note(blur)
            _ = try studio.picture(of: last)
            blur.removeFromChain()
            _ = try studio.picture(of: last)
        }
        #expect(remnants.names.isEmpty, "\(remnants.names)")
    }

    @Test func operationsWithCallbacksGo() throws {
        let remnants = Remnants()
        let calls = Mutex(0)
        do {
            let histogram = HistogramExtractor()
            histogram.histogramCallback = { _ in calls.withLock { $0 += 1 } }
            try studio.source(picture) --> histogram
            remnants.note(histogram)
            _ = try studio.picture(of: histogram)
        }
        #expect(calls.withLock { $0 } == 1)
        #expect(remnants.names.isEmpty, "\(remnants.names)")
    }
}
