// Numbers as the processor's vectors hold them: sixteen pixels side by side, a number of each.
//
// Included once by each of the files that compile the bodies for a kind of processor; the compiler splits sixteen lanes
// into as many registers as that kind needs.

constexpr int laneCount = 16;

#define INLINE static inline __attribute__((always_inline))
#define INLINE_MEMBER inline __attribute__((always_inline))

typedef float FloatLanes __attribute__((ext_vector_type(16)));
typedef int32_t IntLanes __attribute__((ext_vector_type(16)));
typedef uint32_t WordLanes __attribute__((ext_vector_type(16)));
typedef int16_t ShortLanes __attribute__((ext_vector_type(16)));
typedef uint8_t ByteLanes __attribute__((ext_vector_type(16)));
typedef _Float16 HalfLanes __attribute__((ext_vector_type(16)));

template <bool condition, class Type> struct EnableIf {};
template <class Type> struct EnableIf<true, Type> { typedef Type type; };
template <class Type> struct IsNumber { static constexpr bool value = false; };
template <> struct IsNumber<float> { static constexpr bool value = true; };
template <> struct IsNumber<double> { static constexpr bool value = true; };
template <> struct IsNumber<int> { static constexpr bool value = true; };

// A truth value for each pixel; all bits of a lane are set, or none.
struct Bool {
    IntLanes lanes;

    Bool() = default;
    INLINE_MEMBER Bool(IntLanes lanes) : lanes(lanes) {}
    INLINE_MEMBER Bool(bool value) : lanes(IntLanes(value ? -1 : 0)) {}
};

INLINE Bool operator&&(Bool a, Bool b) { return a.lanes & b.lanes; }
INLINE Bool operator||(Bool a, Bool b) { return a.lanes | b.lanes; }
INLINE Bool operator!(Bool a) { return ~a.lanes; }

// A number for each pixel.
struct Float {
    FloatLanes lanes;

    Float() = default;
    INLINE_MEMBER Float(FloatLanes lanes) : lanes(lanes) {}
    template <class Number, class = typename EnableIf<IsNumber<Number>::value, void>::type>
    INLINE_MEMBER Float(Number number) : lanes(FloatLanes((float)number)) {}
    INLINE_MEMBER explicit Float(Bool truth) : lanes(truth.lanes ? FloatLanes(1.0f) : FloatLanes(0.0f)) {}
    INLINE_MEMBER explicit Float(struct Int number);
    INLINE_MEMBER explicit Float(struct Uint number);
    INLINE_MEMBER explicit Float(struct Column column);

    INLINE_MEMBER Float &operator+=(Float other) { lanes += other.lanes; return *this; }
    INLINE_MEMBER Float &operator-=(Float other) { lanes -= other.lanes; return *this; }
    INLINE_MEMBER Float &operator*=(Float other) { lanes *= other.lanes; return *this; }
    INLINE_MEMBER Float &operator/=(Float other) { lanes /= other.lanes; return *this; }
};

INLINE Float operator+(Float a, Float b) { return a.lanes + b.lanes; }
INLINE Float operator-(Float a, Float b) { return a.lanes - b.lanes; }
INLINE Float operator*(Float a, Float b) { return a.lanes * b.lanes; }
INLINE Float operator/(Float a, Float b) { return a.lanes / b.lanes; }
INLINE Float operator-(Float a) { return -a.lanes; }
INLINE Bool operator<(Float a, Float b) { return a.lanes < b.lanes; }
INLINE Bool operator>(Float a, Float b) { return a.lanes > b.lanes; }
INLINE Bool operator<=(Float a, Float b) { return a.lanes <= b.lanes; }
INLINE Bool operator>=(Float a, Float b) { return a.lanes >= b.lanes; }
INLINE Bool operator==(Float a, Float b) { return a.lanes == b.lanes; }
INLINE Bool operator!=(Float a, Float b) { return a.lanes != b.lanes; }

// A whole number for each pixel.
struct Int {
    IntLanes lanes;

