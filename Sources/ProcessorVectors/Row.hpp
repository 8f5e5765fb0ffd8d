// The slow way, which reads every row of the table of formats.

// Reads the samples of any row of the table of formats, as the upper bits of 16-bit numbers.
template <class Word> struct RowReader {
    size_t offset, step, shift;
    int up, down;
    uint32_t mask;

    RowReader(const ProcessorChannel &channel)
        : offset((size_t)channel.offset), step((size_t)channel.step), shift((size_t)channel.shift),
          up(channel.bits < 16 ? 16 - channel.bits : 0), down(channel.bits > 16 ? channel.bits - 16 : 0),
          mask(channel.bits < 32 ? (1u << channel.bits) - 1 : ~0u) {}

    INLINE_MEMBER uint32_t operator()(const uint8_t *row, int place) const {
        const size_t bit = offset + (size_t)place * step;
        Word word;
        __builtin_memcpy(&word, row + bit / 8, sizeof word);
        return ((uint32_t)word >> (bit % 8 + shift) & mask) << up >> down;
    }
};

// Calls with the reader for a channel's words.
template <class Body> INLINE void withReader(const ProcessorChannel &channel, Body body) {
    if (channel.word == 8)
        body(RowReader<uint8_t>(channel));
    else if (channel.word == 16)
        body(RowReader<uint16_t>(channel));
    else
        body(RowReader<uint32_t>(channel));
}
