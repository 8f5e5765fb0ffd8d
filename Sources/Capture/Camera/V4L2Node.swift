internal import LinuxIO

/// An open V4L2 device node on which ioctls can be made past libv4l2.
protocol V4L2Node {
    /// The node's path.
    var path: String { get }
    /// The open descriptor.
    var number: Int32 { get }
    /// The way of all calls.
    var calls: DeviceCalls { get }
}

extension V4L2Node {
    /// Makes an ioctl without libv4l2 (`ioctl`), which refuses memory that is not the driver's and has controls of its own.
    ///
    /// - Parameters:
    ///   - request: The ioctl; all those of a stream must come here, since libv4l2 keeps count of those it has passed
    ///     on.
    ///   - argument: The structure that belongs to it.
    /// - Throws: The error of the ioctl.
    func callKernel<Argument>(_ request: V4L2Request, _ argument: inout Argument) throws(SystemError) {
        _ = try systemCall(request.name, on: path) {
            unsafe withUnsafeMutablePointer(to: &argument) {
                unsafe calls.kernelIoctl(number, request.number, UnsafeMutableRawPointer($0))
            }
        }
    }
}
