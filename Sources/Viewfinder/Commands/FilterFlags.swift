internal import ArgumentParser

/// The options of the filters that the picture goes through; shared by `show` and `snapshot`.
struct FilterFlags: ParsableArguments {
    @Option(
        name: .customLong("filter"),
        help: """
            Show the picture through a filter, name[:parameter=value,…]; several in their order. See viewfinder filters.
            """,
        transform: { try FilterLink(parsing: $0) })
    var filters: [FilterLink] = []
}
