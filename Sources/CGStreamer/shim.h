#pragma once
#include <gst/app/gstappsink.h>
#include <gst/app/gstappsrc.h>
#include <gst/gst.h>
#include <gst/video/video.h>
#include <string.h>

// Calls with variable arguments and casts between classes, which Swift does not make. A `GstElement *` stands for
// each class of elements.

// A pipeline from its description; the caller owns it. NULL, with a text for g_free, where it cannot be made.
static inline GstElement *gst_movie_pipeline(const char *description, char **problem) {
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch_full(description, NULL, GST_PARSE_FLAG_FATAL_ERRORS, &error);
    *problem = error ? g_strdup(error->message) : NULL;
    g_clear_error(&error);
    return pipeline ? (GstElement *)gst_object_ref_sink(pipeline) : NULL;
}

// An element of a pipeline, with a reference for the caller.
static inline GstElement *gst_movie_element(GstElement *pipeline, const char *name) {
    return gst_bin_get_by_name((GstBin *)pipeline, name);
}

static inline void gst_movie_set_text(GstElement *element, const char *property, const char *value) {
    g_object_set(element, property, value, NULL);
}

static inline void gst_movie_set_caps(GstElement *element, GstCaps *caps) {
    g_object_set(element, "caps", caps, NULL);
}

static inline void gst_movie_use_clock(GstElement *pipeline, GstClock *clock) {
    gst_pipeline_use_clock((GstPipeline *)pipeline, clock);
}

static inline gboolean gst_movie_is_inside(GstMessage *message, GstElement *element) {
    GstObject *source = GST_MESSAGE_SRC(message);
    return source == (GstObject *)element || gst_object_has_as_ancestor(source, (GstObject *)element);
}

static inline GstPadProbeReturn gst_movie_drop(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad, (void)info, (void)data;
    return GST_PAD_PROBE_DROP;
}

static inline gboolean gst_movie_close_pad(GstElement *element, GstPad *pad, gpointer data) {
    (void)element;
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_DATA_DOWNSTREAM | GST_PAD_PROBE_TYPE_EVENT_FLUSH, gst_movie_drop, data, NULL);
    return TRUE;
}

// Lets nothing more come to a decoder that has posted an error: libav's go on, and some end the program with the next picture.
static inline void gst_movie_close_decoder(GstMessage *error) {
    GstObject *source = GST_MESSAGE_SRC(error);
    GstElementFactory *factory = GST_IS_ELEMENT(source) ? gst_element_get_factory((GstElement *)source) : NULL;
    if (factory && gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_DECODER))
        gst_element_foreach_sink_pad((GstElement *)source, gst_movie_close_pad, NULL);
}

// decodebin

// The answers to its question which elements may be tried (gst-plugins-base, gstplay-enum.h, which is not installed).
enum { GST_MOVIE_TRY = 0, GST_MOVIE_SKIP = 2 };

static inline void gst_movie_note(GstElement *decoder, const char *fact) {
    g_object_set_data((GObject *)decoder, fact, (gpointer) "");
}

static inline gint gst_movie_select(
    GstElement *decoder, GstPad *pad, GstCaps *caps, GstElementFactory *factory, gpointer data) {
    (void)pad, (void)data;
    if (!strcmp(GST_OBJECT_NAME(factory), "jpegdec")) {
        GstElementFactory *libav = gst_element_factory_find("avdec_mjpeg");
        gboolean is_taken = libav && gst_element_factory_can_sink_all_caps(libav, caps);
        if (libav) gst_object_unref(libav);
        if (is_taken) return GST_MOVIE_SKIP;
    }
    if (g_str_has_prefix(GST_OBJECT_NAME(factory), "avdemux_")) gst_movie_note(decoder, "viewfinder-once");
    const gchar *kind = gst_element_factory_get_metadata(factory, GST_ELEMENT_METADATA_KLASS);
    if (!kind || !(strstr(kind, "Adaptive") || strstr(kind, "Network") || strstr(kind, "Editing"))) return GST_MOVIE_TRY;
    gst_movie_note(decoder, "viewfinder-list");
    return GST_MOVIE_SKIP;
}

