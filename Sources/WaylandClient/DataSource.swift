internal import LinuxIO

/// Data that other programs may ask for: what is dragged, and what is on the clipboard (`wl_data_source`).
final class DataSource {
    let proxy: WlDataSource

    /// Makes a source, and offers its data; nil where memory has run out.
    ///
    /// - Parameters:
    ///   - manager: The compositor's global.
    ///   - data: The data, each of another kind.
    ///   - heard: Hears the source's events; what is asked for is on its way already.
    init?(
        _ manager: WlDataDeviceManager, _ data: [SharedData],
        heard: @escaping (DataSource, WlDataSource.Event) -> Void
    ) {
        guard let proxy = manager.createDataSource() else { return nil }
        self.proxy = proxy
        proxy.listen { [weak self] event in
            if case .send(let kind, let number) = event {
                let pipe = Descriptor(owning: number)
                let data = data.first { $0.kind == kind }
                if let data { DataPipe.serve(pipe) { DataPipe.write(data.bytes(), into: $0) } }
            }
            if let self { heard(self, event) }
        }
        for data in data { proxy.offer(mimeType: data.kind) }
    }

    deinit { proxy.destroy() }
}
