import FilterReferences
import Filters

/// The facts that the documentation tells about an operation.
struct GalleryItem: Encodable {
    struct Parameter: Encodable {
        let name: String
        let initial: [Float]
        let minimum: Float?
        let maximum: Float?
        let unit: String
        let type: String
    }

    /// The worst of all its references.
    struct Distance: Encodable {
        var cases = 0
        var failures = 0
        var codes = 0
        /// The largest share of samples that differ by more than the tolerance's codes.
        var share = 0.0
        /// The least ratio; nil where all is equal.
        var decibels: Double?
        var allowedCodes: Int?
        var allowedShare: Double?
        var allowedDecibels: Double?
    }

    struct Picture: Encodable {
        let file: String
        let width: Int
        let height: Int
        let settings: [String: [Float]]
    }

    let name: String
    let className: String
    let gpuImageName: String?
    let group: String
    let inputs: Int
    let parameters: [Parameter]
    let distance: Distance
    var picture: Picture?

    init(_ entry: CatalogEntry, cases: [ReferenceManifest.Case], errors: [ReferenceError]) {
        let operation = entry.make()
        name = entry.name
        className = entry.className
        gpuImageName = entry.gpuImageName
        group = entry.group.rawValue
        inputs = operation.input.maximum
        parameters = operation.parameters.map { name, parameter in
            Parameter(
                name: name, initial: parameter.initialComponents, minimum: parameter.range?.lowerBound,
                maximum: parameter.range?.upperBound, unit: parameter.unit.rawValue,
                type: String(describing: type(of: parameter)))
        }
        distance = Self.worst(cases, errors)
    }

    private static func worst(
        _ cases: [ReferenceManifest.Case], _ errors: [ReferenceError]
    ) -> Distance {
        var distance = Distance()
        distance.cases = cases.count
        for (reference, error) in zip(cases, errors) {
            if !error.isWithin { distance.failures += 1 }
            distance.codes = max(distance.codes, error.worst)
            distance.share = max(distance.share, error.share)
            if error.psnr.isFinite { distance.decibels = min(distance.decibels ?? .infinity, error.psnr) }
            distance.allowedCodes = reference.tolerance.codes
            distance.allowedShare = reference.tolerance.share
            distance.allowedDecibels = reference.tolerance.psnr
        }
        return distance
    }
}