static inline gboolean gst_movie_continue(GstElement *decoder, GstPad *pad, GstCaps *caps, gpointer data) {
    (void)decoder, (void)pad, (void)data;
    return !gst_caps_is_any(caps);
}

// Lets a decodebin that is to give pictures alone use the decoders, too, that do not promise what they give: those that are bins themselves.
static inline void gst_movie_try_all(GstElement *decoder) {
    g_signal_connect(decoder, "autoplug-continue", G_CALLBACK(gst_movie_continue), NULL);
}

// Lets a decodebin try no element that would open what a file names: other files, or addresses in the network. Those are the demuxers of
// lists (HLS, DASH, Smooth Streaming), of sessions (SDP) and of editors' projects, which say so in their class. JPEG pictures are libav's where it
// is there and takes them, which Matroska's are not: the other decoder makes all of them 4:2:0, and some of them wrong.
static inline void gst_movie_stay_in_file(GstElement *decoder) {
    g_signal_connect(decoder, "autoplug-select", G_CALLBACK(gst_movie_select), NULL);
}

// True once such an element has been left out.
static inline gboolean gst_movie_has_left_out(GstElement *decoder) {
    return g_object_get_data((GObject *)decoder, "viewfinder-list") != NULL;
}

// True once a demuxer of libav's is used: these give nothing more of some files after a seek.
static inline gboolean gst_movie_plays_once(GstElement *decoder) {
    return g_object_get_data((GObject *)decoder, "viewfinder-once") != NULL;
}

static inline GstFlowReturn gst_movie_get_range(
    GstPad *pad, GstObject *parent, guint64 offset, guint length, GstBuffer **buffer) {
    GstPadGetRangeFunction get = (GstPadGetRangeFunction)g_object_get_data((GObject *)pad, "viewfinder-range");
    GstFlowReturn result = get(pad, parent, offset, length, buffer);
    GstElement *decoder = (GstElement *)g_object_get_data((GObject *)pad, "viewfinder-decoder");
    return result == GST_FLOW_EOS && gst_movie_plays_once(decoder) ? GST_FLOW_ERROR : result;
}

// Tells libav's demuxers of the file's end as of an error: else some of them (GIF, NUT) read on there for ever. The decoder lives as long.
static inline void gst_movie_end_file(GstElement *file, GstElement *decoder) {
    GstPad *pad = gst_element_get_static_pad(file, "src");
    g_object_set_data((GObject *)pad, "viewfinder-range", (gpointer)GST_PAD_GETRANGEFUNC(pad));
    g_object_set_data((GObject *)pad, "viewfinder-decoder", decoder);
    gst_pad_set_getrange_function(pad, gst_movie_get_range);
    gst_object_unref(pad);
}

// The format that a message of a missing decoder names; NULL where it names another part.
static inline const gchar *gst_movie_missing_format(const GstStructure *message) {
    const GValue *detail = gst_structure_get_value(message, "detail");
    if (!detail || !GST_VALUE_HOLDS_CAPS(detail)) return NULL;
    const GstCaps *caps = gst_value_get_caps(detail);
    return gst_caps_get_size(caps) > 0 ? gst_structure_get_name(gst_caps_get_structure(caps, 0)) : NULL;
}

// Buffers on their way

// Calls a function for each buffer and each event that comes to an element, on the pipeline's threads.
static inline void gst_movie_hear(GstElement *element, GstPadProbeCallback call, void *data) {
    GstPad *pad = gst_element_get_static_pad(element, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, call, data, NULL);
    gst_object_unref(pad);
}

// Gives the buffer that a probe is called for; NULL for an event.
static inline GstBuffer *gst_movie_heard(GstPadProbeInfo *info) {
    return info->type & GST_PAD_PROBE_TYPE_BUFFER ? GST_PAD_PROBE_INFO_BUFFER(info) : NULL;
}

