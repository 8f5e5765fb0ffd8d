import Faults
import Testing

/// The sample of the article on faults.
struct FaultSamples {
    @Test func theTable() {
        for fault in Fault.table {
            print(fault.event, fault.words ?? "nothing is said", fault.recovery, separator: "\n  ")
        }
    }
}
