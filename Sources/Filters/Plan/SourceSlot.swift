/// A picture that comes from outside the graph, anew for each frame.
package final class SourceSlot {
    init() {}
}
