import Frames
import LiveView

let pictures = FrameFanOut()
let maker = Task.detached {
    let pool = FrameBufferPool()
    let layout = FrameLayout(format: .grey, size: PixelSize(width: 640, height: 360))
    let begin = ContinuousClock.now
    for number in UInt32(0)... {
        let frame = pool.frame(layout, at: .now(sequence: number)) { pixels in
            for place in pixels.indices { pixels[place] = UInt8((place % 640 + Int(number)) % 256) }
        }
        if let frame { pictures.publish(frame) }
        try await Task.sleep(until: begin + .seconds(1) * (Int(number) + 1) / 30)
    }
}
let window = try LiveWindow(title: "Waves", applicationID: "org.example.Waves")
window.view.show(pictures)
try window.run()
maker.cancel()