static inline gboolean gst_movie_is_end(GstPadProbeInfo *info) {
    return GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) == GST_EVENT_EOS;
}

// Gives the place in the file at which the next bytes are to be.
static inline gboolean gst_movie_is_place(GstPadProbeInfo *info, guint64 *place) {
    const GstSegment *segment;
    if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) != GST_EVENT_SEGMENT) return FALSE;
    gst_event_parse_segment(GST_PAD_PROBE_INFO_EVENT(info), &segment);
    *place = segment->start;
    return TRUE;
}

// Puts other bytes in a buffer's place.
static inline void gst_movie_set_bytes(GstPadProbeInfo *info, const void *bytes, gsize count) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, count, NULL);
    if (!buffer) return;
    gst_buffer_fill(buffer, 0, bytes, count);
    gst_buffer_unref(GST_PAD_PROBE_INFO_BUFFER(info));
    GST_PAD_PROBE_INFO_DATA(info) = buffer;
}

// appsink

static inline void gst_movie_sink_call(GstElement *sink, GstAppSinkCallbacks *callbacks, void *data) {
    gst_app_sink_set_callbacks((GstAppSink *)sink, callbacks, data, NULL);
}

// The next sample, for the caller alone: after a seek appsink writes to its own, and complains where others hold it, too.
static inline GstSample *gst_movie_sink_pull(GstElement *sink) {
    GstSample *shared = gst_app_sink_try_pull_sample((GstAppSink *)sink, 0);
    if (!shared) return NULL;
    GstSample *own = gst_sample_copy(shared);
    gst_sample_unref(shared);
    return own;
}

static inline gboolean gst_movie_sink_is_over(GstElement *sink) { return gst_app_sink_is_eos((GstAppSink *)sink); }

static inline GstPadProbeReturn gst_movie_answer(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    (void)pad, (void)data;
    GstQuery *query = GST_PAD_PROBE_INFO_QUERY(info);
    if (GST_QUERY_TYPE(query) != GST_QUERY_ALLOCATION) return GST_PAD_PROBE_OK;
    gst_query_add_allocation_meta(query, GST_VIDEO_META_API_TYPE, NULL);
    return GST_PAD_PROBE_HANDLED;
}

// Tells decoders that rows may lie as they like; else they copy each picture (appsink itself does not say it).
static inline void gst_movie_sink_accept_strides(GstElement *sink) {
    GstPad *pad = gst_element_get_static_pad(sink, "sink");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_QUERY_DOWNSTREAM, gst_movie_answer, NULL, NULL);
    gst_object_unref(pad);
}

// Colours

static inline gboolean gst_movie_colors(GstCaps *caps, GstVideoColorimetry *colors) {
    const gchar *text = gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry");
    return text && gst_video_colorimetry_from_string(colors, text);
}

// The place of chroma that caps tell. A GstVideoInfo has one that follows from the height wherever caps lack one of the two.
static inline GstVideoChromaSite gst_movie_chroma_site(GstCaps *caps) {
    const gchar *text = gst_structure_get_string(gst_caps_get_structure(caps, 0), "chroma-site");
    return text ? gst_video_chroma_site_from_string(text) : GST_VIDEO_CHROMA_SITE_UNKNOWN;
}

// A text that is never freed; empty where nothing is known.
static inline const gchar *gst_movie_color_words(const GstVideoColorimetry *colors) {
    gchar *text = gst_video_colorimetry_to_string(colors);
    const gchar *kept = g_intern_string(text ? text : "");
    g_free(text);
    return kept;
}

static inline void gst_movie_fill(GstVideoColorimetry *known, const GstVideoColorimetry *more) {
    if (!known->range) known->range = more->range;
    if (!known->matrix) known->matrix = more->matrix;
    if (!known->transfer) known->transfer = more->transfer;
    if (!known->primaries) known->primaries = more->primaries;
}

// The facts of two texts; where both know one, the first is believed.
static inline const gchar *gst_movie_join(const gchar *text, const gchar *more) {
    GstVideoColorimetry known = {0}, other = {0};
    if (text) gst_video_colorimetry_from_string(&known, text);
    if (more) gst_video_colorimetry_from_string(&other, more);
    gst_movie_fill(&known, &other);
    return gst_movie_color_words(&known);
}

