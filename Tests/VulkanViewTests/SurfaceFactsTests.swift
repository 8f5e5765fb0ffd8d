import CVulkan
import Frames
import Testing
import VulkanCore

@testable import VulkanView

/// What is made of a surface's abilities: the number, the uses and the size of images.
@Suite struct SurfaceFactsTests {
    private func facts(
        isMesa: Bool = true, _ change: (inout VkSurfaceCapabilitiesKHR) -> Void = { _ in }
    ) -> SurfaceFacts {
        var capabilities = VkSurfaceCapabilitiesKHR()
        capabilities.minImageCount = 2
        capabilities.currentExtent = VkExtent2D(width: .max, height: .max)
        capabilities.minImageExtent = VkExtent2D(width: 1, height: 1)
        capabilities.maxImageExtent = VkExtent2D(width: 4096, height: 4096)
        capabilities.supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR.rawValue
        capabilities.supportedUsageFlags =
            VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue | VK_IMAGE_USAGE_TRANSFER_DST_BIT.rawValue
        change(&capabilities)
        return SurfaceFacts(
            format: VkSurfaceFormatKHR(), modes: [.mailbox], capabilities: capabilities, isMesa: isMesa)
    }

    @Test func mailboxHasAnImageThatIsFreeAndFifoNoMoreThanItShows() {
        #expect(facts().imageCount(for: .fifo) == 2)
        #expect(facts().imageCount(for: .mailbox) == 3)
        // Mesa adds its own; others take the number as it is.
        #expect(facts(isMesa: false).imageCount(for: .mailbox) == 4)
        #expect(facts(isMesa: false).imageCount(for: .fifo) == 2)
    }

    @Test(arguments: PresentationMode.allCases)
    func theNumberOfImagesIsWithinTheDriversLimits(mode: PresentationMode) {
        #expect(facts { $0.minImageCount = 5 }.imageCount(for: mode) == 5)
        #expect(
            facts(isMesa: false) { ($0.minImageCount, $0.maxImageCount) = (2, 3) }.imageCount(for: mode) <= 3)
    }

    @Test func alphaIsIgnoredWhereThatCanBeHadAndElseTakenAsItComes() {
        let all: [VkCompositeAlphaFlagBitsKHR] = [
            VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
            VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR, VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR,
        ]
        for first in all.indices {
            let offered = all[first...].reduce(0) { $0 | $1.rawValue }
            #expect(facts { $0.supportedCompositeAlpha = offered }.compositeAlpha == all[first])
        }
    }

    @Test func imagesThatTakeNoCopiesAreDrawnByShaders() throws {
        let poor = facts { $0.supportedUsageFlags = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue }
        #expect(poor.imageUsage == VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT.rawValue)
        for path in DrawPath.allCases {
            #expect(try facts().choose((path, "best"), isWished: true).path == path)
            let choice = try poor.choose((path, "best"), isWished: false)
            #expect(choice.path == .fragment)
            #expect(choice.reason == (path == .fragment ? "best" : "the window's images take no copies"))
            guard path != .fragment else { continue }
            #expect(throws: VulkanError.self) { try poor.choose((path, "wished"), isWished: true) }
        }
    }

    @Test func imagesAreAsLargeAsTheWindowWithinTheLimits() {
        let own = facts().extent(for: PixelSize(width: 640, height: 5000))
        #expect(own.width == 640 && own.height == 4096)
        // A surface that has a size of its own keeps it.
        let fixed = facts { $0.currentExtent = VkExtent2D(width: 800, height: 600) }
        #expect(fixed.extent(for: PixelSize(width: 640, height: 480)).width == 800)
    }
}
