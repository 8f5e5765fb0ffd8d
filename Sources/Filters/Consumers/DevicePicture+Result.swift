internal import CVulkan
internal import VulkanCore

extension FilterRunner.Result {
    /// Takes the picture away from its plan, which goes on with other memory.
    ///
    /// A picture that the plan itself reads in the next frame is copied instead.
    ///
    /// - Parameters:
    ///   - pool: The source of other memory, to which the picture's goes when nobody holds it any more.
    ///   - device: The device on which the picture lies.
    ///   - commands: The recording that computes the picture.
    /// - Returns: The picture, which is there when the recording has run.
    /// - Throws: That too many of the pool's pictures are held, or that the device has no memory.
    func give(
        from pool: PicturePool, on device: VulkanDevice, _ commands: Commands
    ) throws(FilterError) -> DevicePicture {
        guard case .pool(let index) = place, let prepared = owner as? FilterRunner.Prepared else {
            let piece = try pool.take(device, byteCount: byteCount)
            var region = VkBufferCopy(srcOffset: 0, dstOffset: 0, size: VkDeviceSize(byteCount))
            unsafe vkCmdCopyBuffer(commands.raw, buffer, piece.raw, 1, &region)
            commands.order(.copyWrite, before: .kernelAndCopyRead)
            commands.keep(piece)
            return DevicePicture(self, in: piece, of: pool)
        }
        let piece = prepared.pieces[index]
        prepared.pieces[index] = try pool.take(device, byteCount: piece.byteCount)
        commands.keep(piece)
        return DevicePicture(self, in: piece, of: pool)
    }
}