    Int() = default;
    INLINE_MEMBER Int(IntLanes lanes) : lanes(lanes) {}
    INLINE_MEMBER Int(int number) : lanes(IntLanes(number)) {}
    INLINE_MEMBER Int(struct Column column);
    INLINE_MEMBER explicit Int(Float number) : lanes(__builtin_convertvector(number.lanes, IntLanes)) {}
};

INLINE Int operator+(Int a, Int b) { return a.lanes + b.lanes; }
INLINE Int operator-(Int a, Int b) { return a.lanes - b.lanes; }
INLINE Int operator*(Int a, Int b) { return a.lanes * b.lanes; }
INLINE Bool operator==(Int a, Int b) { return a.lanes == b.lanes; }

// Whole numbers without a sign.
struct Uint {
    WordLanes lanes;

    Uint() = default;
    INLINE_MEMBER Uint(WordLanes lanes) : lanes(lanes) {}
};

INLINE Uint operator&(Uint a, uint32_t mask) { return a.lanes & mask; }
INLINE Uint operator>>(Uint a, int bits) { return a.lanes >> bits; }
Float::Float(Int number) : lanes(__builtin_convertvector(number.lanes, FloatLanes)) {}
Float::Float(Uint number) : lanes(__builtin_convertvector(number.lanes, FloatLanes)) {}

// The picture's size.
struct Size {
    int x, y;
};

// The columns of sixteen pixels side by side (`step` is 1), or one column for all of them (0).
struct Column {
    int first, step;

    INLINE_MEMBER Column(int first, int step = 0) : first(first), step(step) {}
    INLINE_MEMBER IntLanes lanes() const {
        IntLanes number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        return number * step + first;
    }
};

Float::Float(Column column) : lanes(__builtin_convertvector(column.lanes(), FloatLanes)) {}
Int::Int(Column column) : lanes(column.lanes()) {}
INLINE Column operator+(Column a, Column b) { return Column(a.first + b.first, a.step + b.step); }
INLINE Column operator-(Column a, Column b) { return Column(a.first - b.first, a.step - b.step); }

// Sixteen places side by side, or how far others are from them.
struct ivec2 {
    Column x;
    int y;

    INLINE_MEMBER ivec2(Column x, int y) : x(x), y(y) {}
};

INLINE ivec2 operator+(ivec2 a, ivec2 b) { return ivec2(a.x + b.x, a.y + b.y); }
INLINE ivec2 operator-(ivec2 a, ivec2 b) { return ivec2(a.x - b.x, a.y - b.y); }
INLINE ivec2 operator*(int a, ivec2 b) { return ivec2(Column(a * b.x.first, a * b.x.step), a * b.y); }

INLINE Float choose(Bool condition, Float yes, Float no) { return condition.lanes ? yes.lanes : no.lanes; }

// As GLSL leaves it open what becomes of a NaN, these turn one into the second number.
INLINE Float min(Float a, Float b) { return a.lanes < b.lanes ? a.lanes : b.lanes; }
INLINE Float max(Float a, Float b) { return a.lanes > b.lanes ? a.lanes : b.lanes; }
INLINE Float clamp(Float a, Float low, Float high) { return min(max(a, low), high); }
INLINE Float mix(Float a, Float b, Float part) { return a + (b - a) * part; }
INLINE Float step(Float edge, Float a) { return choose(a < edge, 0.0f, 1.0f); }
INLINE Float abs(Float a) { return __builtin_elementwise_abs(a.lanes); }
INLINE Float floor(Float a) { return __builtin_elementwise_floor(a.lanes); }
INLINE Float ceil(Float a) { return __builtin_elementwise_ceil(a.lanes); }
INLINE Float round(Float a) { return __builtin_elementwise_roundeven(a.lanes); }
INLINE Float fract(Float a) { return a - floor(a); }
INLINE Float mod(Float a, Float b) { return a - b * floor(a / b); }
INLINE Float sqrt(Float a) { return __builtin_elementwise_sqrt(a.lanes); }
INLINE Float inversesqrt(Float a) { return 1.0f / sqrt(a); }
INLINE Float sign(Float a) { return choose(a > 0.0f, 1.0f, choose(a < 0.0f, -1.0f, 0.0f)); }
INLINE Float radians(Float a) { return a * 0.017453292519943295f; }
INLINE Float degrees(Float a) { return a * 57.29577951308232f; }
INLINE Float smoothstep(Float low, Float high, Float a) {
    Float part = clamp((a - low) / (high - low), 0.0f, 1.0f);
    return part * part * (3.0f - 2.0f * part);
}

