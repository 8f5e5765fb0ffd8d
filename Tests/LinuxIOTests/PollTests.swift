import LinuxIO
import Testing

@Test func pollTellsWhichDescriptorsAreReady() throws {
    let (quiet, loud) = (try Wakeup(), try Wakeup())
    loud.ring()
    let entries = [Poll.Entry(quiet.descriptor, .readable), Poll.Entry(loud.descriptor, .readable)]
    var list = Poll.List(entries[0], entries[1])
    try list.wait()
    #expect(list[0] == [] && list[1] == .readable)
    let pair = try Poll.wait(for: entries[1], and: entries[0])
    #expect(pair.0 == .readable && pair.1 == [])
}

@Test func pollEndsAtItsDeadline() throws {
    let bell = try Wakeup()
    let entry = Poll.Entry(bell.descriptor, .readable)
    let start = MonotonicClock.now()
    #expect(try Poll.wait(for: entry, until: start + 20_000_000) == [])
    #expect(try Poll.wait(for: entry, and: entry, until: start + 40_000_000) == ([], []))
    #expect(MonotonicClock.now() >= start + 40_000_000)
    // A deadline that has passed looks once and does not wait.
    #expect(try Poll.wait(for: entry, until: start) == [])
}

@Test func closedPipeHangsUp() throws {
    var pipe = Optional(try Pipe())
    let reader = dupOfReader(&pipe)
    pipe = nil
    #expect(try Poll.wait(for: Poll.Entry(reader.number, .readable)) == .hangUp)
}

private func dupOfReader(_ pipe: inout Pipe?) -> Descriptor {
    Descriptor(owning: duplicate(pipe?.reader.number ?? -1))
}
