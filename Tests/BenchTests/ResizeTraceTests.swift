import Testing

@testable import Bench

struct ResizeTraceTests {
    private static let start = """
        [1000.000]  -> wl_shm_pool@20.create_buffer(new id wl_buffer@21, 0, 640, 360, 2560, 1)
        [1000.000]  -> wl_shm_pool@22.create_buffer(new id wl_buffer@23, 0, 800, 450, 3200, 1)

        """

    @Test func aPromptProgramHasNoWrongBuffer() {
        let trace = ResizeTrace(
            log: Self.start + """
                [1010.000] xdg_toplevel@9.configure(800, 450, array[8])
                [1010.001] xdg_surface@8.configure(77)
                [1010.500]  -> xdg_surface@8.ack_configure(77)
                [1015.000]  -> wl_surface@3.attach(wl_buffer@23, 0, 0)
                [1015.250]  -> wl_surface@3.commit()
                [1031.000]  -> wl_surface@3.attach(wl_buffer@23, 0, 0)
                [1031.250]  -> wl_surface@3.commit()
                """)
        #expect(trace.sizes == 1)
        #expect(trace.wrongBuffers == 0)
        #expect(trace.redraws == [5.25])
    }

    @Test func aBufferOfTheOldSizeIsNoticed() {
        let trace = ResizeTrace(
            log: Self.start + """
                [1010.000] xdg_toplevel@9.configure(800, 450, array[8])
                [1010.001] xdg_surface@8.configure(77)
                [1010.500]  -> xdg_surface@8.ack_configure(77)
                [1015.000]  -> wl_surface@3.attach(wl_buffer@21, 0, 0)
                [1015.250]  -> wl_surface@3.commit()
                """)
        #expect(trace.wrongBuffers == 1)
        #expect(trace.redraws.isEmpty)
    }

    @Test func aSizeThatIsNotAcknowledgedYetIsNotExpected() {
        let trace = ResizeTrace(
            log: Self.start + """
                [1010.000] xdg_toplevel@9.configure(800, 450, array[8])
                [1010.001] xdg_surface@8.configure(77)
                [1011.000] xdg_toplevel@9.configure(640, 360, array[8])
                [1011.001] xdg_surface@8.configure(78)
                [1011.500]  -> xdg_surface@8.ack_configure(77)
                [1015.000]  -> wl_surface@3.attach(wl_buffer@23, 0, 0)
                [1015.250]  -> wl_surface@3.commit()
                [1015.500]  -> xdg_surface@8.ack_configure(78)
                [1020.000]  -> wl_surface@3.attach(wl_buffer@21, 0, 0)
                [1020.250]  -> wl_surface@3.commit()
                """)
        #expect(trace.wrongBuffers == 0)
        #expect(trace.redraws == [9.25])
    }

    @Test func swapchainsAreCountedByTheirImages() {
        let make = { (number: Int, size: String) in
            "[1.000]  -> wl_shm_pool@5.create_buffer(new id wl_buffer@\(number), 0, \(size), 4, 1)\n"
        }
        let two = (0..<4).map { make($0, "640, 360") } + (4..<8).map { make($0, "800, 450") }
        #expect(ResizeTrace(log: two.joined()).swapchains == 2)
        let again = two + (8..<16).map { make($0, "640, 360") }
        #expect(ResizeTrace(log: again.joined()).swapchains == 4)
    }

    @Test func aSizeTwiceIsOneSize() {
        let trace = ResizeTrace(
            log: """
                [1010.000] xdg_toplevel@9.configure(800, 450, array[8])
                [1011.000] xdg_toplevel@9.configure(800, 450, array[4])
                [1012.000] xdg_toplevel@9.configure(640, 360, array[4])
                """)
        #expect(trace.sizes == 2)
    }
}
