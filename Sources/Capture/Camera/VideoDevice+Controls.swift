internal import CV4L2
internal import Frames

extension VideoDevice {
    /// The side on which the camera is; nil where the driver does not say, as of nearly all USB cameras.
    func position() -> CameraPosition? {
        switch control(v4l2_cid_camera_orientation) {
        case Int32(V4L2_CAMERA_ORIENTATION_FRONT): .front
        case Int32(V4L2_CAMERA_ORIENTATION_BACK): .back
        case Int32(V4L2_CAMERA_ORIENTATION_EXTERNAL): .external
        default: nil
        }
    }

    /// The turn that brings the pictures upright; none where the driver does not say, or says something else than quarters.
    ///
    /// `V4L2_CID_CAMERA_SENSOR_ROTATION` is the correction in degrees counter-clockwise.
    func sensorRotation() -> Rotation {
        control(v4l2_cid_camera_sensor_rotation).flatMap { Rotation(rawValue: (360 - Int($0) % 360) % 360) }
            ?? .none
    }

    /// Reads a control (`VIDIOC_G_CTRL`); nil where the camera has none of it.
    private func control(_ number: UInt32) -> Int32? {
        var control = v4l2_control(id: number, value: 0)
        do { try call(.getControl, &control) } catch { return nil }
        return control.value
    }
}
