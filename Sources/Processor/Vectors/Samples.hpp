// Samples of planes side by side: as many bytes, words and floats as suit work on plain numbers.

constexpr int sampleCount = 32;

typedef uint8_t ByteSamples __attribute__((ext_vector_type(32)));
typedef uint16_t WordSamples __attribute__((ext_vector_type(32)));
typedef int16_t ShortSamples __attribute__((ext_vector_type(32)));
typedef int32_t IntSamples __attribute__((ext_vector_type(32)));
typedef uint32_t LongSamples __attribute__((ext_vector_type(32)));
typedef float FloatSamples __attribute__((ext_vector_type(32)));

template <class Samples> INLINE void store(void *to, Samples samples) { __builtin_memcpy(to, &samples, sizeof samples); }

// The upper halves of products with a weight; the compiler has one instruction for it.
INLINE WordSamples upperProduct(WordSamples value, uint16_t weight) {
    LongSamples product = __builtin_convertvector(value, LongSamples) * (uint32_t)weight;
    return __builtin_convertvector(product >> 16, WordSamples);
}

// Halves of sums, rounded up; likewise.
INLINE WordSamples middle(WordSamples a, WordSamples b) {
    LongSamples sum = __builtin_convertvector(a, LongSamples) + __builtin_convertvector(b, LongSamples) + 1;
    return __builtin_convertvector(sum >> 1, WordSamples);
}
