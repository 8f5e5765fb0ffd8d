package import CVulkan

/// A use of an image: the stage, the purpose and the layout.
package struct ImageUse: Sendable {
    package let stage: VkPipelineStageFlags2
    package let access: VkAccessFlags2
    package let layout: VkImageLayout

    /// An overwritten plane: the contents do not matter; earlier reads in the fragment stage must be over.
    package static let overwrittenPlane = ImageUse(
        stage: VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, access: VK_ACCESS_2_NONE,
        layout: VK_IMAGE_LAYOUT_UNDEFINED)
    /// An overwritten target: the contents do not matter; earlier drawing, and the wait for an acquired image, must be
    /// over.
    package static let overwrittenTarget = ImageUse(
        stage: VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, access: VK_ACCESS_2_NONE,
        layout: VK_IMAGE_LAYOUT_UNDEFINED)
    /// An overwritten copy: the contents do not matter; earlier copies out of it must be over.
    package static let overwrittenCopy = ImageUse(
        stage: VK_PIPELINE_STAGE_2_COPY_BIT, access: VK_ACCESS_2_NONE, layout: VK_IMAGE_LAYOUT_UNDEFINED)
    /// The destination of a copy.
    package static let copyDestination = ImageUse(
        stage: VK_PIPELINE_STAGE_2_COPY_BIT, access: VK_ACCESS_2_TRANSFER_WRITE_BIT,
        layout: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL)
    /// The source of a copy.
    package static let copySource = ImageUse(
        stage: VK_PIPELINE_STAGE_2_COPY_BIT, access: VK_ACCESS_2_TRANSFER_READ_BIT,
        layout: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL)
    /// A texture that is sampled in the fragment stage.
    package static let sampled = ImageUse(
        stage: VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT, access: VK_ACCESS_2_SHADER_SAMPLED_READ_BIT,
        layout: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)
    /// A target that is drawn into.
    package static let target = ImageUse(
        stage: VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
        access: VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
        layout: VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL)
    /// A picture that is shown; the semaphore that the presentation waits for makes the writes visible.
    package static let presented = ImageUse(
        stage: VK_PIPELINE_STAGE_2_NONE, access: VK_ACCESS_2_NONE, layout: VK_IMAGE_LAYOUT_PRESENT_SRC_KHR)
}
