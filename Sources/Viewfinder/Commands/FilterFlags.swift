internal import ArgumentParser
internal import Filters

/// The options of the filters that the picture goes through; shared by `show` and `snapshot`.
struct FilterFlags: ParsableArguments {
    @Option(
        name: .customLong("filter"),
        help: """
            Take the picture through a filter, name[:parameter=value,…]; several in their order. See viewfinder filters.
            """,
        transform: { text in
            do throws(FilterError) {
                let link = try FilterLink(parsing: text)
                // No window waits yet, and a wrong name is a wrong argument.
                try link.second?.read()
                return link
            } catch .unknownOperation(let name, let similar) {
                let fault = FilterError.unknownOperation(name, similar: similar)
                throw ValidationError("\(fault) (viewfinder filters lists all)")
            }
        })
    var filters: [FilterLink] = []
}
