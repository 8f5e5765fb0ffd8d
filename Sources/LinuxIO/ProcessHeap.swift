internal import CLinux

/// The memory that this process has from `malloc`.
public enum ProcessHeap {
    /// Gives what is free back to the system (`malloc_trim`), in some milliseconds.
    ///
    /// The C library keeps a heap for each of some threads, and in it what they have freed: after work on many threads, such as an encoder's,
    /// that is much more than is in use.
    public static func trim() { malloc_trim(0) }
}
