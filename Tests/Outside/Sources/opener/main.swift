import LinuxIO

let loop = try EventLoop()
let files = DesktopFiles(MessageBus(loop: loop))
var isOver = false
files.perform(.showInFolder, on: CommandLine.arguments.dropFirst().first ?? "/") { trouble in
    print(trouble ?? "shown")
    isOver = true
}
while !isOver { try loop.turn(until: nil) }
