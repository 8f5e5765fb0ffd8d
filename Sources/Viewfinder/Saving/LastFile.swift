internal import Frames
internal import Overlay
internal import VulkanView

/// The last picture or movie that was saved, for the bar.
struct LastFile: Equatable {
    var path: String
    var isMovie = false
    /// The picture, or a movie's last one, in small; nil where there is none.
    var picture: Thumbnail?
}

extension Thumbnail {
    /// The middle of a picture in a square, each pixel the mean of those that it stands for.
    ///
    /// - Parameters:
    ///   - picture: The picture, at least one pixel of it.
    ///   - side: The number of pixels of a row and of a column; fewer for a smaller picture.
    convenience init(_ picture: OffscreenPicture, side: Int) {
        let (width, height) = (picture.size.width, picture.size.height)
        let square = min(width, height)
        let side = min(side, square)
        let part = PixelRegion(
            x: (width - square) / 2, y: (height - square) / 2, width: square, height: square)
        let colors = picture.means(of: part, in: PixelSize(width: side, height: side))
        let pixels = colors.map {
            0xff00_0000 | UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
        }
        self.init(width: side, height: side, pixels: pixels)
    }
}
