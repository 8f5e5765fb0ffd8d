import LinuxIO

// Prints the desktop's wishes, and each change of them, for as long as there is somebody to tell them.
let loop = try EventLoop()
let desktop = DesktopSettings(MessageBus(loop: loop))
desktop.onChange = { wishes in
    try? Descriptor.write("\(wishes.colorScheme) \(wishes.accentColor.debugDescription)\n", to: 1)
    try? Descriptor.write("\(wishes.textScale) \(wishes.font.debugDescription)\n", to: 1)
    try? Descriptor.write("\(wishes.buttons.leading) \(wishes.buttons.trailing)\n", to: 1)
}
desktop.onTrouble = { sentence in
    try? Descriptor.write("\(sentence)\n", to: 1)
    loop.stop()
}
try loop.run()
