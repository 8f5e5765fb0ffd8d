import CVulkan
import Frames
import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing
import VulkanCore

/// Recordings in turn, what they keep, and for how long.
@Suite struct CommandRingTests {
    private final class Thing {}

    /// Records, keeps a thing, and submits.
    private func submit(to ring: CommandRing, until gate: Gate? = nil) throws -> Remnant {
        let commands = try ring.begin()
        gate?.close(commands)
        let thing = Thing()
        commands.keep(thing)
        try ring.submit(commands)
        return Remnant(thing)
    }

    private struct Remnant {
        weak var thing: AnyObject?
        init(_ thing: AnyObject) { self.thing = thing }
    }

    @Test func whatIsKeptStaysWhileTheGPUWorks() throws {
        try withValidatedDevice(waitsForEvents: true) { device in
            let ring = try CommandRing(device: device)
            let gate = try Gate(device)
            let first = try submit(to: ring, until: gate)
            let second = try submit(to: ring)
            #expect(first.thing != nil && second.thing != nil)
            try gate.open()
            try ring.waitForAll()
            #expect(first.thing == nil && second.thing == nil)
        }
    }

    @Test func aWaitWithALimitEndsWithTheGPUsWorkOrAtTheLimit() throws {
        try withValidatedDevice(waitsForEvents: true) { device in
            let ring = try CommandRing(device: device)
            #expect(try ring.waitForAll(until: 0), "nothing was submitted")
            let gate = try Gate(device)
            let first = try submit(to: ring, until: gate)
            let second = try submit(to: ring)
            let start = MonotonicClock.now()
            #expect(try !ring.waitForAll(until: start + 20_000_000))
            #expect(MonotonicClock.now() >= start + 20_000_000)
            #expect(try !ring.waitForAll(until: 0), "a limit that is over")
            #expect(first.thing != nil && second.thing != nil)
            try gate.open()
            #expect(try ring.waitForAll(until: .max))
            #expect(first.thing == nil && second.thing == nil)
            // Both turns come again.
            for _ in 0..<3 { _ = try submit(to: ring) }
            #expect(try ring.waitForAll(until: .max))
        }
    }

    @Test func waitingForOneLeavesWhatCameLater() throws {
        try withValidatedDevice(waitsForEvents: true) { device in
            let ring = try CommandRing(device: device)
            let gate = try Gate(device)
            let first = try submit(to: ring)
            let second = try submit(to: ring, until: gate)
            try ring.wait(for: 1)
            #expect(first.thing == nil && second.thing != nil)
            try gate.open()
            try ring.wait(for: 2)
            #expect(second.thing == nil)
        }
    }

