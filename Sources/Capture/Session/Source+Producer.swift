extension Source {
    /// The producer that fills frames with the source's pictures.
    func producer(_ request: ModeRequest) -> any FrameProducer {
        switch self {
        case .testCard(let options): return TestCardProducer(options)
        case .camera(let selector): return CameraProducer(selector, request: request)
        case .raw(let options): return StreamProducer(options, name: name)
        case .y4m(let options): return StreamProducer(options, name: name)
        case .movie(let options): return MovieProducer(options, name: name)
        }
    }
}
