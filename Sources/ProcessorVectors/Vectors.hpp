// GLSL's vectors of floats, with a number of each pixel in every component; what bodies use of them.

struct vec2;
struct vec3;
struct vec4;

// Some components of a vector, in their order; lies where the vector lies.
template <class Vector, int... places> struct Swizzle;

template <class Vector, int a, int b> struct Swizzle<Vector, a, b> {
    Float components[4];

    INLINE_MEMBER operator Vector() const;
    INLINE_MEMBER Swizzle &operator=(Vector other);
};

template <class Vector, int a, int b, int c> struct Swizzle<Vector, a, b, c> {
    Float components[4];

    INLINE_MEMBER operator Vector() const;
    INLINE_MEMBER Swizzle &operator=(Vector other);
};

template <class Vector, int a, int b, int c, int d> struct Swizzle<Vector, a, b, c, d> {
    Float components[4];

    INLINE_MEMBER operator Vector() const;
    INLINE_MEMBER Swizzle &operator=(Vector other);
};

struct vec2 {
    union {
        struct {
            Float x, y;
        };
        struct {
            Float r, g;
        };
        Float components[4];
        Swizzle<vec2, 0, 1> xy, rg;
        Swizzle<vec2, 1, 0> yx, gr;
    };

    vec2() = default;
    INLINE_MEMBER explicit vec2(Float all) { x = all; y = all; }
    INLINE_MEMBER vec2(Float x0, Float y0) { x = x0; y = y0; }
    INLINE_MEMBER explicit vec2(ivec2 place) { x = Float(place.x); y = Float(place.y); }
    INLINE_MEMBER explicit vec2(Size size) { x = Float(size.x); y = Float(size.y); }
    INLINE_MEMBER Float &operator[](int index) { return components[index]; }
    INLINE_MEMBER vec2 &operator+=(vec2 other) { x += other.x; y += other.y; return *this; }
    INLINE_MEMBER vec2 &operator+=(Float other) { x += other; y += other; return *this; }
    INLINE_MEMBER vec2 &operator-=(vec2 other) { x -= other.x; y -= other.y; return *this; }
    INLINE_MEMBER vec2 &operator-=(Float other) { x -= other; y -= other; return *this; }
    INLINE_MEMBER vec2 &operator*=(vec2 other) { x *= other.x; y *= other.y; return *this; }
    INLINE_MEMBER vec2 &operator*=(Float other) { x *= other; y *= other; return *this; }
    INLINE_MEMBER vec2 &operator/=(vec2 other) { x /= other.x; y /= other.y; return *this; }
    INLINE_MEMBER vec2 &operator/=(Float other) { x /= other; y /= other; return *this; }
};

struct vec3 {
    union {
        struct {
            Float x, y, z;
        };
        struct {
            Float r, g, b;
        };
        Float components[4];
        Swizzle<vec2, 0, 1> xy, rg;
        Swizzle<vec2, 0, 2> xz, rb;
        Swizzle<vec2, 1, 2> yz, gb;
        Swizzle<vec3, 0, 1, 2> xyz, rgb;
        Swizzle<vec3, 2, 1, 0> zyx, bgr;
        Swizzle<vec3, 2, 0, 1> zxy, brg;
        Swizzle<vec3, 1, 2, 0> yzx, gbr;
    };

    vec3() = default;
    INLINE_MEMBER explicit vec3(Float all) { x = all; y = all; z = all; }
    INLINE_MEMBER vec3(Float x0, Float y0, Float z0) { x = x0; y = y0; z = z0; }
    INLINE_MEMBER vec3(vec2 first, Float last);
    INLINE_MEMBER Float &operator[](int index) { return components[index]; }
    INLINE_MEMBER vec3 &operator+=(vec3 other) { x += other.x; y += other.y; z += other.z; return *this; }
    INLINE_MEMBER vec3 &operator+=(Float other) { x += other; y += other; z += other; return *this; }
    INLINE_MEMBER vec3 &operator-=(vec3 other) { x -= other.x; y -= other.y; z -= other.z; return *this; }
    INLINE_MEMBER vec3 &operator-=(Float other) { x -= other; y -= other; z -= other; return *this; }
    INLINE_MEMBER vec3 &operator*=(vec3 other) { x *= other.x; y *= other.y; z *= other.z; return *this; }
    INLINE_MEMBER vec3 &operator*=(Float other) { x *= other; y *= other; z *= other; return *this; }
    INLINE_MEMBER vec3 &operator/=(vec3 other) { x /= other.x; y /= other.y; z /= other.z; return *this; }
    INLINE_MEMBER vec3 &operator/=(Float other) { x /= other; y /= other; z /= other; return *this; }
};

