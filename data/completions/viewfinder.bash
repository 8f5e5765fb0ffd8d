# Completions of viewfinder for bash.

_viewfinder_sources() { # the cameras' devices and numbers, and the forms of the other sources
    viewfinder list 2>/dev/null | grep -o '/dev/video[0-9]*'
    printf '%s\n' test test: raw: y4m: movie:
}

_viewfinder_filters() {
    viewfinder filters 2>/dev/null | sed -n 's/^  \([a-z][^ ]*\).*/\1/p'
}

_viewfinder_controls() {
    viewfinder controls 2>/dev/null | sed -n 's/^      \([a-z0-9_]*\) .*/\1=/p'
}

_viewfinder() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=show word
    # A source holds colons and a slash, which bash takes as ends of words.
    if declare -F _get_comp_words_by_ref >/dev/null; then
        local cur prev
        _get_comp_words_by_ref -n : cur prev
        current=$cur previous=$prev
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in show | list | controls | snapshot | filters | keys | doctor | help) command=$word; break ;; esac
    done

    local words=''
    case $previous in
        --source) words=$(_viewfinder_sources) ;;
        --filter) words=$(_viewfinder_filters) ;;
        --control) words=$(_viewfinder_controls) ;;
        --fill) words='fit fill stretch' ;;
        --rotate) words='0 90 180 270' ;;
        --size | --window) words='640x480 1280x720 1920x1080 3840x2160' ;;
        --fps) words='15 24 25 30 50 60' ;;
        --format) words='NV12 YUYV UYVY YU12 MJPG BGR4 RGB3 GREY' ;;
        --range) words='limited full' ;;
        --matrix) words='601 709 2020 240' ;;
        --primaries) words='bt709 smpte170m bt470bg bt470m smpte240m bt2020 adobeRGB dciP3' ;;
        --transfer) words='bt709 bt1886 srgb adobeRGB smpte240m linear dciP3 pq hlg' ;;
        --path) words='fragment compute host' ;;
        --import) words='dmabuf userptr hostptr copy' ;;
        --latch) words='late early' ;;
        --depth) words='0-65535 4000-500' ;;
        --frames | --skip | --device) return ;;
        --stats | --output | -o)
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        *)
            case $command in
                list) words='--all --json' ;;
                filters) words='--json' ;;
                controls) words='--source --control --defaults --no-settings --json' ;;
                snapshot)
                    words='--output --source --filter --window --skip --fill --mirror --rotate --size --fps --format --range --matrix --primaries --transfer --device --import --path --depth --control --no-settings --verbose'
                    ;;
                doctor) words='--gpu --source --json' ;;
                keys | help) ;;
                *)
                    words='--source --filter --fill --mirror --rotate --size --fps --format --range --matrix --primaries --transfer --fullscreen --device --import --path --depth --latch --record-sound --record-as-shown --control --no-settings --no-overlay --frames --stats --verbose'
                    [ "$COMP_CWORD" -gt 1 ] || words+=' show list controls snapshot filters keys doctor'
                    ;;
            esac
            words+=' --help'
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    if declare -F __ltrim_colon_completions >/dev/null; then __ltrim_colon_completions "$current"; fi
}

complete -F _viewfinder viewfinder
