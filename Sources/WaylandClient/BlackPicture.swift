internal import Glibc
internal import LinuxIO

/// A black picture for a window that nothing else draws, in memory instead of by Vulkan, so that words over it can be seen.
///
/// Confined to the main thread. It takes ``SurfacePacing/onChange(_:)`` and makes the window's commits from then on: no renderer may be at work in the
/// window any more.
public final class BlackPicture {
    /// A picture that the compositor may be reading.
    private struct Shown {
        let buffer: WlBuffer
        let memory: SealedMemory
        let size: SurfaceSize
    }

    private let window: Window
    private let globals: WlShm
    private var shown: Shown?
    /// The picture of another size before it, until the compositor has taken the newest.
    private var before: Shown?

    /// Draws the window, as soon as it is configured.
    ///
    /// - Parameter window: The window; kept.
    /// - Throws: ``WaylandError`` where the compositor has no shared memory (`wl_shm`).
    public init(of window: Window) throws(WaylandError) {
        guard let globals = window.connection.registry.sharedMemory else {
            throw WaylandError(
                "the window stays away: the compositor does not offer \(WlShm.description.name)")
        }
        (self.window, self.globals) = (window, globals)
        let (inbox, me) = (window.loop.inbox, LoopBound(self))
        // The handler may be called while a change is made.
        window.pacing.onChange { inbox.post { me.object?.update() } }
        update()
    }

    deinit {
        window.pacing.onChange(nil)
        for picture in [shown, before] { picture?.buffer.destroy() }
    }

    private func update() {
        let state = window.pacing.state
        guard state.isConfigured, state.isCommitWanted else { return }
        let size = state.bufferSize
        if shown?.size != size {
            before?.buffer.destroy()
            // Without memory the window stays as it is.
            guard let picture = try? make(size) else { return }
            (before, shown) = (shown, picture)
        }
        guard let shown else { return }
        window.pacing.prepareCommit(for: state, token: 0)
        let surface = window.objects.surface
        surface.attach(buffer: shown.buffer, x: 0, y: 0)
        surface.damage(x: 0, y: 0, width: .max, height: .max)
        surface.commit()
    }

    /// Makes a picture of pages that nobody writes: they are all zero, which is black, and cost nothing here.
    private func make(_ size: SurfaceSize) throws(SystemError) -> Shown {
        let (stride, limit) = (4 * size.width, Int(Int32.max))
        guard size.height > 0, stride > 0, size.height <= limit / stride else {
            throw SystemError(call: "wl_shm.create_pool", code: EFBIG)
        }
        let memory = try SealedMemory(byteCount: stride * size.height, name: "viewfinder-black")
        let pool = memory.withDescriptor {
            globals.createPool(fd: $0, size: Int32(stride * size.height))
        }
        let buffer = pool?.createBuffer(
            offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(stride),
            format: .xrgb8888)
        pool?.destroy()
        guard let buffer else { throw SystemError(call: "wl_shm_pool.create_buffer", code: ENOMEM) }
        return Shown(buffer: buffer, memory: memory, size: size)
    }
}