struct vec4 {
    union {
        struct {
            Float x, y, z, w;
        };
        struct {
            Float r, g, b, a;
        };
        Float components[4];
        Swizzle<vec2, 0, 1> xy, rg;
        Swizzle<vec2, 2, 3> zw, ba;
        Swizzle<vec2, 0, 2> xz, rb;
        Swizzle<vec2, 1, 3> yw, ga;
        Swizzle<vec3, 2, 1, 0> zyx, bgr;
        Swizzle<vec3, 0, 1, 2> xyz, rgb;
        Swizzle<vec4, 0, 1, 2, 3> xyzw, rgba;
    };

    vec4() = default;
    INLINE_MEMBER explicit vec4(Float all) { x = all; y = all; z = all; w = all; }
    INLINE_MEMBER vec4(Float x0, Float y0, Float z0, Float w0) { x = x0; y = y0; z = z0; w = w0; }
    INLINE_MEMBER vec4(vec3 first, Float last);
    INLINE_MEMBER vec4(vec2 first, vec2 last);
    INLINE_MEMBER Float &operator[](int index) { return components[index]; }
    INLINE_MEMBER vec4 &operator+=(vec4 other) { x += other.x; y += other.y; z += other.z; w += other.w; return *this; }
    INLINE_MEMBER vec4 &operator+=(Float other) { x += other; y += other; z += other; w += other; return *this; }
    INLINE_MEMBER vec4 &operator-=(vec4 other) { x -= other.x; y -= other.y; z -= other.z; w -= other.w; return *this; }
    INLINE_MEMBER vec4 &operator-=(Float other) { x -= other; y -= other; z -= other; w -= other; return *this; }
    INLINE_MEMBER vec4 &operator*=(vec4 other) { x *= other.x; y *= other.y; z *= other.z; w *= other.w; return *this; }
    INLINE_MEMBER vec4 &operator*=(Float other) { x *= other; y *= other; z *= other; w *= other; return *this; }
    INLINE_MEMBER vec4 &operator/=(vec4 other) { x /= other.x; y /= other.y; z /= other.z; w /= other.w; return *this; }
    INLINE_MEMBER vec4 &operator/=(Float other) { x /= other; y /= other; z /= other; w /= other; return *this; }
};

vec3::vec3(vec2 first, Float last) { x = first.x; y = first.y; z = last; }
vec4::vec4(vec3 first, Float last) { x = first.x; y = first.y; z = first.z; w = last; }
vec4::vec4(vec2 first, vec2 last) { x = first.x; y = first.y; z = last.x; w = last.y; }

template <class Vector, int a, int b> Swizzle<Vector, a, b>::operator Vector() const {
    return Vector(components[a], components[b]);
}
template <class Vector, int a, int b>
Swizzle<Vector, a, b> &Swizzle<Vector, a, b>::operator=(Vector other) {
    components[a] = other.components[0]; components[b] = other.components[1];
    return *this;
}

template <class Vector, int a, int b, int c> Swizzle<Vector, a, b, c>::operator Vector() const {
    return Vector(components[a], components[b], components[c]);
}
template <class Vector, int a, int b, int c>
Swizzle<Vector, a, b, c> &Swizzle<Vector, a, b, c>::operator=(Vector other) {
    components[a] = other.components[0]; components[b] = other.components[1]; components[c] = other.components[2];
    return *this;
}

template <class Vector, int a, int b, int c, int d> Swizzle<Vector, a, b, c, d>::operator Vector() const {
    return Vector(components[a], components[b], components[c], components[d]);
}
template <class Vector, int a, int b, int c, int d>
Swizzle<Vector, a, b, c, d> &Swizzle<Vector, a, b, c, d>::operator=(Vector other) {
    components[a] = other.components[0]; components[b] = other.components[1]; components[c] = other.components[2]; components[d] = other.components[3];
    return *this;
}

