import LinuxIO
import Testing

@testable import Viewfinder

/// Chains of filters under names.
@Suite struct KeptChainTests {
    @Test(arguments: [
        ("warm", "warm"), ("  warm \n", "warm"), ("a\u{1b}[31m b", "a[31m b"), ("\u{202e}evil", "evil"),
        ("Ä + 中", "Ä + 中"),
    ])
    func namesAreWhatIsLeftWithoutControls(text: String, name: String) {
        #expect(KeptChain.name(text) == name)
    }

    @Test func noNameIsMadeOfNothing() {
        for text in ["", "   ", "\n\t", "\u{202e}", "\u{1b}"] { #expect(KeptChain.name(text) == nil) }
    }

    @Test func longNamesAreCut() throws {
        let name = try #require(KeptChain.name(String(repeating: "e\u{301}", count: 5000)))
        #expect(name.unicodeScalars.count == KeptChain.longestName)
        #expect(KeptChain.name(String(repeating: " ", count: 5000) + "x") == "x")
    }

    @Test func chainsStandInTheOrderOfTheirNamesAndANameHasOneChain() {
        var chains: [KeptChain] = []
        for name in ["b", "C", "a"] {
            #expect(chains.keep(KeptChain(name: name, filters: ["luminance"])) == true)
        }
        #expect(chains.map(\.name) == ["a", "b", "C"])
        #expect(chains.keep(KeptChain(name: "b", filters: ["haze"])) == true)
        #expect(chains.map(\.name) == ["a", "b", "C"] && chains[1].filters == ["haze"])
    }

    @Test func thereAreFiftyAtMost() {
        var chains: [KeptChain] = []
        for number in 0..<KeptChain.most {
            #expect(chains.keep(KeptChain(name: "\(number)", filters: ["haze"])) == true)
        }
        #expect(chains.keep(KeptChain(name: "one more", filters: ["haze"])) == false)
        #expect(chains.count == KeptChain.most)
        // One of those can still be changed.
        #expect(chains.keep(KeptChain(name: "7", filters: ["luminance"])) == true)
        #expect(chains.count == KeptChain.most)
    }

    @Test func namesOfTheFileAreShownWithoutWhatSteersATerminal() {
        let chain = KeptChain(name: "\u{1b}]0;title\u{7}" + String(repeating: "x", count: 500), filters: [])
        #expect(chain.title.unicodeScalars.allSatisfy { !$0.isSteering })
        #expect(chain.title.unicodeScalars.count <= KeptChain.longestName + 1)
        // One that nobody can read is left alone.
        #expect([KeptChain(name: "\u{202e} ", filters: [])].inOrder == [])
    }
}
