/// Shows the picture as a computer of 1981 would: 320×200 cells in black, cyan, magenta and white.
///
/// A cell has the nearest (Euclidean) of the four colours to that in its middle: (0, 0, 0), (⅓, 1, 1), (1, ⅓, 1), (1,
/// 1, 1); cyan where cyan and magenta are equally near, white where either and white are. The longer side has the 320
/// cells; GPUImage always has 200 across and takes the colour in a cell's corner. Alpha is that in the cell's middle.
public final class CGAColorspaceFilter: AreaOperation, @unchecked Sendable {
}
