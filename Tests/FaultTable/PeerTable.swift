/// The table of what is beside the program, how it fails and when: each cell is a test, or the reason why there is none.
enum PeerTable {
    /// A cell of the table.
    enum Cell {
        /// The name of the test's function.
        case test(String)
        case reason(Reason)
    }

    /// The reasons for a cell without a test.
    enum Reason: String, CaseIterable {
        case notYet = "Nothing is asked of it before something is recorded."
        case noMore = "The window has let go of it by then."
        case inside = "It is a library in this process: it ends with the program."
        case noChecksum = "Nobody can tell: what a disk says it has written is not read back."
    }

    static let states = ["start", "running", "recording", "ending"]
    static let failures = ["ended", "stopped", "slow", "garbage"]

    /// The cells of each peer: for each failure, one for each state.
    static let peers: [(name: String, rows: [[Cell]])] = [
        (
            "compositor",
            [
                tests(
                    "noCompositor", "theCompositorsDeathEndsItWithASentence", "compositorGone",
                    "compositorGone"),
                tests(
                    "compositorSilent", "compositorStalled", "itEndsWhileSwayDoesNotRead",
                    "itEndsWhileSwayDoesNotRead"),
                tests(
                    "aSignalEndsTheWaitForACompositorThatDoesNotAnswer", "aStoppedSwayIsWaitedForWithoutWork",
                    "aCompositorThatAnswersAfterTwoSecondsCostsARecordingNothing",
                    "itEndsWhileWestonDoesNotRead"),
                tests(
                    "compositorRefused", "aRefusedRequestEndsItWithASentence",
                    "aRefusedRequestEndsItWithASentenceAndAWholeMovie") + [.reason(.noMore)],
            ]
        ),
        (
            "sound server",
            [
                none(.notYet) + tests("soundLost", "aMicrophoneThatGoesCostsTheSoundAlone"),
                none(.notYet) + tests("soundStalls", "aMicrophoneThatGoesCostsTheSoundAlone"),
                none(.notYet)
                    + tests(
                        "aSoundServerThatAnswersAfterTwoSecondsHoldsNoRecordingUp",
                        "aServerThatDoesNotAnswerCostsNoPicture"),
                none(.notYet)
                    + tests(
                        "withoutAnInputTheTitleSaysSoAndTheRecordingGoesOn",
                        "aServerWithoutAnInputDoesNotHoldTheMovieUp"),
            ]
        ),
        (
            "bus",
            [
                tests(
                    "withoutABusThereAreDefaultsAndASentence", "aBusThatDiesIsToldAndTheWishesStay", service,
                    service),
                tests(service, "aBusThatIsSilentIsGivenUp", service, service),
                tests(service, service, service, service),
                tests(
                    "anAnswerThatMakesNoSenseIsTold", "anAnswerThatMakesNoSenseIsTold",
                    "anAnswerThatMakesNoSenseIsTold") + [.reason(.noMore)],
            ]
        ),
        (
            "portal",
            [
                tests(
                    "aBusWithoutAPortalIsTold", "aPortalThatEndsLeavesItsWordsAndOneThatComesIsAsked",
                    service,
                    service),
                tests(service, "aPortalThatNeverAnswersIsToldOnceAndStillFollowed", service, service),
                tests(service, service, service, service),
                tests(
                    "anAnswerThatMakesNoSenseIsTold", "valuesOfOtherTypesAreDefaults",
                    "valuesOfOtherTypesAreDefaults") + [.reason(.noMore)],
            ]
        ),
        (
            "camera",
            [
                tests("absent", "unplugged", "unplugged", "aSessionStopsAtOnce"),
                tests(
                    "noFirstPicture", "noPictures", "noPictures",
                    "aCameraThatHangsHoldsNothingUpAndLosesNothingElse"),
                tests(
                    "aDriverThatHangsIsAskedAgain", "aDriverThatHangsAtACallIsLeftAndOthersGoOn",
                    "aDriverThatHangsAtACallIsLeftAndOthersGoOn",
                    "aCameraThatHangsHoldsNothingUpAndLosesNothingElse"),
                tests(
                    "nonsenseIsNoDevice", "damagedPictures", "brokenStream",
                    "shortAndDamagedFramesAreToldToEveryOutput"),
            ]
        ),
        (
            "disk",
            [
                tests("settingsUnkept", "pictureUnwritten", "diskFull", "diskFull"),
                tests(
                    "aDiskThatDoesNotAnswerHoldsNobodyUp", "aSecondSignalEndsTheProgramAtOnce",
                    "recordingWaits",
                    "aPictureThatCannotBeSavedInTimeIsTold"),
                tests(
                    "aDiskThatDoesNotAnswerHoldsNobodyUp", "aDiskThatAnswersAfterTwoSecondsIsWaitedFor",
                    "aDiskThatAnswersAfterTwoSecondsIsWaitedFor", "aPictureOnASlowDiskIsWaitedFor"),
                tests("settingsDamaged", "aFileDamagedInAThousandWaysIsUnderstoodOrLeftAlone")
                    + none(.noChecksum),
            ]
        ),
        (
            "encoder",
            [
                none(.notYet) + none(.inside),
                none(.notYet)
                    + tests(
                        "anEncoderThatHangsHoldsNothingUpBeyondTheDeadline",
                        "anEncoderThatHangsHoldsNothingUpBeyondTheDeadline"),
                none(.notYet) + tests("slowEncoder", "whatASlowEncoderLosesIsToldAndTheViewKeepsItsRate"),
                none(.notYet) + none(.inside),
            ]
        ),
    ]

    private static let service = "aServiceOfTheDesktopThatSaysNothingHoldsNothingUp"

    private static func tests(_ names: String...) -> [Cell] { names.map { .test($0) } }

    /// Two cells, of the first two or the last two states.
    private static func none(_ reason: Reason) -> [Cell] { [.reason(reason), .reason(reason)] }

    /// The table in Markdown.
    static var text: String {
        let rows = peers.flatMap { peer in
            zip(failures, peer.rows).map { failure, cells in
                "| \(peer.name) \(failure) | " + cells.map(text).joined(separator: " | ") + " |"
            }
        }
        let reasons = Reason.allCases.enumerated().map { "(\($0 + 1)) \($1.rawValue)" }
        return """

            ## What is beside the program

            Each of these may end, stand still, be slow or talk nonsense, at the start, while the picture runs, while it is recorded and at the
            end: a cell has the name of the test, or the number of the reason why there is none.

            | | \(states.joined(separator: " | ")) |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            \(reasons.joined(separator: " "))

            """
    }

    private static func text(_ cell: Cell) -> String {
        switch cell {
        case .test(let name): "`\(name)`"
        case .reason(let reason): "(\((Reason.allCases.firstIndex(of: reason) ?? 0) + 1))"
        }
    }
}
