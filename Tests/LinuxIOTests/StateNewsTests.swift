import LinuxIO
import Synchronization
import Testing

private final class Observer: Sendable {
    let told = Mutex<[Int]>([])

    func follow(_ news: StateNews<Int>) {
        news.observe(by: self) { state in self.told.withLock { $0.append(state) } }
    }
}

@Test func statesOfSeveralThreadsAreToldInTheirOrder() throws {
    let news = StateNews(0)
    let observer = Observer()
    observer.follow(news)
    let count = Mutex(0)
    let ends = try (0..<3).map { _ in try Gate() }
    for end in ends {
        _ = try SystemThread(name: "states") {
            for _ in 0..<2000 {
                count.withLock { count in
                    count += 1
                    news.enter(count)
                }
                news.tell()
            }
            end.open()
        }
    }
    for end in ends { #expect(end.wait(until: MonotonicClock.now() + 60_000_000_000)) }
    #expect(observer.told.withLock { $0 } == Array(1...6000))
    news.observe(by: observer, nil)
}

@Test func aClosureMayGoIntoAStateAndEveryoneHearsInOrder() {
    let news = StateNews(0)
    let observers = (0..<2).map { _ in Observer() }
    for observer in observers { observer.follow(news) }
    news.observe(by: news) { [unowned news] state in
        guard state < 5 else { return }
        news.enter(state + 1)
        news.tell()
    }
    news.enter(1)
    news.enter(1)
    news.tell()
    for observer in observers {
        #expect(observer.told.withLock { $0 } == [1, 2, 3, 4, 5])
        news.observe(by: observer, nil)
    }
    #expect(news.state == 5)
}

@Test func afterTheEndStreamsAreOverAndClosuresAreLetGo() async {
    let news = StateNews(0)
    weak var gone: Observer?
    do {
        let observer = Observer()
        gone = observer
        observer.follow(news)
        news.enter(1)
        let before = news.states
        news.finish()
        news.enter(2)
        news.tell()
        #expect(observer.told.withLock { $0 } == [1])
        for stream in [before, news.states] {
            var states: [Int] = []
            for await state in stream { states.append(state) }
            #expect(states == [1])
        }
    }
    #expect(gone == nil)
}