INLINE vec2 operator+(vec2 a, vec2 b) { return vec2(a.x + b.x, a.y + b.y); }
INLINE vec2 operator+(vec2 a, Float b) { return vec2(a.x + b, a.y + b); }
INLINE vec2 operator+(Float a, vec2 b) { return vec2(a + b.x, a + b.y); }
INLINE vec2 operator-(vec2 a, vec2 b) { return vec2(a.x - b.x, a.y - b.y); }
INLINE vec2 operator-(vec2 a, Float b) { return vec2(a.x - b, a.y - b); }
INLINE vec2 operator-(Float a, vec2 b) { return vec2(a - b.x, a - b.y); }
INLINE vec2 operator*(vec2 a, vec2 b) { return vec2(a.x * b.x, a.y * b.y); }
INLINE vec2 operator*(vec2 a, Float b) { return vec2(a.x * b, a.y * b); }
INLINE vec2 operator*(Float a, vec2 b) { return vec2(a * b.x, a * b.y); }
INLINE vec2 operator/(vec2 a, vec2 b) { return vec2(a.x / b.x, a.y / b.y); }
INLINE vec2 operator/(vec2 a, Float b) { return vec2(a.x / b, a.y / b); }
INLINE vec2 operator/(Float a, vec2 b) { return vec2(a / b.x, a / b.y); }
INLINE vec2 operator-(vec2 a) { return vec2(-a.x, -a.y); }
INLINE vec2 choose(Bool condition, vec2 yes, vec2 no) { return vec2(choose(condition, yes.x, no.x), choose(condition, yes.y, no.y)); }
INLINE vec2 abs(vec2 a) { return vec2(abs(a.x), abs(a.y)); }
INLINE vec2 floor(vec2 a) { return vec2(floor(a.x), floor(a.y)); }
INLINE vec2 ceil(vec2 a) { return vec2(ceil(a.x), ceil(a.y)); }
INLINE vec2 fract(vec2 a) { return vec2(fract(a.x), fract(a.y)); }
INLINE vec2 sqrt(vec2 a) { return vec2(sqrt(a.x), sqrt(a.y)); }
INLINE vec2 sign(vec2 a) { return vec2(sign(a.x), sign(a.y)); }
INLINE vec2 exp(vec2 a) { return vec2(exp(a.x), exp(a.y)); }
INLINE vec2 exp2(vec2 a) { return vec2(exp2(a.x), exp2(a.y)); }
INLINE vec2 log(vec2 a) { return vec2(log(a.x), log(a.y)); }
INLINE vec2 log2(vec2 a) { return vec2(log2(a.x), log2(a.y)); }
INLINE vec2 radians(vec2 a) { return vec2(radians(a.x), radians(a.y)); }
INLINE vec2 sin(vec2 a) { return vec2(sin(a.x), sin(a.y)); }
INLINE vec2 cos(vec2 a) { return vec2(cos(a.x), cos(a.y)); }
INLINE vec2 min(vec2 a, vec2 b) { return vec2(min(a.x, b.x), min(a.y, b.y)); }
INLINE vec2 max(vec2 a, vec2 b) { return vec2(max(a.x, b.x), max(a.y, b.y)); }
INLINE vec2 pow(vec2 a, vec2 b) { return vec2(pow(a.x, b.x), pow(a.y, b.y)); }
INLINE vec2 mod(vec2 a, vec2 b) { return vec2(mod(a.x, b.x), mod(a.y, b.y)); }
INLINE vec2 step(vec2 a, vec2 b) { return vec2(step(a.x, b.x), step(a.y, b.y)); }
INLINE vec2 min(vec2 a, Float b) { return vec2(min(a.x, b), min(a.y, b)); }
INLINE vec2 max(vec2 a, Float b) { return vec2(max(a.x, b), max(a.y, b)); }
INLINE vec2 mod(vec2 a, Float b) { return vec2(mod(a.x, b), mod(a.y, b)); }
INLINE vec2 step(Float a, vec2 b) { return vec2(step(a, b.x), step(a, b.y)); }
INLINE vec2 clamp(vec2 a, Float low, Float high) { return vec2(clamp(a.x, low, high), clamp(a.y, low, high)); }
INLINE vec2 clamp(vec2 a, vec2 low, vec2 high) { return vec2(clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y)); }
INLINE vec2 mix(vec2 a, vec2 b, Float part) { return vec2(mix(a.x, b.x, part), mix(a.y, b.y, part)); }
INLINE vec2 mix(vec2 a, vec2 b, vec2 part) { return vec2(mix(a.x, b.x, part.x), mix(a.y, b.y, part.y)); }
INLINE vec2 smoothstep(Float low, Float high, vec2 a) { return vec2(smoothstep(low, high, a.x), smoothstep(low, high, a.y)); }
INLINE Float dot(vec2 a, vec2 b) { return a.x * b.x + a.y * b.y; }
INLINE Float length(vec2 a) { return sqrt(dot(a, a)); }
INLINE Float distance(vec2 a, vec2 b) { return length(a - b); }
INLINE vec2 normalize(vec2 a) { return a * inversesqrt(dot(a, a)); }

