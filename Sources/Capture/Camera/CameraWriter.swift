internal import Frames

extension VideoDevice {
    /// The one that fills the driver's memory: the camera itself, or the processor for it.
    var writer: MemoryOrigin.Writer {
        CameraWriter.writer(of: capabilities.driver, isConverting: isConverting)
    }
}

/// The drivers whose cameras write pictures into memory by themselves.
enum CameraWriter {
    /// The names that they give in `VIDIOC_QUERYCAP`.
    ///
    /// All others count as such that copy with the processor, as those of USB cameras and of cameras that are programs do: a driver
    /// that is missing here costs a copy where the graphics device may not look into the processor's caches, and a wrong one here
    /// would show stale lines.
    private static let devices: Set<String> = [
        // Boards.
        "unicam", "rp1-cfe", "rkisp1", "rkcif", "sun4i_csi", "sun6i-csi", "imx-media-capture", "imx-capture",
        "imx7-csi", "mxc-isi", "qcom-camss", "omap3isp", "ispvideo", "atmel-isi", "microchip-isc",
        "stm32-dcmi", "dcmipp", "cal", "j721e-csi2rx", "rcar_vin", "renesas-ceu", "tegra-video",
        "xilinx-vipp", "starfive-camss", "s3c-camif",
        // Chips beside the processor, and cards.
        "ipu3-cio2", "isys", "cx8800", "cx23885", "saa7134", "bttv", "tw68", "solo6x10", "dt3155",
        "cobalt", "mgb4",
    ]

    /// Tells who fills a driver's memory.
    ///
    /// - Parameters:
    ///   - driver: The driver's name.
    ///   - isConverting: True when libv4l2 converts the pictures.
    /// - Returns: The writer.
    static func writer(of driver: String, isConverting: Bool) -> MemoryOrigin.Writer {
        !isConverting && devices.contains(driver) ? .device(driver: driver) : .processor(driver: driver)
    }
}