    @Test func aRecordingThatIsNotSubmittedIsLostWithThoseInARow() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            func record(submits: Bool) throws -> UInt64 {
                let commands = try ring.begin()
                if submits { try ring.submit(commands) }
                return commands.recording
            }
            let first = try record(submits: true)
            let lost = [try record(submits: false), try record(submits: false)]
            let last = try record(submits: true)
            #expect(Set([first, last] + lost).count == 4)
            for recording in lost { #expect(ring.wasLost(recording) && !ring.wasSubmitted(recording)) }
            for recording in [first, last] {
                #expect(!ring.wasLost(recording) && ring.wasSubmitted(recording))
            }
            let next = try record(submits: false)
            #expect(!ring.wasSubmitted(next))
            _ = try record(submits: true)
            #expect(ring.wasLost(next) && !ring.wasLost(last))
        }
    }

    @Test func aTurnComesAgainWhenTheGPUIsDone() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            #expect(ring.slotCount == 2 && ring.nextSlot == 0)
            let first = try submit(to: ring)
            #expect(ring.nextSlot == 1)
            let second = try submit(to: ring)
            #expect(ring.nextSlot == 0)
            try ring.waitForSlot()
            #expect(first.thing == nil)
            let third = try ring.begin()
            #expect(third.number == 3)
            try ring.submit(third)
            try ring.waitForAll()
            #expect(second.thing == nil)
        }
    }

    @Test func aNumberThatWasNeverSubmittedIsDone() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            try ring.wait(for: 0)
            try ring.wait(for: 99)
            let only = try submit(to: ring)
            try ring.wait(for: 99)
            #expect(only.thing == nil)
        }
    }

    @Test func aRecordingThatWasNotSubmittedIsTakenUpAnew() throws {
        try withValidatedDevice { device in
            let ring = try CommandRing(device: device)
            weak var dropped: Thing?
            do {
                let thing = Thing()
                dropped = thing
                try ring.begin().keep(thing)
            }
            #expect(dropped != nil)
            let again = try ring.begin()
            #expect(dropped == nil && again.number == 1)
            try ring.submit(again)
            try ring.waitForAll()
        }
    }

    @Test func aFramesBufferGoesBackWhenTheGPUIsDone() throws {
        try withValidatedDevice(waitsForEvents: true) { device in
            let ring = try CommandRing(device: device)
            let gate = try Gate(device)
            let counter = ReturnCounter()
            let commands = try ring.begin()
            gate.close(commands)
            commands.keep(
                TestFrame.make(
                    FrameLayout(format: .grey, size: PixelSize(width: 4, height: 4)), recycler: counter))
            try ring.submit(commands)
            #expect(counter.count == 0)
            try gate.open()
            try ring.waitForAll()
            #expect(counter.count == 1)
        }
    }

    @Test func theEndOfTheRingWaitsForTheGPU() throws {
        // The validation layer reports what is destroyed while it is in use.
        try withValidatedDevice { device in
            for _ in 0..<10 {
                let ring = try CommandRing(device: device)
                _ = try submit(to: ring)
                _ = try submit(to: ring)
            }
        }
    }

    // MARK: - A device that hangs

    /// Calls a test with a device that is given up in it, which is told.
    private static func withDeviceThatHangs(_ body: (VulkanDevice) throws -> Void) throws {
        try withValidatedInstance(windowSystem: false, waitsForEvents: true) { instance, _ in
            let lines = LogLines()
            let device = try VulkanDevice(instance: instance, logger: lines.logger)
            try body(device)
            #expect(lines.lines.filter { $0.contains("is given up") }.count == 1, "\(lines.lines)")
        }
    }

    /// Looks at what is left of a ring on a device that was given up, and lets the device go on.
    private func expectGivenUp(_ device: VulkanDevice, _ ring: CommandRing, _ gate: Gate) throws {
        #expect(device.isGivenUp)
        let error = #expect(throws: VulkanError.self) { _ = try ring.begin() }
        #expect(error?.kind == .deviceLost && error?.isTimeout == true)
        // Nobody waits any more.
        device.patience = 60_000_000_000
        device.waitUntilIdle()
        #expect(throws: VulkanError.self) { try ring.waitForAll() }
        try gate.open()
    }

    /// Has a device that hangs given up, by a wait in vain, and looks at what is left, which the device may still use.
    private func giveUp(_ wait: (VulkanDevice, CommandRing) throws -> Void) throws {
        // The validation layer reports what is destroyed while it is in use.
        try Self.withDeviceThatHangs { device in
            let gate = try Gate(device)
            device.patience = 50_000_000
            let remnant: Remnant
            do {
                let ring = try CommandRing(device: device)
                remnant = try submit(to: ring, until: gate)
                try wait(device, ring)
                try expectGivenUp(device, ring, gate)
            }
            #expect(remnant.thing != nil)
        }
    }

    @Test func aDeviceThatDoesNotAnswerInTimeIsGivenUp() throws {
        try giveUp { _, ring in
            let error = #expect(throws: VulkanError.self) { try ring.waitForAll() }
            #expect(error?.kind == .deviceLost && error?.isTimeout == true)
        }
    }

    @Test func aDeviceThatHangsAtItsEndIsGivenUp() throws {
        try giveUp { device, _ in device.waitUntilIdle() }
    }

    @Test func aDeviceForWhichNobodyWaitsIsAskedOnceItsTimeIsOver() throws {
        try Self.withDeviceThatHangs { device in
            let gate = try Gate(device)
            let ring = try CommandRing(device: device)
            #expect(ring.patienceEnd == nil)
            _ = try submit(to: ring)
            let end = try #require(ring.patienceEnd)
            device.waitUntilIdle()
            try ring.checkPatience(at: end - 1)
            #expect(ring.patienceEnd == end)
            try ring.checkPatience(at: end)
            #expect(ring.patienceEnd == nil)
            // What is submitted next has its own time.
            _ = try submit(to: ring, until: gate)
            let next = try #require(ring.patienceEnd)
            #expect(next >= end)
            try ring.checkPatience(at: next - 1)
            #expect(!device.isGivenUp)
            let error = #expect(throws: VulkanError.self) { try ring.checkPatience(at: next) }
            #expect(error?.kind == .deviceLost && error?.isTimeout == true)
            try expectGivenUp(device, ring, gate)
        }
    }
}

/// Holds the GPU's work up until the test opens it (`VkEvent`).
private final class Gate {
    private let device: VulkanDevice
    private var event: VkEvent?

    init(_ device: VulkanDevice) throws {
        self.device = device
        var info = VkEventCreateInfo()
        info.sType = VK_STRUCTURE_TYPE_EVENT_CREATE_INFO
        #expect(vkCreateEvent(device.raw, &info, nil, &event) == VK_SUCCESS)
    }

    deinit { if !device.isGivenUp { vkDestroyEvent(device.raw, event, nil) } }

    /// Lets nothing that is recorded afterwards pass.
    func close(_ commands: Commands) {
        let stage = VkPipelineStageFlags(VK_PIPELINE_STAGE_HOST_BIT.rawValue)
        vkCmdWaitEvents(commands.raw, 1, &event, stage, stage, 0, nil, 0, nil, 0, nil)
    }

    func open() throws { #expect(vkSetEvent(device.raw, event) == VK_SUCCESS) }
}
