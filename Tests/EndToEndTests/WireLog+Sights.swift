extension WireLog {
    /// What is on the screen at one moment: the window, and what lies over its picture.
    struct Sight: Equatable {
        struct Part: Equatable {
            var x = 0
            var y = 0
            var width = 0
            var height = 0
        }

        var width = 0
        var height = 0
        /// The parts that show something, by the objects of their surfaces.
        var parts: [String: Part] = [:]
    }

    /// What a compositor that follows the protocol shows, each time that it is something else (`wl_subsurface`: places come with the window's commit,
    /// pictures with their own one, or with the window's, where the part is in step).
    var sights: [Sight] {
        var screen = Screen()
        return messages.compactMap { screen.follow($0) }
    }

    private struct Screen {
        private struct State {
            var isMapped: Bool?
            var buffer: (width: Int, height: Int)?
            /// The size to which the buffer is stretched.
            var destination: (width: Int, height: Int)?

            mutating func take(_ newer: State) {
                isMapped = newer.isMapped ?? isMapped
                (buffer, destination) = (newer.buffer ?? buffer, newer.destination ?? destination)
            }
        }

        private struct Part {
            let surface: String
            var isInStep = true
            var place = (x: 0, y: 0)
            var nextPlace = (x: 0, y: 0)
            var pending = State()
            var cached = State()
            var shown = State()

            mutating func commit() {
                cached.take(pending)
                pending = State()
                if !isInStep { apply() }
            }

            mutating func windowCommits() {
                place = nextPlace
                apply()
            }

            mutating func apply() {
                shown.take(cached)
                cached = State()
            }
        }

        private var window: String?
        private var size = (width: 0, height: 0)
        private var nextSize = (width: 0, height: 0)
        /// By the objects of the subsurfaces.
        private var parts: [String: Part] = [:]
        /// The surfaces of viewports.
        private var viewports: [String: String] = [:]
        /// The sizes of buffers, in pixels: where nothing is stretched, those of what they show.
        private var buffers: [String: (width: Int, height: Int)] = [:]
        private var last = Sight()

        /// - Returns: What is seen after a message; nil where nothing has changed.
        mutating func follow(_ message: Message) -> Sight? {
            let arguments = message.arguments
            switch message.name {
            case "xdg_wm_base.get_xdg_surface": window = Self.number(arguments[1])
            case "wp_viewporter.get_viewport":
                viewports[Self.number(arguments[0])] = Self.number(arguments[1])
            case "wl_subcompositor.get_subsurface":
                parts[Self.number(arguments[0])] = Part(surface: Self.number(arguments[1]))
            case "wl_subsurface.set_desync":
                parts[message.object]?.isInStep = false
                parts[message.object]?.apply()
            case "wl_subsurface.set_sync": parts[message.object]?.isInStep = true
            case "wl_subsurface.set_position":
                parts[message.object]?.nextPlace = (Int(arguments[0]) ?? 0, Int(arguments[1]) ?? 0)
            case "wl_subsurface.destroy": parts[message.object] = nil
            case "xdg_surface.set_window_geometry":
                nextSize = (Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0)
            case "wl_shm_pool.create_buffer":
                buffers[Self.number(arguments[0])] = (Int(arguments[2]) ?? 0, Int(arguments[3]) ?? 0)
            case "wp_viewport.set_destination":
                change(of: viewports[message.object]) {
                    $0.destination = (Int(arguments[0]) ?? 0, Int(arguments[1]) ?? 0)
                }
            case "wl_surface.attach":
                let buffer = buffers[Self.number(arguments[0])]
                change(of: message.object) {
                    $0.isMapped = arguments[0] != "nil"
                    $0.buffer = buffer
                }
            case "wl_surface.commit": commit(message.object)
            default: break
            }
            let sight = self.sight
            defer { last = sight }
            return sight == last ? nil : sight
        }

        private mutating func change(of surface: String?, _ change: (inout State) -> Void) {
            for (name, part) in parts where part.surface == surface {
                change(&parts[name, default: part].pending)
            }
        }

        private mutating func commit(_ surface: String) {
            for (name, part) in parts where part.surface == surface { parts[name]?.commit() }
            guard surface == window else { return }
            size = nextSize
            for name in parts.keys { parts[name]?.windowCommits() }
        }

        private var sight: Sight {
            var sight = Sight(width: size.width, height: size.height)
            for part in parts.values where part.shown.isMapped == true {
                let size = part.shown.destination ?? part.shown.buffer ?? (0, 0)
                sight.parts[part.surface] = Sight.Part(
                    x: part.place.x, y: part.place.y, width: size.width, height: size.height)
            }
            return sight
        }

        private static func number(_ object: String) -> String {
            String(object.split { "@#".contains($0) }.last ?? "")
        }
    }
}
