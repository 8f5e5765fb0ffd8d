// GLSL's vectors of floats, with a number of each pixel in every component; what bodies use of them.

struct vec2;
struct vec3;
struct vec4;

// Some components of a vector, in their order; lies where the vector lies.
template <class Vector, int... places> struct Swizzle {
    Float components[4];

    INLINE_MEMBER operator Vector() const { return Vector(components[places]...); }
    INLINE_MEMBER Swizzle &operator=(Vector other) {
        int next = 0;
        ((components[places] = other[next++]), ...);
        return *this;
    }
};

// What GLSL does with all vectors alike, most of it with each component by itself.
template <class Vector, int count> struct Componentwise {
#define EACH(value)                                                                                                    \
    {                                                                                                                  \
        Vector made;                                                                                                   \
        { constexpr int i = 0; made[i] = value; }                                                                      \
        { constexpr int i = 1; made[i] = value; }                                                                      \
        if constexpr (count > 2) { constexpr int i = 2; made[i] = value; }                                             \
        if constexpr (count > 3) { constexpr int i = 3; made[i] = value; }                                             \
        return made;                                                                                                   \
    }
    friend INLINE_MEMBER Vector operator+(Vector a, Vector b) EACH(a[i] + b[i])
    friend INLINE_MEMBER Vector operator+(Vector a, Float b) EACH(a[i] + b)
    friend INLINE_MEMBER Vector operator+(Float a, Vector b) EACH(a + b[i])
    friend INLINE_MEMBER Vector operator-(Vector a, Vector b) EACH(a[i] - b[i])
    friend INLINE_MEMBER Vector operator-(Vector a, Float b) EACH(a[i] - b)
    friend INLINE_MEMBER Vector operator-(Float a, Vector b) EACH(a - b[i])
    friend INLINE_MEMBER Vector operator*(Vector a, Vector b) EACH(a[i] * b[i])
    friend INLINE_MEMBER Vector operator*(Vector a, Float b) EACH(a[i] * b)
    friend INLINE_MEMBER Vector operator*(Float a, Vector b) EACH(a * b[i])
    friend INLINE_MEMBER Vector operator/(Vector a, Vector b) EACH(a[i] / b[i])
    friend INLINE_MEMBER Vector operator/(Vector a, Float b) EACH(a[i] / b)
    friend INLINE_MEMBER Vector operator/(Float a, Vector b) EACH(a / b[i])
    friend INLINE_MEMBER Vector operator-(Vector a) EACH(-a[i])
    friend INLINE_MEMBER Vector choose(Bool condition, Vector yes, Vector no) EACH(choose(condition, yes[i], no[i]))
    friend INLINE_MEMBER Vector abs(Vector a) EACH(abs(a[i]))
    friend INLINE_MEMBER Vector floor(Vector a) EACH(floor(a[i]))
    friend INLINE_MEMBER Vector ceil(Vector a) EACH(ceil(a[i]))
    friend INLINE_MEMBER Vector fract(Vector a) EACH(fract(a[i]))
    friend INLINE_MEMBER Vector sqrt(Vector a) EACH(sqrt(a[i]))
    friend INLINE_MEMBER Vector sign(Vector a) EACH(sign(a[i]))
    friend INLINE_MEMBER Vector exp(Vector a) EACH(exp(a[i]))
    friend INLINE_MEMBER Vector exp2(Vector a) EACH(exp2(a[i]))
    friend INLINE_MEMBER Vector log(Vector a) EACH(log(a[i]))
    friend INLINE_MEMBER Vector log2(Vector a) EACH(log2(a[i]))
    friend INLINE_MEMBER Vector radians(Vector a) EACH(radians(a[i]))
    friend INLINE_MEMBER Vector sin(Vector a) EACH(sin(a[i]))
    friend INLINE_MEMBER Vector cos(Vector a) EACH(cos(a[i]))
    friend INLINE_MEMBER Vector min(Vector a, Vector b) EACH(min(a[i], b[i]))
    friend INLINE_MEMBER Vector max(Vector a, Vector b) EACH(max(a[i], b[i]))
    friend INLINE_MEMBER Vector pow(Vector a, Vector b) EACH(pow(a[i], b[i]))
    friend INLINE_MEMBER Vector mod(Vector a, Vector b) EACH(mod(a[i], b[i]))
    friend INLINE_MEMBER Vector step(Vector a, Vector b) EACH(step(a[i], b[i]))
    friend INLINE_MEMBER Vector min(Vector a, Float b) EACH(min(a[i], b))
    friend INLINE_MEMBER Vector max(Vector a, Float b) EACH(max(a[i], b))
    friend INLINE_MEMBER Vector mod(Vector a, Float b) EACH(mod(a[i], b))
    friend INLINE_MEMBER Vector step(Float a, Vector b) EACH(step(a, b[i]))
    friend INLINE_MEMBER Vector clamp(Vector a, Float low, Float high) EACH(clamp(a[i], low, high))
    friend INLINE_MEMBER Vector clamp(Vector a, Vector low, Vector high) EACH(clamp(a[i], low[i], high[i]))
    friend INLINE_MEMBER Vector mix(Vector a, Vector b, Float part) EACH(mix(a[i], b[i], part))
    friend INLINE_MEMBER Vector mix(Vector a, Vector b, Vector part) EACH(mix(a[i], b[i], part[i]))
    friend INLINE_MEMBER Vector smoothstep(Float low, Float high, Vector a) EACH(smoothstep(low, high, a[i]))
    friend INLINE_MEMBER Vector &operator+=(Vector &a, Vector b) { return a = a + b; }
    friend INLINE_MEMBER Vector &operator+=(Vector &a, Float b) { return a = a + b; }
    friend INLINE_MEMBER Vector &operator-=(Vector &a, Vector b) { return a = a - b; }
    friend INLINE_MEMBER Vector &operator-=(Vector &a, Float b) { return a = a - b; }
    friend INLINE_MEMBER Vector &operator*=(Vector &a, Vector b) { return a = a * b; }
    friend INLINE_MEMBER Vector &operator*=(Vector &a, Float b) { return a = a * b; }
    friend INLINE_MEMBER Vector &operator/=(Vector &a, Vector b) { return a = a / b; }
    friend INLINE_MEMBER Vector &operator/=(Vector &a, Float b) { return a = a / b; }
    friend INLINE_MEMBER Float dot(Vector a, Vector b) {
        Float sum = a[0] * b[0] + a[1] * b[1];
        if constexpr (count > 2) sum = sum + a[2] * b[2];
        if constexpr (count > 3) sum = sum + a[3] * b[3];
        return sum;
    }
    friend INLINE_MEMBER Float length(Vector a) { return sqrt(dot(a, a)); }
    friend INLINE_MEMBER Float distance(Vector a, Vector b) { return length(a - b); }
    friend INLINE_MEMBER Vector normalize(Vector a) { return a * inversesqrt(dot(a, a)); }
#undef EACH
};

struct vec2 : Componentwise<vec2, 2> {
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
};

struct vec3 : Componentwise<vec3, 3> {
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
};

struct vec4 : Componentwise<vec4, 4> {
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
};

vec3::vec3(vec2 first, Float last) { x = first.x; y = first.y; z = last; }
vec4::vec4(vec3 first, Float last) { x = first.x; y = first.y; z = first.z; w = last; }
vec4::vec4(vec2 first, vec2 last) { x = first.x; y = first.y; z = last.x; w = last.y; }

// The colour whose four channels are the bytes of a word, red lowest.
INLINE vec4 unpacked(WordLanes word) {
    vec4 color;
    for (int channel = 0; channel < 4; ++channel)
        color[channel] = Float(__builtin_convertvector((IntLanes)(word >> channel * 8 & 255), FloatLanes))
            * (1.0f / 255.0f);
    return color;
}
