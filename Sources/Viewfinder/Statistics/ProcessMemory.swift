internal import Glibc

/// This process's memory.
enum ProcessMemory {
    /// The most memory that was ever resident, in bytes (`getrusage`, `ru_maxrss`).
    static var peak: Int {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return Int(usage.ru_maxrss) * 1024
    }
}
