import Testing

@testable import Viewfinder

/// The rules by which the doctor reads a report.
@Suite struct DoctorFindingsTests {
    @Test func callbacksThatNeverCameAreToldByMode() {
        let findings = DoctorFindings.missedCallbacks(["mailbox": 0, "fifo": 2])
        #expect(findings.map(\.fault) == ["callbackLost"])
        #expect(findings.first?.sentence.contains("by fifo: 2") == true)
    }
}
