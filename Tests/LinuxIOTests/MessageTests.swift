import LinuxIO
import TestSupport
import Testing

/// Sentences that are English in logs, and in the user's language on the screen.
@Suite struct MessageTests {
    private struct Trouble: Error, MessageConvertible, CustomStringConvertible {
        let message: Message = "it is broken"
        let description = "it is broken"
    }

    private let words = Message(
        "{file} cannot be read: {reason}", ["file": "a {reason}", "reason": Trouble()], comment: "A notice")

    @Test func namesAreInTheirPlaces() {
        #expect(words.description == "a {reason} cannot be read: it is broken")
        #expect(words.localized == words.description)
        #expect("\(words)" == words.description)
    }

    @Test func whatIsPutInIsTranslatedOnlyWhereItIsAMessage() {
        PseudoTranslation.with {
            "<\($0)>"
        } _: {
            #expect(words.localized == "<a {reason} cannot be read: <it is broken>>")
            #expect(words.description == "a {reason} cannot be read: it is broken")
        }
    }

    @Test func aTranslationMayHaveItsPlacesInAnyOrder() {
        PseudoTranslation.with { _ in
            "{reason}, {file}, {reason}, {other}, {"
        } _: {
            let words = Message("{file}: {reason}", ["file": "a", "reason": 7], comment: "A notice")
            #expect(words.localized == "7, a, 7, {other}, {")
        }
    }

    @Test func aSentenceBeginsWithACapitalUnlessANameStandsThere() {
        #expect(Message("saved {file}", ["file": "a.png"], comment: "A notice").sentence == "Saved a.png")
        #expect(words.sentence == "a {reason} cannot be read: it is broken")
        #expect(Message(verbatim: "v4l2 says no").sentence == "v4l2 says no")
        let count = Message("one picture", comment: "A number")
        #expect(
            Message("{count} saved", ["count": count], comment: "A notice").sentence == "One picture saved")
        #expect(Message("", comment: "Nothing").sentence == "")
        PseudoTranslation.with {
            $0 == "saved {file}" ? "{file} ist da" : "über \($0)"
        } _: {
            #expect(Message("saved {file}", ["file": "a"], comment: "A notice").sentence == "a ist da")
            #expect(Message("{x}", ["x": count], comment: "A notice").sentence == "Über über one picture")
            #expect(count.sentence == "Über one picture" && "\(count)" == "one picture")
        }
    }

    @Test func textsWithInterpolationsAreMessages() {
        let message: Message = "\(3) of \("four {1}") are \(Trouble())"
        #expect(message == "3 of four {1} are it is broken")
        PseudoTranslation.with {
            $0 == "{1} of {2} are {3}" ? "{3}/{2}/{1}" : "<\($0)>"
        } _: {
            #expect(message.localized == "<it is broken>/four {1}/3")
        }
    }

    @Test func aTextThatIsNothingButAnotherOneIsThat() {
        PseudoTranslation.with {
            "<\($0)>"
        } _: {
            let device: Message = "\("Camera 7")"
            let trouble: Message = "\(Trouble() as any Error)"
            #expect(device.localized == "Camera 7" && trouble.localized == "<it is broken>")
            #expect(Message(verbatim: "Camera 7").localized == "Camera 7")
        }
    }

    @Test func messagesAreComparedAsTheyAreInLogs() {
        let other: Message = "\("it is broken")"
        #expect(Trouble().message == other && Set([Trouble().message, other]).count == 1)
        #expect(other != words)
    }

    @Test func nothingOnTheScreenSteersOrIsEndless() {
        #expect(Message(verbatim: "a\u{1b}[2J").localized == "a\u{fffd}[2J")
        #expect(Message(verbatim: "a\u{1b}[2J").description == "a\u{1b}[2J")
        #expect(Message(verbatim: String(repeating: "a", count: 10_000)).localized.count == 2001)
    }

    @Test func aTranslationThatLacksWordsLeavesThem() {
        #expect(Translation.words("Mirror", comment: "A switch") == "Mirror")
        PseudoTranslation.inArabic {
            let words = Translation.words("Mirror", comment: "A switch")
            #expect(PseudoTranslation.latinWords(of: words) == [])
        }
        #expect(Translation.words("Mirror", comment: "A switch") == "Mirror")
    }
}
