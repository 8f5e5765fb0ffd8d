#pragma once
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

#include <jpeglib.h>

#include <jerror.h>

// A decoder by libjpeg itself. TurboJPEG keeps one text for the fault that ended a picture and for the first of its warnings, so that it
// cannot be told whether one that was warned of came to its end.
struct jpeg_reader {
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf fault;
    int lacks_data, lacks_marker;
    char words[JMSG_LENGTH_MAX];
};

struct jpeg_plane {
    unsigned char *bytes;
    size_t stride;
    unsigned width, height;
};

static inline void jpeg_reader_fail(j_common_ptr info) {
    struct jpeg_reader *reader = (struct jpeg_reader *)info;
    if (info->err->msg_code) info->err->format_message(info, reader->words);
    longjmp(reader->fault, 1);
}

static inline void jpeg_reader_hear(j_common_ptr info, int level) {
    struct jpeg_reader *reader = (struct jpeg_reader *)info;
    if (level >= 0) return;
    reader->lacks_data |= info->err->msg_code == JWRN_HIT_MARKER;
    reader->lacks_marker |= info->err->msg_code == JWRN_JPEG_EOF;
}

// A progressive picture may have scans without end.
static inline void jpeg_reader_limit(j_common_ptr info) {
    struct jpeg_reader *reader = (struct jpeg_reader *)info;
    if (reader->info.input_scan_number <= 500) return;
    info->err->msg_code = 0;
    strcpy(reader->words, "more than 500 scans");
    jpeg_reader_fail(info);
}

// NULL where there is no memory.
static inline struct jpeg_reader *jpeg_reader_make(void) {
    struct jpeg_reader *reader = (struct jpeg_reader *)calloc(1, sizeof *reader);
    if (!reader) return NULL;
    reader->info.err = jpeg_std_error(&reader->errors);
    reader->errors.error_exit = jpeg_reader_fail;
    reader->errors.emit_message = jpeg_reader_hear;
    if (setjmp(reader->fault)) return free(reader), NULL;
    jpeg_create_decompress(&reader->info);
    reader->progress.progress_monitor = jpeg_reader_limit;
    reader->info.progress = &reader->progress;
    return reader;
}

static inline void jpeg_reader_free(struct jpeg_reader *reader) {
    jpeg_destroy_decompress(&reader->info);
    free(reader);
}

// Reads a picture's facts into `info`, where they stay until the next call. Gives -1 after a fault, which `words` names.
static inline int jpeg_reader_begin(struct jpeg_reader *reader, const unsigned char *bytes, unsigned long count) {
    reader->lacks_data = reader->lacks_marker = 0;
    jpeg_abort_decompress(&reader->info);
    if (setjmp(reader->fault)) return -1;
    jpeg_mem_src(&reader->info, bytes, count);
    jpeg_read_header(&reader->info, TRUE);
    return 0;
}

// Gives the place of the second of two fields, where the first picture calls itself one (OpenDML's AVI1 with a polarity), and tells in `lower`
// whether that one has the lower rows; 0, and no lower rows, where there is one picture.
static inline size_t jpeg_second_field(const void *picture, size_t count, int *lower) {
    const unsigned char *bytes = (const unsigned char *)picture;
    if (count < 14 || memcmp(bytes + 2, "\xff\xe0", 2) || memcmp(bytes + 6, "AVI1", 4) || !bytes[10] || bytes[10] > 2) return 0;
    const unsigned char *at = bytes + 11, *end = bytes + count - 2;
    for (; at < end && (at = (const unsigned char *)memchr(at, 0xff, end - at)); ++at)
        if (at[1] == 0xd8 && at[2] == 0xff) {
            if (lower) *lower = bytes[10] == 2;
            return at - bytes;
        }
    return 0;
}

static inline const char *jpeg_reader_words(const struct jpeg_reader *reader) { return reader->words; }

// True where all of a picture was there: its data, and where it has several scans its end marker, each component, and the last bits of
// each coefficient that has any.
static inline int jpeg_reader_has_all(struct jpeg_decompress_struct *info) {
    const struct jpeg_reader *reader = (const struct jpeg_reader *)info;
    int all = !reader->lacks_data && !(reader->lacks_marker && (jpeg_has_multiple_scans(info) || info->arith_code));
    for (int c = 0; c < info->num_components; ++c) {
        all &= info->comp_info[c].quant_table != NULL;
        for (int k = 0; k < DCTSIZE2 && info->coef_bits; ++k) all &= info->coef_bits[c][k] <= 0;
    }
    return all;
}

// Decodes the picture that was begun into its planes, whose sizes are those that it has, or twice as high, where each row is there twice; or
// into one of red, green, blue and alpha.
// Gives 1 for a whole picture, 0 for one that ends early, -1 after a fault.
static inline int jpeg_reader_decode(struct jpeg_reader *reader, const struct jpeg_plane *planes, int are_own) {
    struct jpeg_decompress_struct *info = &reader->info;
    JSAMPROW rows[3][MAX_SAMP_FACTOR * DCTSIZE];
    JSAMPARRAY targets[3] = {rows[0], rows[1], rows[2]}, spare[3];
    unsigned times[3];
    if (setjmp(reader->fault)) return -1;
    info->dct_method = JDCT_ISLOW;
    info->raw_data_out = are_own;
    if (!are_own) info->out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(info);
    const int parts = are_own ? info->num_components : 0, lines = info->max_v_samp_factor * DCTSIZE;
    for (int c = 0; c < parts; ++c) {
        const jpeg_component_info *part = &info->comp_info[c];
        times[c % 3] = planes[c % 3].height > part->downsampled_height ? 2 : 1;
        if (c > 2 || part->downsampled_width != planes[c].width ||
            part->downsampled_height != (planes[c].height + times[c] - 1) / times[c])
            ERREXIT(info, JERR_BAD_SAMPLING);
        spare[c] = info->mem->alloc_sarray(
            (j_common_ptr)info, JPOOL_IMAGE, part->width_in_blocks * DCTSIZE, part->v_samp_factor * DCTSIZE);
    }
    while (info->output_scanline < info->output_height) {
        const size_t line = info->output_scanline;
        rows[0][0] = planes->bytes + line * planes->stride;
        if (!are_own) jpeg_read_scanlines(info, rows[0], 1);
        // Rows that are not whole blocks, or lie below the picture, go into spare ones, from which what belongs to it is copied.
        for (int pass = 0; pass < 2; ++pass) {
            for (int c = 0; c < parts; ++c)
                for (int r = 0, count = info->comp_info[c].v_samp_factor * DCTSIZE; r < count; ++r) {
                    const size_t y = (line / lines * count + r) * times[c], stride = planes[c].stride;
                    const int is_direct = y < planes[c].height && planes[c].width % DCTSIZE == 0 && times[c] == 1;
                    if (pass == 0) rows[c][r] = is_direct ? planes[c].bytes + y * stride : spare[c][r];
                    else if (!is_direct)
                        for (size_t t = y; t < y + times[c] && t < planes[c].height; ++t)
                            memcpy(planes[c].bytes + t * stride, spare[c][r], planes[c].width);
                }
            if (pass == 0 && parts) jpeg_read_raw_data(info, targets, lines);
        }
    }
    const int all = jpeg_reader_has_all(info);
    jpeg_finish_decompress(info);
    return all;
}
