internal import LinuxIO
internal import LiveView
internal import LiveViewOverlay
internal import Overlay
internal import PictureFiles
internal import VulkanView
internal import WaylandClient

extension Viewer {
    /// Takes the picture and saves it.
    func photograph() {
        takePicture { viewer, result in
            switch result {
            case .success(let picture):
                viewer.overlay?.flash()
                viewer.save(picture) { viewer, saved in
                    switch saved {
                    case .success: viewer.tell(saved)
                    case .failure(let error): viewer.tellLasting(error, of: .photograph)
                    }
                }
            case .failure(let error): viewer.tell(.failure(error))
            }
        }
    }

    /// Takes the picture and puts it on the clipboard.
    func copyPicture() {
        takePicture { viewer, result in
            do throws(ViewfinderError) {
                let copied = CopiedPicture(try result.get())
                guard viewer.window?.copy(copied.data) == true else {
                    throw ViewfinderError("the desktop has no clipboard; save the picture instead")
                }
                viewer.copied?.forget()
                viewer.copied = copied
                viewer.overlay?.flash()
                viewer.switcher.tell(
                    Message("The picture is on the clipboard", comment: "A notice after Ctrl+C"))
            } catch {
                viewer.tell(.failure(error))
            }
        }
    }

    /// Takes the picture at its own size.
    ///
    /// - Parameter done: Called later with the picture, or the reason why there is none.
    func takePicture(
        _ done: @escaping @Sendable (Viewer, Result<OffscreenPicture, ViewfinderError>) -> Void
    ) {
        awaitedPictures += 1
        renderer.photograph(
            onLoop { viewer, result in
                viewer.awaitedPictures -= 1
                done(viewer, result.mapError { ViewfinderError($0) })
            })
    }

    /// Writes a picture among the user's pictures, behind those before it, and then has it in the bar.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - moment: The name's moment in words; nil for that of the writing, to the second.
    ///   - done: Called with the file, or the reason why there is none.
    func save(
        _ picture: OffscreenPicture, at moment: String? = nil,
        done: @escaping @Sendable (Viewer, Result<NewFile, ViewfinderError>) -> Void
    ) {
        let folder: String
        do throws(ViewfinderError) {
            folder = try UserFolders().path(of: .pictures, settings)
        } catch {
            return done(self, .failure(error))
        }
        savingPictures += 1
        let (inbox, me) = (loop.inbox, me)
        pictureQueue.add {
            let outcome = Self.write(picture, in: folder, at: moment)
            let small = Thumbnail(picture, side: Self.thumbnailSide)
            inbox.post {
                guard let viewer = me.object else { return }
                viewer.savingPictures -= 1
                if case .success(let file) = outcome {
                    viewer.forgetTrouble(of: .photograph)
                    viewer.lastFile = LastFile(path: file.path, picture: small)
                }
                done(viewer, outcome)
                viewer.updateScreen()
            }
        }
    }

    /// Writes a picture into a folder.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - folder: The folder.
    ///   - moment: The name's moment in words; nil for now, to the second.
    /// - Returns: The file, or the reason why there is none.
    static func write(
        _ picture: OffscreenPicture, in folder: String, at moment: String? = nil
    ) -> Result<NewFile, ViewfinderError> {
        Result { () throws(ViewfinderError) in
            let bytes = try PNGFile.bytes(for: folder, PictureFile(picture))
            return try NewFile(in: folder, ending: "png", at: moment, writing: bytes)
        }
    }

    /// Tells which file was saved, or why none was.
    func tell(_ saved: Result<NewFile, ViewfinderError>) {
        switch saved {
        case .success(let file):
            let folder = UserFolders().name(of: file.folder)
            switcher.tell(.saved(file.name, in: folder), about: .file(file.path))
        case .failure(let error): switcher.notify(error.message, about: error.subject)
        }
    }
}
