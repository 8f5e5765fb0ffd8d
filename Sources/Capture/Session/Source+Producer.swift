extension CaptureConfiguration {
    /// The producer that fills frames with the source's pictures.
    func producer() -> any FrameProducer {
        switch source {
        case .testCard(let options): return TestCardProducer(options, self)
        case .camera(let selector): return CameraProducer(selector, self)
        case .raw(let options): return StreamProducer(options, self)
        case .y4m(let options): return StreamProducer(options, self)
        case .movie(let options): return MovieProducer(options, self)
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
        if let wish = configuration.color { color = wish }
        switch configuration.mirroring {
        case .never: break
        case .front: if position == .front { isMirrored.toggle() }
        case .always: isMirrored.toggle()
        }
    }
}
