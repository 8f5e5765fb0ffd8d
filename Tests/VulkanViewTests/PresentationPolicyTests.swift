import Testing
import VulkanCore
import VulkanView

@Suite struct PresentationPolicyTests {
    /// Mesa's version as its drivers count it (`VK_MAKE_VERSION`).
    private func mesa(_ major: UInt32, _ minor: UInt32) -> DriverIdentity {
        DriverIdentity(name: "radv", version: major << 22 | minor << 12, isMesa: true)
    }

    /// A compositor for which earlier runs speak.
    private func policy(hasFifo: Bool = true, presentationVersion: Int = 2) -> PresentationPolicy {
        var policy = PresentationPolicy(hasFifo: hasFifo, presentationVersion: presentationVersion)
        policy.mayUseFifo = true
        return policy
    }

    @Test func fifoIsChosenOnlyWhereItCannotBlock() {
        for hasFifo in [false, true] {
            for version in 0...3 {
                let policy = policy(hasFifo: hasFifo, presentationVersion: version)
                let choice = policy.choose(from: [.mailbox, .fifo], by: mesa(25, 0))
                #expect(choice.mode == (hasFifo && version >= 2 ? .fifo : .mailbox))
                #expect(!choice.reason.isEmpty)
            }
        }
    }

    @Test func fifoIsChosenOnlyWhereEarlierRunsSpeakForIt() {
        var policy = policy()
        var reasons: Set<String> = []
        for verdict in [nil, false, true] {
            policy.mayUseFifo = verdict
            let choice = policy.choose(from: [.mailbox, .fifo], by: mesa(25, 0))
            #expect(choice.mode == (verdict == true ? .fifo : .mailbox))
            reasons.insert(choice.reason)
        }
        #expect(reasons.count == 3)
    }

    @Test func aDriverThatIsNotKnownToUseFifoGetsMailbox() {
        let policy = policy()
        let nvidia = DriverIdentity(name: "NVIDIA", version: .max)
        for driver in [mesa(24, 3), mesa(22, 3), mesa(0, 1), nvidia] {
            let choice = policy.choose(from: [.mailbox, .fifo], by: driver)
            #expect(choice.mode == .mailbox)
            #expect(choice.reason.contains(driver.name))
        }
        for driver in [mesa(25, 0), mesa(25, 2), mesa(26, 0)] {
            #expect(policy.choose(from: [.mailbox, .fifo], by: driver).mode == .fifo)
        }
    }

    @Test func whatTheDriverDoesNotOfferIsNotChosen() {
        let best = policy()
        #expect(best.choose(from: [.mailbox], by: mesa(25, 0)).mode == .mailbox)
        // Every driver has FIFO; without mailbox it is all there is.
        #expect(PresentationPolicy().choose(from: [.fifo], by: mesa(22, 3)).mode == .fifo)
    }
}
