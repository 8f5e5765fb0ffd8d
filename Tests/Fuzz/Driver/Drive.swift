public import FuzzTargets
import Glibc

// SwiftPM gives each program's entry another name and makes it `main`, so that libFuzzer's own `main` is never taken: this is
// what that one does.
@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

nonisolated(unsafe) private var target = FuzzTarget.y4m

/// Gives inputs of libFuzzer's to a target until its command line says to end; a promise that is broken ends the process as a
/// crash does.
public func drive(_ chosen: FuzzTarget) -> Never {
    target = chosen
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
        runDriver(&count, &arguments) { bytes, count in
            do {
                try target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            } catch {
                fatalError("\(error)")
            }
            return 0
        })
}