// Keeps what the bytes of pictures say.
static inline void gst_movie_tell_colors(void *decoder, const GstVideoColorimetry *colors) {
    g_object_set_data((GObject *)decoder, "viewfinder-coded", (gpointer)gst_movie_color_words(colors));
}

// The name of the codec whose pictures come to a pad; it is never freed.
static inline const gchar *gst_movie_codec(GstPad *pad) {
    GstCaps *caps = gst_pad_get_current_caps(pad);
    const gchar *name = caps ? gst_structure_get_name(gst_caps_get_structure(caps, 0)) : "";
    if (caps) gst_caps_unref(caps);
    return name;
}

// The caps that an event brings, for the caller to change; NULL for another event.
static inline GstCaps *gst_movie_new_caps(GstPadProbeInfo *info) {
    GstCaps *caps;
    if (GST_EVENT_TYPE(GST_PAD_PROBE_INFO_EVENT(info)) != GST_EVENT_CAPS) return NULL;
    gst_event_parse_caps(GST_PAD_PROBE_INFO_EVENT(info), &caps);
    return gst_caps_copy(caps);
}

// Takes over the reference to the caps.
static inline void gst_movie_replace_caps(GstPadProbeInfo *info, GstCaps *caps) {
    gst_event_unref(GST_PAD_PROBE_INFO_EVENT(info));
    GST_PAD_PROBE_INFO_DATA(info) = gst_event_new_caps(caps);
    gst_caps_unref(caps);
}

static inline GstPadProbeReturn gst_movie_relabel(GstPad *pad, GstPadProbeInfo *info, gpointer colors) {
    GstCaps *caps = gst_movie_new_caps(info);
    (void)pad;
    if (!caps) return GST_PAD_PROBE_OK;
    gst_caps_set_simple(caps, "colorimetry", G_TYPE_STRING, (const gchar *)colors, NULL);
    gst_movie_replace_caps(info, caps);
    return GST_PAD_PROBE_OK;
}

// Lets a file say of an encoder's pictures which colours they have, whatever the encoder was told.
static inline void gst_movie_label(GstElement *encoder, const char *colors) {
    GstPad *pad = gst_element_get_static_pad(encoder, "src");
    gpointer kept = (gpointer)g_intern_string(colors);
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, gst_movie_relabel, kept, NULL);
    gst_object_unref(pad);
}

// Takes what the file says away before a parser or decoder, which would repeat it in the place of what the pictures say.
static inline GstPadProbeReturn gst_movie_take_colors(GstPad *pad, GstPadProbeInfo *info, gpointer decoder) {
    GstCaps *caps = gst_movie_new_caps(info);
    if (!caps) return GST_PAD_PROBE_OK;
    GstStructure *facts = gst_caps_get_structure(caps, 0);
    const gchar *told = gst_structure_get_string(facts, "viewfinder-colors");
    GstVideoColorimetry here = {0};
    gst_movie_colors(caps, &here);
    // Of MP4 and QuickTime the demuxer tells a range that it does not know.
    if (!told && g_object_get_data((GObject *)decoder, "viewfinder-mp4")) here.range = GST_VIDEO_COLOR_RANGE_UNKNOWN;
    told = gst_movie_join(told, gst_movie_color_words(&here));
    g_object_set_data((GObject *)GST_PAD_PARENT(pad), "viewfinder-colors", (gpointer)told);
    // Parsers of single pictures make caps of their own.
    if (g_str_has_prefix(gst_structure_get_name(facts), "video/")) {
        gst_structure_remove_field(facts, "colorimetry");
        gst_structure_set(facts, "viewfinder-colors", G_TYPE_STRING, told, NULL);
        gst_movie_replace_caps(info, caps);
    } else {
        gst_caps_unref(caps);
    }
    return GST_PAD_PROBE_OK;
}

