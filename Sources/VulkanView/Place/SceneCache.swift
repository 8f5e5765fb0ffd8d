internal import Frames
internal import VulkanCore

/// The scene that was drawn last, for as long as it stays the same.
struct SceneCache {
    private var last: (scene: Scene, options: ViewOptions)?

    /// Gives the scene of a picture in a cell of a window: the last one's object where nothing has changed.
    mutating func scene(
        of picture: Picture, in cell: Placement.Rectangle, of window: PixelSize, _ options: ViewOptions,
        _ part: ColorPart
    ) -> Scene {
        if let last, last.scene.window == window, last.scene.cell == cell, last.options == options,
            last.scene.picture == picture, last.scene.traits.part == part
        {
            return last.scene
        }
        let scene = Scene(
            picture, Placement(of: picture, options, in: cell.size), cell: cell, window: window, part)
        last = (scene, options)
        return scene
    }
}

extension Placement {
    /// Works out the place of a picture as it lies in memory.
    init(of picture: Picture, _ options: ViewOptions, in window: PixelSize) {
        self.init(
            frame: picture.size, sampleAspect: picture.sampleAspect,
            options: options.after(picture), window: window)
    }
}
