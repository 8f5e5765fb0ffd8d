"""Reads PNG pictures of 8 or 16 bits."""
import zlib


class Picture:
    def __init__(self, data):
        if data[:8] != b"\x89PNG\r\n\x1a\n":
            raise ValueError("no PNG")
        at, packed = 8, b""
        while at < len(data):
            length, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
            body = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
                self.bits, color, interlaced = body[8], body[9], body[12]
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        self.samples = {0: 1, 2: 3, 4: 2, 6: 4}.get(color, 0)
        if self.bits not in (8, 16) or not self.samples or interlaced:
            raise ValueError(f"a PNG of kind {color} with {self.bits} bits")
        self.rows = self.unfiltered(zlib.decompress(packed))

    def unfiltered(self, data):
        step = self.samples * self.bits // 8
        length = self.width * step
        rows, above = [], bytes(length)
        for start in range(0, self.height * (length + 1), length + 1):
            kind, row = data[start], bytearray(data[start + 1:start + 1 + length])
            if kind == 2 and not any(row):
                row = above
            elif kind:
                for i in range(length):
                    left = row[i - step] if i >= step else 0
                    corner = above[i - step] if i >= step else 0
                    row[i] = row[i] + self.predicted(kind, left, above[i], corner) & 255
            rows.append(bytes(row))
            above = row
        return rows

    @staticmethod
    def predicted(kind, left, above, corner):
        if kind == 4:
            guess = left + above - corner
            return min((left, above, corner), key=lambda value: abs(guess - value))
        return {1: left, 2: above, 3: (left + above) // 2}[kind]

    def pixel(self, x, y):
        """Red, green and blue from 0 to 255, with fractions where the picture has 16 bits."""
        size = self.bits // 8
        at = x * self.samples * size
        values = [int.from_bytes(self.rows[y][at + i * size:at + i * size + size], "big") for i in range(self.samples)]
        if self.samples < 3:
            values = values[:1] * 3
        return [value / (2 ** self.bits - 1) * 255 for value in values[:3]]
