import CVulkan
import LinuxIO
import Logging
import Synchronization
import TestSupport
import Testing
import VulkanCore

@Suite struct DeviceTests {
    private func instance(validation: Bool = false, _ logger: Logger? = nil) throws -> VulkanInstance? {
        do {
            return try VulkanInstance(
                applicationName: "VulkanCoreTests", windowSystem: false, validation: validation,
                logger: logger ?? Logger(label: "test"))
        } catch {
            try Requirement.check(false, "\(error)")
            return nil
        }
    }

    @Test func devicesAreNumberedInTheLoadersOrderAndProcessorsComeLast() throws {
        guard let instance = try instance() else { return }
        let devices = try instance.devices()
        #expect(devices.map(\.index).sorted() == Array(devices.indices))
        let areProcessors = devices.map { $0.kind == .cpu }
        #expect(areProcessors == areProcessors.sorted { !$0 && $1 })
        #expect(devices.allSatisfy { !$0.placeReason.isEmpty && !$0.driver.name.isEmpty })
        #expect(Set(devices.map(\.identity)).count == devices.count)
        // Whoever knows the compositor's device finds the same ones.
        let others = try instance.devices(
            in: DeviceOrder(compositorDevice: DeviceNumber(major: 226, minor: 0)))
        #expect(Set(others.map(\.identity)) == Set(devices.map(\.identity)))
    }

    @Test func aDeviceIsFoundByNumberOrPartOfItsName() throws {
        guard let instance = try instance() else { return }
        let devices = try instance.devices()
        for device in devices {
            #expect(try PhysicalDevice.select("\(device.index)", from: devices).index == device.index)
            let part = String(device.name.uppercased().prefix(6))
            let found = try PhysicalDevice.select(part, from: devices)
            #expect(found.name.uppercased().contains(part))
        }
        #expect(try PhysicalDevice.select(nil, from: devices).identity == devices[0].identity)
    }

    @Test func anUnknownNameIsAnsweredWithTheKnownOnes() throws {
        guard let instance = try instance() else { return }
        let devices = try instance.devices()
        for wish in ["no such card", "99", "-1"] {
            do throws(VulkanError) {
                _ = try VulkanDevice(instance: instance, selecting: wish, logger: Logger(label: "test"))
                Issue.record("\(wish) was found")
            } catch {
                #expect(error.kind == .noDevice)
                #expect(error.advice.contains(wish) && error.advice.contains(devices[0].name))
            }
        }
    }

    @Test func theRingLetsGoWhenTheGPUIsDone() throws {
        final class Thing {}
        guard let instance = try instance() else { return }
        let device = try VulkanDevice(instance: instance, logger: Logger(label: "test"))
        let ring = try CommandRing(device: device)
        weak var thing: Thing?
        let commands = try ring.begin()
        do {
            let strong = Thing()
            thing = strong
            commands.keep(strong)
        }
        #expect(thing != nil)
        try ring.submit(commands)
        try ring.wait(for: commands.number)
        #expect(thing == nil)
    }

    @Test func theRingHasTwoRecordingsUnderWay() throws {
        guard let instance = try instance() else { return }
        let device = try VulkanDevice(instance: instance, logger: Logger(label: "test"))
        let ring = try CommandRing(device: device)
        let made = device.createdObjects
        for number in 1...20 {
            let slot = ring.nextSlot
            let commands = try ring.begin()
            #expect(commands.number == UInt64(number) && slot == (number - 1) % 2)
            try ring.submit(commands)
        }
        #expect(device.createdObjects == made)
    }

    @Test func theValidationLayerIsHeard() throws {
        let sink = Sink()
        try inValidationTurn {
            guard let instance = try instance(validation: true, Logger(label: "test") { _ in sink }) else {
                return
            }
            let device = try VulkanDevice(instance: instance, logger: instance.logger)
            // A buffer without any use is an error by the specification.
            _ = try? MappedBuffer(device: device, count: 16, usage: VkBufferUsageFlagBits(0), isRead: false)
            #expect(sink.lines.contains { $0.contains("VUID-VkBufferCreateInfo") })
        }
    }
}

/// Keeps log lines.
private final class Sink: LogHandler, Sendable {
    private let stored = Mutex<[String]>([])
    var lines: [String] { stored.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .warning }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
    func log(event: LogEvent) { stored.withLock { $0.append("\(event.message)") } }
}
