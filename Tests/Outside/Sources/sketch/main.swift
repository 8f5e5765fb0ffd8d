import FilterMovies
import Filters
import Movies
import VulkanCore

let paths = Array(CommandLine.arguments.dropFirst())
let device = try VulkanDevice(instance: VulkanInstance())
let context = try FilterContext(device: device)
let reader = try MovieReader(path: paths[0])
let source = FrameInput(context: context)
let copy = try MovieOutput(path: paths[1], options: MovieWriterOptions(isLive: false))
source --> SketchFilter() --> copy
while case .picture(let picture) = try reader.next() {
    try source.setFrame(picture.frame(arrival: 0, sequence: 0))
    try context.run([copy])
}
try copy.finish(within: 60)
