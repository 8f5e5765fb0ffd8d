package import CVulkan

/// A use of a buffer: the stage and the purpose.
package struct BufferUse: Sendable {
    package let stage: VkPipelineStageFlags2
    package let access: VkAccessFlags2

    /// A read by a copy.
    package static let copyRead = BufferUse(
        stage: VK_PIPELINE_STAGE_2_COPY_BIT, access: VK_ACCESS_2_TRANSFER_READ_BIT)
    /// A write by a copy.
    package static let copyWrite = BufferUse(
        stage: VK_PIPELINE_STAGE_2_COPY_BIT, access: VK_ACCESS_2_TRANSFER_WRITE_BIT)
    /// Makes a use of one kind.
    package init(stage: VkPipelineStageFlags2, access: VkAccessFlags2) {
        self.stage = stage
        self.access = access
    }

    /// A fill with one value (`vkCmdFillBuffer`).
    package static let fill = BufferUse(
        stage: VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, access: VK_ACCESS_2_TRANSFER_WRITE_BIT)
    /// A write by a kernel.
    package static let kernelWrite = BufferUse(
        stage: VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, access: VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT)
    /// A read and write by a kernel.
    package static let kernel = BufferUse(
        stage: VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        access: VK_ACCESS_2_SHADER_STORAGE_READ_BIT | VK_ACCESS_2_UNIFORM_READ_BIT
            | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT)
    /// A fill with one value or a write by a kernel.
    package static let fillOrKernelWrite = BufferUse(
        stage: VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        access: VK_ACCESS_2_TRANSFER_WRITE_BIT | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT)
    /// A read by a copy or by a kernel.
    package static let read = BufferUse(
        stage: VK_PIPELINE_STAGE_2_COPY_BIT | VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT,
        access: VK_ACCESS_2_TRANSFER_READ_BIT | VK_ACCESS_2_SHADER_STORAGE_READ_BIT)
    /// A read by the processor after the submission.
    package static let hostRead = BufferUse(
        stage: VK_PIPELINE_STAGE_2_HOST_BIT, access: VK_ACCESS_2_HOST_READ_BIT)
}
