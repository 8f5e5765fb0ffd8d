public import Frames

/// Makes a frame of 4,096 bytes whose layout nobody has checked.
///
/// - Parameters:
///   - planes: The places that it claims for its planes.
///   - side: The width and height that it claims.
///   - format: The format that it claims.
///   - sequence: Its number.
/// - Returns: The frame.
public func uncheckedFrame(
    _ planes: [PlaneLayout] = goodPlanes, side: Int = 16, format: PixelFormat = .nv12,
    sequence: UInt32 = 0
) -> Frame {
    let moment = FrameMoment.now(sequence: sequence)
    return Frame(
        buffer: FrameBuffer(index: 0, byteCounts: [4096]), byteCount: 4096,
        layout: FrameLayout(format: format, size: PixelSize(width: side, height: side), planes: planes),
        color: ColorDescription(matrix: .bt601, range: .full),
        timestamp: moment.timestamp, arrival: moment.arrival, sequence: sequence, recycler: nil)
}

/// The planes of 16×16 pixels of NV12.
public let goodPlanes = [PlaneLayout(offset: 0, stride: 16), PlaneLayout(offset: 256, stride: 16)]

/// The same planes, of which one lies outside the frame's memory or has too short rows.
public let wrongPlanes: [[PlaneLayout]] = [
    PlaneLayout(offset: 4000, stride: 16), PlaneLayout(offset: -64, stride: 16),
    PlaneLayout(offset: .max - 5, stride: 16), PlaneLayout(offset: 0, stride: .max),
    PlaneLayout(offset: 0, stride: 15), PlaneLayout(offset: 0, stride: -16),
    PlaneLayout(memory: 1, offset: 0, stride: 16), PlaneLayout(memory: -1, offset: 0, stride: 16),
].flatMap { [[goodPlanes[0], $0], [$0, goodPlanes[1]]] }