INLINE vec3 operator+(vec3 a, vec3 b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }
INLINE vec3 operator+(vec3 a, Float b) { return vec3(a.x + b, a.y + b, a.z + b); }
INLINE vec3 operator+(Float a, vec3 b) { return vec3(a + b.x, a + b.y, a + b.z); }
INLINE vec3 operator-(vec3 a, vec3 b) { return vec3(a.x - b.x, a.y - b.y, a.z - b.z); }
INLINE vec3 operator-(vec3 a, Float b) { return vec3(a.x - b, a.y - b, a.z - b); }
INLINE vec3 operator-(Float a, vec3 b) { return vec3(a - b.x, a - b.y, a - b.z); }
INLINE vec3 operator*(vec3 a, vec3 b) { return vec3(a.x * b.x, a.y * b.y, a.z * b.z); }
INLINE vec3 operator*(vec3 a, Float b) { return vec3(a.x * b, a.y * b, a.z * b); }
INLINE vec3 operator*(Float a, vec3 b) { return vec3(a * b.x, a * b.y, a * b.z); }
INLINE vec3 operator/(vec3 a, vec3 b) { return vec3(a.x / b.x, a.y / b.y, a.z / b.z); }
INLINE vec3 operator/(vec3 a, Float b) { return vec3(a.x / b, a.y / b, a.z / b); }
INLINE vec3 operator/(Float a, vec3 b) { return vec3(a / b.x, a / b.y, a / b.z); }
INLINE vec3 operator-(vec3 a) { return vec3(-a.x, -a.y, -a.z); }
INLINE vec3 choose(Bool condition, vec3 yes, vec3 no) { return vec3(choose(condition, yes.x, no.x), choose(condition, yes.y, no.y), choose(condition, yes.z, no.z)); }
INLINE vec3 abs(vec3 a) { return vec3(abs(a.x), abs(a.y), abs(a.z)); }
INLINE vec3 floor(vec3 a) { return vec3(floor(a.x), floor(a.y), floor(a.z)); }
INLINE vec3 ceil(vec3 a) { return vec3(ceil(a.x), ceil(a.y), ceil(a.z)); }
INLINE vec3 fract(vec3 a) { return vec3(fract(a.x), fract(a.y), fract(a.z)); }
INLINE vec3 sqrt(vec3 a) { return vec3(sqrt(a.x), sqrt(a.y), sqrt(a.z)); }
INLINE vec3 sign(vec3 a) { return vec3(sign(a.x), sign(a.y), sign(a.z)); }
INLINE vec3 exp(vec3 a) { return vec3(exp(a.x), exp(a.y), exp(a.z)); }
INLINE vec3 exp2(vec3 a) { return vec3(exp2(a.x), exp2(a.y), exp2(a.z)); }
INLINE vec3 log(vec3 a) { return vec3(log(a.x), log(a.y), log(a.z)); }
INLINE vec3 log2(vec3 a) { return vec3(log2(a.x), log2(a.y), log2(a.z)); }
INLINE vec3 radians(vec3 a) { return vec3(radians(a.x), radians(a.y), radians(a.z)); }
INLINE vec3 sin(vec3 a) { return vec3(sin(a.x), sin(a.y), sin(a.z)); }
INLINE vec3 cos(vec3 a) { return vec3(cos(a.x), cos(a.y), cos(a.z)); }
INLINE vec3 min(vec3 a, vec3 b) { return vec3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)); }
INLINE vec3 max(vec3 a, vec3 b) { return vec3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)); }
INLINE vec3 pow(vec3 a, vec3 b) { return vec3(pow(a.x, b.x), pow(a.y, b.y), pow(a.z, b.z)); }
INLINE vec3 mod(vec3 a, vec3 b) { return vec3(mod(a.x, b.x), mod(a.y, b.y), mod(a.z, b.z)); }
INLINE vec3 step(vec3 a, vec3 b) { return vec3(step(a.x, b.x), step(a.y, b.y), step(a.z, b.z)); }
INLINE vec3 min(vec3 a, Float b) { return vec3(min(a.x, b), min(a.y, b), min(a.z, b)); }
INLINE vec3 max(vec3 a, Float b) { return vec3(max(a.x, b), max(a.y, b), max(a.z, b)); }
INLINE vec3 mod(vec3 a, Float b) { return vec3(mod(a.x, b), mod(a.y, b), mod(a.z, b)); }
INLINE vec3 step(Float a, vec3 b) { return vec3(step(a, b.x), step(a, b.y), step(a, b.z)); }
INLINE vec3 clamp(vec3 a, Float low, Float high) { return vec3(clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high)); }
INLINE vec3 clamp(vec3 a, vec3 low, vec3 high) { return vec3(clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z)); }
INLINE vec3 mix(vec3 a, vec3 b, Float part) { return vec3(mix(a.x, b.x, part), mix(a.y, b.y, part), mix(a.z, b.z, part)); }
INLINE vec3 mix(vec3 a, vec3 b, vec3 part) { return vec3(mix(a.x, b.x, part.x), mix(a.y, b.y, part.y), mix(a.z, b.z, part.z)); }
INLINE vec3 smoothstep(Float low, Float high, vec3 a) { return vec3(smoothstep(low, high, a.x), smoothstep(low, high, a.y), smoothstep(low, high, a.z)); }
INLINE Float dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
INLINE Float length(vec3 a) { return sqrt(dot(a, a)); }
INLINE Float distance(vec3 a, vec3 b) { return length(a - b); }
INLINE vec3 normalize(vec3 a) { return a * inversesqrt(dot(a, a)); }

