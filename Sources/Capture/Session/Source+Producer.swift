internal import Frames
internal import LinuxIO

extension CaptureConfiguration {
    /// Looks at what a program has put into the source: sizes and rates are numbers of its own.
    ///
    /// - Throws: ``CaptureFault/Kind/unsupported`` with what can be.
    func check() throws(CaptureFault) {
        let (size, rate): (PixelSize, Rational)
        switch source {
        case .testCard(let options): (size, rate) = (options.size, options.rate)
        case .raw(let options): (size, rate) = (options.size, options.rate)
        case .camera, .y4m, .movie: return
        }
        guard size.isPossible else {
            throw CaptureFault(
                .unsupported,
                "a picture of \(size.width)×\(size.height) cannot be; take 1 to \(FrameLayout.longestSide) pixels a side"
            )
        }
        guard rate.value >= 0.001, rate.value <= 10000 else {
            throw CaptureFault(
                .unsupported, "\(rate) frames per second cannot be; take 1/1000 to 10000")
        }
    }

    /// The producer that fills frames with the source's pictures.
    func producer() -> any FrameProducer {
        switch source {
        case .testCard(let options): return TestCardProducer(options: options, configuration: self)
        case .camera(let selector): return CameraProducer(selector: selector, configuration: self)
        case .raw(let options): return StreamProducer(.raw(options), from: options.path, self)
        case .y4m(let options): return StreamProducer(.y4m(options), from: options.path, self)
        case .movie(let options): return MovieProducer(options: options, configuration: self)
        }
    }
}

extension CaptureMode {
    /// Makes the mode what the wishes want it to be.
    ///
    /// - Parameters:
    ///   - configuration: The wishes.
    ///   - position: The side on which the camera is.
    mutating func adopt(_ configuration: CaptureConfiguration, position: CameraPosition? = nil) {
        if let wish = configuration.rotation { rotation = wish }
        (sourceColor, sourceColorReason) = (color, colorReason)
        color = configuration.color.applied(to: color)
        if configuration.color != ColorWish() { colorReason = "it was asked for" }
        switch configuration.mirroring {
        case .never: break
        case .front: if position == .front { isMirrored.toggle() }
        case .always: isMirrored.toggle()
        }
    }
}