// Polynomials through the zeros of Chebyshev's; log2 is within 3e-7 of the exact value times its argument's distance from 1,
// exp2 within 8e-8 of the value, sin and cos within 5e-7, atan within 7e-7.
INLINE Float polynomial(Float, float last) { return last; }
template <class... Rest> INLINE Float polynomial(Float a, float first, Rest... rest) {
    return polynomial(a, rest...) * a + first;
}

INLINE Float log2(Float a) {
    IntLanes bits = (IntLanes)a.lanes;
    // The mantissa between √½ and √2.
    IntLanes exponent = (bits - 0x3f3504f3) >> 23;
    Float m = Float((FloatLanes)(bits - (exponent << 23))) - 1.0f;
    Float sum = polynomial(
        m, 1.44269496f, -0.72135276f, 0.48092404f, -0.36024199f, 0.28707561f, -0.24882181f, 0.23420985f, -0.14620353f);
    return sum * m + Float(__builtin_convertvector(exponent, FloatLanes));
}

INLINE Float exp2(Float a) {
    a = clamp(a, -126.0f, 127.0f);
    Float whole = round(a);
    Float part = a - whole;
    Float sum = polynomial(part, 1.0f, 0.69314721f, 0.24022107f, 0.05550327f, 0.00967604f, 0.00134004f);
    IntLanes exponent = __builtin_convertvector(whole.lanes, IntLanes) << 23;
    return (FloatLanes)((IntLanes)sum.lanes + exponent);
}

INLINE Float log(Float a) { return log2(a) * 0.6931471805599453f; }
INLINE Float exp(Float a) { return exp2(a * 1.4426950408889634f); }
INLINE Float pow(Float a, Float power) { return choose(a > 0.0f, exp2(power * log2(a)), 0.0f); }

INLINE Float sin(Float a) {
    // To -π/2…π/2, where every second half turn changes the sign.
    Float halfTurns = round(a * 0.3183098861837907f);
    Float rest = a - halfTurns * 3.140625f;
    rest = rest - halfTurns * 0.0009676535897932f;
    Float square = rest * rest;
    Float sum = polynomial(square, 0.999999996f, -1.66666580e-01f, 8.33305062e-03f, -1.98090464e-04f, 2.60516628e-06f);
    IntLanes sign = __builtin_convertvector(halfTurns.lanes, IntLanes) << 31;
    return (FloatLanes)((IntLanes)(sum * rest).lanes ^ sign);
}

INLINE Float cos(Float a) { return sin(a + 1.5707963267948966f); }

INLINE Float atan(Float y, Float x) {
    Float high = max(abs(x), abs(y)), low = min(abs(x), abs(y));
    Float slope = choose(high > 0.0f, low / high, 0.0f);
    Float square = slope * slope;
    Float sum = polynomial(
        square, 0.99999933f, -0.33326375f, 0.19879872f, -0.13480406f, 0.08374156f, -0.03689863f, 0.00782548f);
    Float angle = sum * slope;
    angle = choose(abs(y) > abs(x), 1.5707963267948966f - angle, angle);
    angle = choose(x < 0.0f, 3.141592653589793f - angle, angle);
    return choose(y < 0.0f, -angle, angle);
}

template <class Lanes> INLINE Lanes load(const void *from) {
    Lanes lanes;
    __builtin_memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
