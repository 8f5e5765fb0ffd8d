#pragma once
#include <png.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Bytes that grow; `bytes` is the caller's to free.
typedef struct png_growing {
    uint8_t *_Nullable bytes;
    size_t count, capacity;
} png_growing;

static void png_grow(png_structp png, png_bytep bytes, png_size_t count) {
    png_growing *target = (png_growing *)png_get_io_ptr(png);
    if (count > target->capacity - target->count) {
        size_t capacity = target->capacity * 2 + count;
        uint8_t *grown = (uint8_t *)realloc(target->bytes, capacity);
        if (!grown) png_error(png, "no memory is left");
        target->bytes = grown;
        target->capacity = capacity;
    }
    memcpy(target->bytes + target->count, bytes, count);
    target->count += count;
}

static void png_keep_still(png_structp png, png_const_charp words) {
    (void)png, (void)words;
}

/// Writes red, green, blue and alpha of 16 bits each as sRGB, which libpng's simplified interface takes as linear light; false when there
/// is no memory, or the size is not one of PNG.
static inline bool png_write_words(
    const uint16_t *_Nonnull words, uint32_t width, uint32_t height, png_growing *_Nonnull target) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, png_keep_still);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    const uint16_t one = 1;
    // An error comes back here.
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, target, png_grow, NULL);
    png_set_IHDR(png, info, width, height, 16, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    if (*(const uint8_t *)&one) png_set_swap(png);
    for (uint32_t y = 0; y < height; ++y) png_write_row(png, (png_const_bytep)(words + (size_t)y * width * 4));
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}
