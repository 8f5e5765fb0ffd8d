import Filters
import VulkanCore

let paths = Array(CommandLine.arguments.dropFirst())
let device = try VulkanDevice(instance: VulkanInstance())
let picture = PixelInput(device: device)
try picture.setPicture(fileAt: paths[0])
let sepia = SepiaToneFilter()
sepia.overriddenOutputRotation = .clockwise90
let (turned, back) = (PictureFileOutput(path: paths[1]), PictureFileOutput(path: paths[2]))
back.rotation = .clockwise270
picture --> sepia --> turned
sepia --> back
try FilterContext(device: device).run([turned, back])
