import Testing
import VulkanView

@Suite struct PresentationPolicyTests {
    @Test func fifoIsChosenOnlyWhereItCannotBlock() {
        for hasFifo in [false, true] {
            for version in 0...3 {
                let policy = PresentationPolicy(hasFifo: hasFifo, presentationVersion: version)
                let choice = policy.choose(from: [.mailbox, .fifo])
                #expect(choice.mode == (hasFifo && version >= 2 ? .fifo : .mailbox))
                #expect(!choice.reason.isEmpty)
            }
        }
    }

    @Test func whatTheDriverDoesNotOfferIsNotChosen() {
        let best = PresentationPolicy(hasFifo: true, presentationVersion: 2)
        #expect(best.choose(from: [.mailbox]).mode == .mailbox)
        // Every driver has FIFO; without mailbox it is all there is.
        #expect(PresentationPolicy().choose(from: [.fifo]).mode == .fifo)
    }
}