// Adds to what a decoder says of its pictures' colours what the file, the parser and the pictures' bytes have said.
static inline GstPadProbeReturn gst_movie_give_colors(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    GstCaps *caps = gst_movie_new_caps(info);
    (void)data;
    if (!caps) return GST_PAD_PROBE_OK;
    GstElement *decoder = GST_PAD_PARENT(pad);
    GstPad *sink = gst_element_get_static_pad(decoder, "sink");
    // Those of the pictures that a decoder still has when others are announced, where it has not yet told of any.
    GstCaps *coded = gst_pad_get_current_caps(sink);
    const GstStructure *facts = coded ? gst_caps_get_structure(coded, 0) : NULL;
    const gchar *told = facts ? gst_structure_get_string(facts, "viewfinder-colors") : NULL;
    if (!told) told = (const gchar *)g_object_get_data((GObject *)decoder, "viewfinder-colors");
    const gchar *known = gst_movie_join(told, g_object_get_data((GObject *)decoder, "viewfinder-coded"));
    if (coded) gst_caps_unref(coded);
    gst_object_unref(sink);
    known = gst_movie_join(known, gst_structure_get_string(gst_caps_get_structure(caps, 0), "colorimetry"));
    if (*known) gst_caps_set_simple(caps, "colorimetry", G_TYPE_STRING, known, NULL);
    gst_movie_replace_caps(info, caps);
    return GST_PAD_PROBE_OK;
}

static inline void gst_movie_meet(GstElement *decoder, GstBin *bin, GstElement *element, gpointer call) {
    GstElementFactory *factory = gst_element_get_factory(element);
    (void)bin;
    if (!factory || GST_IS_BIN(element)) return;
    if (!strcmp(GST_OBJECT_NAME(factory), "qtdemux")) gst_movie_note(decoder, "viewfinder-mp4");
    gboolean decodes = gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_DECODER);
    if (!decodes && !gst_element_factory_list_is_type(factory, GST_ELEMENT_FACTORY_TYPE_PARSER)) return;
    GstPad *sink = gst_element_get_static_pad(element, "sink"), *source = gst_element_get_static_pad(element, "src");
    if (sink) gst_pad_add_probe(sink, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, gst_movie_take_colors, decoder, NULL);
    if (decodes && sink) gst_pad_add_probe(sink, GST_PAD_PROBE_TYPE_BUFFER, (GstPadProbeCallback)call, element, NULL);
    if (decodes && sink && source)
        gst_pad_add_probe(source, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM, gst_movie_give_colors, NULL, NULL);
    if (sink) gst_object_unref(sink);
    if (source) gst_object_unref(source);
}

// Lets the caps of decoded pictures have each fact about colours from whoever knows it: the file before the parser, the pictures' bytes
// and the decoder. Calls a function for each buffer that comes to a decoder, with the decoder, on the pipeline's threads.
static inline void gst_movie_gather_colors(GstElement *decoder, GstPadProbeCallback call) {
    g_signal_connect(decoder, "deep-element-added", G_CALLBACK(gst_movie_meet), (gpointer)call);
}

// The format whose planes are those of Y444, Y444_10LE… where the matrix says that these are green, blue and red; else unknown.
static inline GstVideoFormat gst_movie_rgb_format(GstCaps *caps) {
    GstVideoColorimetry colors;
    const gchar *format = gst_structure_get_string(gst_caps_get_structure(caps, 0), "format");
    if (!format || !g_str_has_prefix(format, "Y444") || !gst_movie_colors(caps, &colors) ||
        colors.matrix != GST_VIDEO_COLOR_MATRIX_RGB)
        return GST_VIDEO_FORMAT_UNKNOWN;
    gchar *name = g_strconcat("GBR", format + strlen("Y444"), NULL);
    GstVideoFormat found = gst_video_format_from_string(name);
    g_free(name);
    return found;
}

