import Frames
import Testing

@testable import VulkanCore

/// What may be read in place by what is known beforehand.
@Suite struct ImportRuleTests {
    private static let camera = MemoryOrigin.Writer.processor(driver: "uvcvideo")
    private static let shared = ImportKnowledge.Kind.shared(driver: "uvcvideo")

    private func refusal(
        _ writer: MemoryOrigin.Writer = camera, _ kind: ImportKnowledge.Kind = shared, snoops: Bool,
        _ knowledge: [ImportKnowledge.Kind: ImportKnowledge.Verdict] = [:]
    ) -> String? {
        ImportRule.refusal(of: writer, kind, snoops: snoops, knowledge: ImportKnowledge(knowledge))
    }

    @Test func whatTheProcessorWroteIsSharedWithDevicesThatSnoop() {
        #expect(refusal(snoops: true) == nil)
        #expect(
            refusal(snoops: false)
                == "uvcvideo fills it with the processor, and this device is not known to look into its caches"
        )
        #expect(
            refusal(.processor(driver: nil), .shared(driver: nil), snoops: false)?.hasPrefix("the source")
                == true)
    }

    @Test func whatACameraWroteIsSharedWithAll() {
        #expect(refusal(.device(driver: "unicam"), .shared(driver: "unicam"), snoops: false) == nil)
    }

    @Test func aProofCountsAsSnooping() {
        #expect(refusal(snoops: false, [Self.shared: .proven]) == nil)
        #expect(refusal(snoops: false, [.shared(driver: "vivid"): .proven, .pages: .proven]) != nil)
    }

    @Test func whatWasReadWronglyIsNotReadAgain() {
        #expect(refusal(snoops: true, [Self.shared: .refused("stale")]) == "stale")
        #expect(refusal(snoops: true, [.shared(driver: "uvcvideo", isImage: true): .refused("stale")]) == nil)
        #expect(refusal(Self.camera, .pages, snoops: true, [.pages: .refused("stale")]) == "stale")
    }

    @Test func pagesAreLentToDevicesThatSnoopAndTheDevicesOwnMemoryIsItsOwn() {
        #expect(refusal(.processor(driver: nil), .pages, snoops: false)?.hasPrefix("the source") == true)
        #expect(refusal(.processor(driver: nil), .pages, snoops: false, [.pages: .proven]) == nil)
        #expect(refusal(.device(driver: "unicam"), .pages, snoops: false) == nil)
        #expect(refusal(Self.camera, .own, snoops: false) == nil)
    }

    @Test func whatOneDriverDoesToItsPagesSaysNothingOfAnothers() {
        let seen: [ImportKnowledge.Kind: ImportKnowledge.Verdict] = [
            .driverPages("v4l2loopback"): .refused("overwritten")
        ]
        #expect(
            refusal(.processor(driver: "v4l2loopback"), .driverPages("v4l2loopback"), snoops: true, seen)
                == "overwritten")
        #expect(refusal(Self.camera, .driverPages("uvcvideo"), snoops: true, seen) == nil)
        #expect(refusal(.processor(driver: nil), .pages, snoops: true, seen) == nil)
    }

    @Test func aVerdictOnPagesStandsForThoseOfDriversOfWhichNothingIsKnown() {
        let kind = ImportKnowledge.Kind.driverPages("uvcvideo")
        #expect(refusal(Self.camera, kind, snoops: false) != nil)
        #expect(refusal(Self.camera, kind, snoops: false, [.pages: .proven]) == nil)
        #expect(refusal(Self.camera, kind, snoops: true, [.pages: .refused("stale")]) == "stale")
        #expect(refusal(Self.camera, kind, snoops: false, [.pages: .refused("stale"), kind: .proven]) == nil)
    }

    @Test func onlyProcessorsHaveMemoryForCamerasDrivers() {
        #expect(VulkanFrameMemory.provisionRefusal(isCPU: true) == nil)
        #expect(
            VulkanFrameMemory.provisionRefusal(isCPU: false)
                == "cameras' drivers do not fill memory of graphics cards")
    }
}
