/// A grey JPEG picture of 8x8 pixels, each of whose scans tells the same again.
package func progressiveJPEG(scans: Int) -> [UInt8] {
    let table: [UInt8] = [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]
    // One code of one bit, for no difference.
    let codes: [UInt8] = [0xff, 0xc4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 16)
    let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0x7f]
    let beginning = [0xff, 0xd8] + table + frame + codes
    return beginning + (0..<scans).flatMap { _ in scan } + [0xff, 0xd9]
}