static inline GstPadProbeReturn gst_movie_rename(GstPad *pad, GstPadProbeInfo *info, gpointer data) {
    GstVideoFormat format = GPOINTER_TO_INT(g_object_get_data((GObject *)pad, "viewfinder-rgb"));
    (void)data;
    if (info->type & GST_PAD_PROBE_TYPE_BUFFER) {
        if (format == GST_VIDEO_FORMAT_UNKNOWN) return GST_PAD_PROBE_OK;
        GstBuffer *old = GST_PAD_PROBE_INFO_BUFFER(info), *buffer = gst_buffer_copy(old);
        GstVideoMeta *meta = gst_buffer_get_video_meta(buffer);
        if (meta) meta->format = format;
        GST_PAD_PROBE_INFO_DATA(info) = buffer;
        gst_buffer_unref(old);
        return GST_PAD_PROBE_OK;
    }
    GstCaps *caps = gst_movie_new_caps(info);
    if (!caps) return GST_PAD_PROBE_OK;
    format = gst_movie_rgb_format(caps);
    g_object_set_data((GObject *)pad, "viewfinder-rgb", GINT_TO_POINTER(format));
    if (format != GST_VIDEO_FORMAT_UNKNOWN)
        gst_caps_set_simple(caps, "format", G_TYPE_STRING, gst_video_format_to_string(format), NULL);
    gst_movie_replace_caps(info, caps);
    return GST_PAD_PROBE_OK;
}

// Calls pictures RGB that decoders name Y444 with the matrix of RGB (AV1): GStreamer has no such thing, and takes them for YCbCr.
static inline void gst_movie_know_rgb(GstElement *converter) {
    GstPad *pad = gst_element_get_static_pad(converter, "sink");
    GstPadProbeType types = GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM;
    gst_pad_add_probe(pad, types, gst_movie_rename, NULL, NULL);
    gst_object_unref(pad);
}

// appsrc

static inline void gst_movie_source_call(GstElement *source, GstAppSrcCallbacks *callbacks, void *data) {
    gst_app_src_set_callbacks((GstAppSrc *)source, callbacks, data, NULL);
}

static inline void gst_movie_source_set_caps(GstElement *source, GstCaps *caps) {
    gst_app_src_set_caps((GstAppSrc *)source, caps);
}

// Takes the caller's reference to the buffer.
static inline GstFlowReturn gst_movie_source_push(GstElement *source, GstBuffer *buffer) {
    return gst_app_src_push_buffer((GstAppSrc *)source, buffer);
}

static inline guint64 gst_movie_source_level(GstElement *source) {
    return gst_app_src_get_current_level_buffers((GstAppSrc *)source);
}

static inline void gst_movie_source_end(GstElement *source) { gst_app_src_end_of_stream((GstAppSrc *)source); }

// A tag that turns all pictures that follow, in the words of GST_TAG_IMAGE_ORIENTATION.
static inline gboolean gst_movie_source_turn(GstElement *source, const char *orientation) {
    GstTagList *tags = gst_tag_list_new(GST_TAG_IMAGE_ORIENTATION, orientation, NULL);
    return gst_element_send_event(source, gst_event_new_tag(tags));
}

// Pictures

// A plane's bytes, and how many of them are mapped; NULL where it has none.
static inline void *gst_movie_plane(const GstVideoFrame *frame, guint plane, gint *stride, gsize *count) {
    if (plane >= GST_VIDEO_FRAME_N_PLANES(frame)) return NULL;
    const GstMapInfo *map = &frame->map[frame->meta ? plane : 0];
    guint8 *start = (guint8 *)frame->data[plane];
    if (start < map->data || start > map->data + map->size) return NULL;
    *stride = frame->info.stride[plane];
    *count = map->data + map->size - start;
    return start;
}

// Adds memory of the caller's to a buffer; `gone` is called with `owner` when nothing reads it any more.
static inline void gst_movie_buffer_lend(
    GstBuffer *buffer, void *bytes, gsize count, void *owner, GDestroyNotify gone) {
    gst_buffer_append_memory(
        buffer, gst_memory_new_wrapped(GST_MEMORY_FLAG_READONLY, bytes, count, 0, count, owner, gone));
}
