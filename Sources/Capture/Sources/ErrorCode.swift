internal import Glibc

/// The values of `errno` that mean something to this library.
enum ErrorCode {
    static let wouldBlock = EAGAIN
    static let busy = EBUSY
    static let noSpace = ENOSPC
    static let invalid = EINVAL
    static let forbidden = EACCES
    static let notPermitted: Set<Int32> = [forbidden, EPERM]
    static let notThere: Set<Int32> = [ENOENT, ENODEV, ENXIO]
    static let notADevice = ENOTTY
    /// The answer of `VIDIOC_DQEVENT` while no event waits.
    static let noEvent = ENOENT
    static let noMemory = ENOMEM
    /// The answers of a system that has no descriptor or no memory left.
    static let usedUp: Set<Int32> = [EMFILE, ENFILE, noMemory]
    static let faulty = EIO
    static let outOfRange = ERANGE
}
