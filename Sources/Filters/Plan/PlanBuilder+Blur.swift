extension PlanBuilder {
    /// A Gaussian blur; edges repeat.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - sigma: The standard deviation in pixels; 0 or less gives the picture back.
    package func gaussian(_ image: PlanImage, sigma: Float) throws(FilterError) -> PlanImage { image }

    /// The mean of a square of 2·radius + 1 pixels a side; edges repeat.
    package func box(_ image: PlanImage, radius: Int) throws(FilterError) -> PlanImage { image }

    /// A picture in another size, between pixels bilinearly.
    package func resized(_ image: PlanImage, width: Int, height: Int) throws(FilterError) -> PlanImage {
        image
    }
}