INLINE vec4 operator+(vec4 a, vec4 b) { return vec4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
INLINE vec4 operator+(vec4 a, Float b) { return vec4(a.x + b, a.y + b, a.z + b, a.w + b); }
INLINE vec4 operator+(Float a, vec4 b) { return vec4(a + b.x, a + b.y, a + b.z, a + b.w); }
INLINE vec4 operator-(vec4 a, vec4 b) { return vec4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
INLINE vec4 operator-(vec4 a, Float b) { return vec4(a.x - b, a.y - b, a.z - b, a.w - b); }
INLINE vec4 operator-(Float a, vec4 b) { return vec4(a - b.x, a - b.y, a - b.z, a - b.w); }
INLINE vec4 operator*(vec4 a, vec4 b) { return vec4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
INLINE vec4 operator*(vec4 a, Float b) { return vec4(a.x * b, a.y * b, a.z * b, a.w * b); }
INLINE vec4 operator*(Float a, vec4 b) { return vec4(a * b.x, a * b.y, a * b.z, a * b.w); }
INLINE vec4 operator/(vec4 a, vec4 b) { return vec4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
INLINE vec4 operator/(vec4 a, Float b) { return vec4(a.x / b, a.y / b, a.z / b, a.w / b); }
INLINE vec4 operator/(Float a, vec4 b) { return vec4(a / b.x, a / b.y, a / b.z, a / b.w); }
INLINE vec4 operator-(vec4 a) { return vec4(-a.x, -a.y, -a.z, -a.w); }
INLINE vec4 choose(Bool condition, vec4 yes, vec4 no) { return vec4(choose(condition, yes.x, no.x), choose(condition, yes.y, no.y), choose(condition, yes.z, no.z), choose(condition, yes.w, no.w)); }
INLINE vec4 abs(vec4 a) { return vec4(abs(a.x), abs(a.y), abs(a.z), abs(a.w)); }
INLINE vec4 floor(vec4 a) { return vec4(floor(a.x), floor(a.y), floor(a.z), floor(a.w)); }
INLINE vec4 ceil(vec4 a) { return vec4(ceil(a.x), ceil(a.y), ceil(a.z), ceil(a.w)); }
INLINE vec4 fract(vec4 a) { return vec4(fract(a.x), fract(a.y), fract(a.z), fract(a.w)); }
INLINE vec4 sqrt(vec4 a) { return vec4(sqrt(a.x), sqrt(a.y), sqrt(a.z), sqrt(a.w)); }
INLINE vec4 sign(vec4 a) { return vec4(sign(a.x), sign(a.y), sign(a.z), sign(a.w)); }
INLINE vec4 exp(vec4 a) { return vec4(exp(a.x), exp(a.y), exp(a.z), exp(a.w)); }
INLINE vec4 exp2(vec4 a) { return vec4(exp2(a.x), exp2(a.y), exp2(a.z), exp2(a.w)); }
INLINE vec4 log(vec4 a) { return vec4(log(a.x), log(a.y), log(a.z), log(a.w)); }
INLINE vec4 log2(vec4 a) { return vec4(log2(a.x), log2(a.y), log2(a.z), log2(a.w)); }
INLINE vec4 radians(vec4 a) { return vec4(radians(a.x), radians(a.y), radians(a.z), radians(a.w)); }
INLINE vec4 sin(vec4 a) { return vec4(sin(a.x), sin(a.y), sin(a.z), sin(a.w)); }
INLINE vec4 cos(vec4 a) { return vec4(cos(a.x), cos(a.y), cos(a.z), cos(a.w)); }
INLINE vec4 min(vec4 a, vec4 b) { return vec4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w)); }
INLINE vec4 max(vec4 a, vec4 b) { return vec4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w)); }
INLINE vec4 pow(vec4 a, vec4 b) { return vec4(pow(a.x, b.x), pow(a.y, b.y), pow(a.z, b.z), pow(a.w, b.w)); }
INLINE vec4 mod(vec4 a, vec4 b) { return vec4(mod(a.x, b.x), mod(a.y, b.y), mod(a.z, b.z), mod(a.w, b.w)); }
INLINE vec4 step(vec4 a, vec4 b) { return vec4(step(a.x, b.x), step(a.y, b.y), step(a.z, b.z), step(a.w, b.w)); }
INLINE vec4 min(vec4 a, Float b) { return vec4(min(a.x, b), min(a.y, b), min(a.z, b), min(a.w, b)); }
INLINE vec4 max(vec4 a, Float b) { return vec4(max(a.x, b), max(a.y, b), max(a.z, b), max(a.w, b)); }
INLINE vec4 mod(vec4 a, Float b) { return vec4(mod(a.x, b), mod(a.y, b), mod(a.z, b), mod(a.w, b)); }
INLINE vec4 step(Float a, vec4 b) { return vec4(step(a, b.x), step(a, b.y), step(a, b.z), step(a, b.w)); }
INLINE vec4 clamp(vec4 a, Float low, Float high) { return vec4(clamp(a.x, low, high), clamp(a.y, low, high), clamp(a.z, low, high), clamp(a.w, low, high)); }
INLINE vec4 clamp(vec4 a, vec4 low, vec4 high) { return vec4(clamp(a.x, low.x, high.x), clamp(a.y, low.y, high.y), clamp(a.z, low.z, high.z), clamp(a.w, low.w, high.w)); }
INLINE vec4 mix(vec4 a, vec4 b, Float part) { return vec4(mix(a.x, b.x, part), mix(a.y, b.y, part), mix(a.z, b.z, part), mix(a.w, b.w, part)); }
INLINE vec4 mix(vec4 a, vec4 b, vec4 part) { return vec4(mix(a.x, b.x, part.x), mix(a.y, b.y, part.y), mix(a.z, b.z, part.z), mix(a.w, b.w, part.w)); }
INLINE vec4 smoothstep(Float low, Float high, vec4 a) { return vec4(smoothstep(low, high, a.x), smoothstep(low, high, a.y), smoothstep(low, high, a.z), smoothstep(low, high, a.w)); }
INLINE Float dot(vec4 a, vec4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
INLINE Float length(vec4 a) { return sqrt(dot(a, a)); }
INLINE Float distance(vec4 a, vec4 b) { return length(a - b); }
INLINE vec4 normalize(vec4 a) { return a * inversesqrt(dot(a, a)); }

// The colour whose four channels are the bytes of a word, red lowest.
INLINE vec4 unpacked(WordLanes word) {
    vec4 color;
    for (int channel = 0; channel < 4; ++channel)
        color[channel] = Float(__builtin_convertvector((IntLanes)(word >> channel * 8 & 255), FloatLanes))
            * (1.0f / 255.0f);
    return color;
}
