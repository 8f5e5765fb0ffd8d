internal import Foundation
internal import TestSupport
internal import Testing

extension LabTests {
    /// Hosts that are not here, played by a library that stands between the guest's kernel and ptrace.
    @Suite struct Hosts {
        @Test(
            "the guest boots by tracing, where a program's registers are as large as on a processor with AMX")
        func largeRegisters() throws {
            try Lab.requireGuest()
            let folder = Repository.artifacts + "/lab-host"
            try FileManager.default.createDirectory(
                atPath: folder + "/in", withIntermediateDirectories: true)
            try "echo booted\n".write(toFile: folder + "/in/script", atomically: true, encoding: .utf8)
            let (program, end) = try Program.run(
                Repository.path("lab/run-guest"), [folder + "/in", folder + "/out", "script", "120"],
                environment: try host(registers: 11008).merging(["VIEWFINDER_SECCOMP": "off"]) { $1 },
                within: 150)
            #expect(end.status == .exited(0), "\(program.errors)")
            #expect(try String(contentsOfFile: folder + "/out/console.log", encoding: .utf8) == "booted\n")
        }

        @Test(
            "a host that cannot run the guest is told of in a sentence",
            arguments: [
                (
                    4 << 20,
                    "this processor's registers take 4194304 bytes, and the guest's kernel has room for 2097152"
                ),
                (0, "this host lets no program trace another"),
            ])
        func refused(_ registers: Int, _ sentence: String) throws {
            try Requirement.programs("gcc")
            let (program, end) = try Program.run(
                Repository.path("lab/build-guest"), ["--check"], environment: try host(registers: registers))
            #expect(end.status == .exited(1))
            #expect(program.errors.hasPrefix("build-guest: \(sentence)"), "\(program.errors)")
            #expect(program.errors.filter(\.isNewline).count == 1, "\(program.errors)")
        }

        /// What a program finds in its environment on a host where a traced program's registers take so many bytes; 0 where none may be
        /// traced.
        private func host(registers: Int) throws -> [String: String?] {
            try PreloadedLibrary.environment("larger-processor")
                .merging(["VIEWFINDER_REGISTERS": "\(registers)"]) { $1 }
        }
    }
}
