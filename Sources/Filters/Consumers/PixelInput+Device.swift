internal import CVulkan
internal import Frames
internal import VulkanCore

extension PixelInput {
    /// Takes a picture that a graph on the same device has computed, where it lies; nothing is copied.
    ///
    /// The picture is held until another one takes its place. A graph may have its own earlier results.
    ///
    /// - Throws: ``FilterError/otherDevice(_:graph:)``, which an input without a device leaves to the graph; the last picture stays.
    public func setPicture(_ picture: DevicePicture) throws(FilterError) {
        let traits = SourceSlot.Traits(
            samples: picture.format == .rgba8 ? .pixels : .halves,
            size: PixelSize(width: picture.width, height: picture.height))
        let plane = unsafe SourceSlot.Plane(
            buffer: picture.buffer, offset: 0, stride: picture.width * picture.format.byteCount,
            address: picture.address)
        try take(.stored(picture.device, traits, plane, owner: picture, picture.timestamp))
    }

    /// Takes a picture that a runner has computed, where it lies.
    ///
    /// - Parameter result: In 8 bits a channel; its kernels may still be running on the same queue.
    package func setPicture(_ result: FilterRunner.Result) {
        precondition(result.layout == .rgba8, "sources have 8 bits a channel")
        let plane = unsafe SourceSlot.Plane(
            buffer: result.buffer, offset: 0, stride: result.size.width * 4)
        slot.fill(SourceSlot.Traits(samples: .pixels, size: result.size), [plane], owner: result.owner)
        slot.timestamp = result.timestamp
    }
}
