/// The last operation before a window: opaque pixels over black, blue first, as windows and video have them.
final class BlueFirst: PointOperation, @unchecked Sendable {}
