internal import LinuxIO
internal import LiveView
internal import VulkanView

extension Viewer {
    /// Takes the picture and saves it.
    func photograph() {
        let (inbox, me) = (loop.inbox, me)
        awaitedPictures += 1
        renderer.photograph { result in
            inbox.post {
                me.object?.awaitedPictures -= 1
                switch result {
                case .success(let picture): me.object?.save(picture)
                case .failure(let error): me.object?.tell(.failure(ViewfinderError(error)))
                }
            }
        }
    }

    /// Writes a picture among the user's pictures, on a thread of its own.
    private func save(_ picture: OffscreenPicture) {
        savingPictures += 1
        let inbox = loop.inbox
        let me = me
        do {
            let folder = try UserFolders().path(of: .pictures, settings)
            _ = try SystemThread(name: "save picture") {
                let outcome = Result { () throws(ViewfinderError) in try Self.write(picture, in: folder) }
                inbox.post {
                    me.object?.savingPictures -= 1
                    me.object?.tell(outcome)
                }
            }
        } catch {
            savingPictures -= 1
            tell(.failure(ViewfinderError(error)))
        }
    }

    private static func write(_ picture: OffscreenPicture, in folder: String) throws(ViewfinderError)
        -> String
    {
        let bytes = try PNGFile.bytes(for: folder, size: picture.size, pixels: picture.bytes)
        return try NewFile(in: folder, ending: "png", writing: bytes).name
    }

    /// Tells in the title which picture was saved, or why none was.
    func tell(_ saved: Result<String, ViewfinderError>) {
        switch saved {
        case .success(let name): switcher.tell("saved \(name)")
        case .failure(let error): switcher.notify(error.description)
        }
    }
}
