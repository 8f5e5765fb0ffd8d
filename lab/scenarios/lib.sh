# shellcheck shell=bash
# What the scenarios share. They run in the guest as root; sway and the viewer run as an ordinary user that may use cameras.
# Each one works in a folder of its own, $here, where it leaves pictures, titles and logs; nothing here judges them.
# Whoever waits, waits for something, and gives up after a time that is generous for a busy machine.

here=${here:-/lab/out}
application=org.viewfinder.Viewfinder
runtime=/run/lab
export XDG_RUNTIME_DIR=$runtime SWAYSOCK=$runtime/sway.sock WAYLAND_DISPLAY=wayland-1
export MESA_SHADER_CACHE_DIR=$runtime/shaders LD_LIBRARY_PATH=/lab/in/lib
export GST_PLUGIN_SYSTEM_PATH_1_0=/lab/in/gstreamer GST_REGISTRY_1_0=$runtime/gstreamer GST_REGISTRY_FORK=no

say() { echo "[$(cut -d ' ' -f 1 /proc/uptime)] $*"; }

# as_user COMMAND…: in place of this shell.
as_user() { HOME=$runtime exec setpriv --reuid=nobody --regid=nogroup --groups=video --inh-caps=-all "$@"; }

# wait_until SECONDS WHAT COMMAND…: runs the command again and again until it succeeds.
wait_until() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        if [ $SECONDS -ge $end ]; then
            say "waited in vain for: $what"
            return 1
        fi
        sleep 0.15 # looking takes some starts of programs, which is what takes time here
    done
    say "there is: $what"
}

# --- Cameras: number 1, 2, 3 as the viewer counts them; the second is multi-planar.

load_cameras() {
    modprobe vivid n_devs=3 num_inputs=1,1,1 input_types=0x0,0x0,0x0 node_types=0x1,0x1,0x1 multiplanar=1,2,1
    ready_cameras
}

# load_inputs TYPE TYPE: two cameras in the place of the three, with these inputs (vivid: 0 webcam, 1 TV, 2 S-Video, 3 HDMI); until the
# end of the boot.
load_inputs() {
    modprobe -r vivid
    modprobe vivid n_devs=2 num_inputs=1,1 input_types="$1,$2" node_types=0x1,0x1 multiplanar=1,1
    ready_cameras
}

# As udev does, a moment after the devices have come. (udev itself would give all three the same name by-path.)
ready_cameras() {
    local camera
    for camera in $(seq "$(</sys/module/vivid/parameters/n_devs)"); do
        wait_until 10 "camera $camera" device "$camera" >/dev/null
        reset_camera "$camera"
        chgrp video "$(device $camera)"
        chmod 660 "$(device $camera)"
    done
}

# device CAMERA: its device file; the number may change when it is plugged in again.
device() {
    local file
    file=$(grep -l "^vivid-00$(($1 - 1))-" /sys/class/video4linux/*/name) || return
    file=${file%/name}
    echo "/dev/${file##*/}"
}

# place CAMERA: its place in the order of the device files, which is that of the viewer's keys. It changes when cameras are plugged in
# while the last user of an old one is about to close it: one of the new ones gets that number, and the one before it has another by then.
place() {
    local file number name place=0 names=()
    for file in /sys/class/video4linux/video*/name; do
        number=${file%/name}
        { read -r name <"$file"; } 2>/dev/null || continue
        if [[ $name == vivid-* ]]; then names[${number##*video}]=$name; fi
    done
    for name in "${names[@]}"; do
        place=$((place + 1))
        if [[ $name == "vivid-00$(($1 - 1))-"* ]]; then echo $place; fi
    done
}
# order_cameras: plugs them in again until their places are their numbers.
order_cameras() {
    wait_until 30 "the cameras in their order" are_in_order >/dev/null
}
are_in_order() {
    local camera
    for camera in $(seq "$(</sys/module/vivid/parameters/n_devs)"); do
        [ "$(place "$camera")" = "$camera" ] && continue
        unplug_all
        plug_in_all
        return 1
    done
}

# control CAMERA NAME=VALUE…: vivid's controls.
control() {
    local camera=$1
    shift
    v4l2-ctl --device "$(device "$camera")" "${@/#/--set-ctrl=}"
}

# press_button CAMERA NAME: a control that acts when it is written.
press_button() { control "$1" "$2=1"; }

# A still picture without text: 75 % bars, which are 191 and 0 in RGB whatever the colors on the wire.
reset_camera() {
    control "$1" osd_text_mode=2 test_pattern=0 horizontal_movement=3 vertical_movement=3 colorspace=2 \
        y_cbcr_encoding=0 quantization=0 transfer_function=0 percentage_of_dropped_buffers=0 wrap_sequence_number=0 \
        wrap_timestamp=0
}

# paint CAMERA PATTERN
paint() {
    local number
    case $2 in
        bars) number=0 ;;    # 75 %, upright: white, yellow, cyan, green, magenta, red, blue, black
        stripes) number=3 ;; # 100 %, the same lying
        white) number=6 ;;
        red) number=7 ;;
        green) number=8 ;;
        blue) number=9 ;;
    esac
    control "$1" test_pattern=$number
}

# All three are one platform device, so they go and come together.
unplug_all() { echo vivid.0 >/sys/bus/platform/drivers/vivid/unbind; }
plug_in_all() {
    echo vivid.0 >/sys/bus/platform/drivers/vivid/bind
    ready_cameras
}

# --- The screen

start_sway() {
    install -d -o nobody -g nogroup -m 700 $runtime
    echo 0 | tee $runtime/viewer >$runtime/arguments
    cat >$runtime/config <<C
xwayland disable
output HEADLESS-1 resolution --custom 1280x720 position 0 0
for_window [app_id=".*"] floating enable, border none
workspace 1
C
    (
        export WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman
        unset WAYLAND_DISPLAY LD_LIBRARY_PATH
        as_user sway --config $runtime/config
    ) >/lab/out/sway.log 2>&1 </dev/null &
    wait_until 60 "sway" swaymsg --quiet -t get_version 2>/dev/null
    # A keyboard at rest: one that comes with each key might be gone before the viewer knows it.
    wtype -s 1000000000 -k F24 &
    wait_until 20 "a keyboard" has_keyboard
}
has_keyboard() { swaymsg -r -t get_seats | jq -e 'any(.[]; .capabilities >= 2)' >/dev/null; }

# --- The viewer, in a window of 320x180, a pixel for each of the camera's, unless a step resizes it. Places in it are
# pixels of the window.

# view ARGUMENT…: the viewer with the first camera. One that runs with the same arguments is used again, since a start
# takes seconds.
view() {
    if [ "$(cat $runtime/arguments)" = "$*" ] && is_running; then
        choose 1
    else
        launch "$@"
        wait_until 90 "the viewer's first picture" is_live
        title >$runtime/plain
    fi
    resize 320 180
    plain=$(<$runtime/plain)
    await_title "$plain"
}
# launch ARGUMENT…: starts the viewer, and does not wait for its window.
launch() {
    quit
    # Each start is the first, unless a scenario has settings of its own.
    rm -f $runtime/statistics $runtime/.config/viewfinder/settings.json
    echo 0 >$runtime/viewer
    (
        (as_user /lab/in/viewfinder --verbose --no-overlay --size 320x180 --fps 15 --stats $runtime/statistics "$@") &
        echo $! >$runtime/viewer
        code=0
        wait $! || code=$?
        echo $code >$runtime/exit
    ) >>/lab/out/viewer.out 2>>/lab/out/viewer.log </dev/null &
    echo "$*" >$runtime/arguments
}
is_running() { [ -e "/proc/$(<$runtime/viewer)/fd" ]; }
is_live() {
    local text
    text=$(title) && [[ $text == *" – Viewfinder" && $text != *starting* ]]
}

# quit: ends the viewer as a user does, and notes its exit status.
quit() {
    is_running || return 0
    rm -f $runtime/exit
    press q
    wait_until 20 "the viewer's end" test -s $runtime/exit || {
        pkill -KILL -x viewfinder
        wait_until 10 "the viewer's killing" test -s $runtime/exit
    }
    note exit "$(<$runtime/exit)"
    tail -n 1 $runtime/statistics >"$here/statistics" || true
}

# What the viewer holds of the system's, noted with a word.
note_resources() {
    local process
    process=/proc/$(<$runtime/viewer)
    note "descriptors $1" "$(find "$process/fd" -mindepth 1 | wc -l)"
    note "video maps $1" "$(grep -c /dev/video "$process/maps" || true)"
    note "maps $1" "$(wc -l <"$process/maps")"
    note "threads $1" "$(viewer_threads)"
    note "memory $1" "$(awk '/^VmRSS/ {print $2}' "$process/status")"
}
# hold_resources: notes them as those after what a scenario has done, and fails where they are more than before.
hold_resources() {
    wait_until 30 "the end of all closing" are_threads_settled || true
    note_resources after
    # What may grow, and by how much.
    held descriptors 0 && held "video maps" 0 && held threads 2 && held maps 60 && held memory 40000
}
are_threads_settled() { [ "$(viewer_threads)" -le "$(awk -F '\t' '/^threads before/ {print $2 + 1}' "$here/notes")" ]; }
held() { # WHAT MOST
    awk -F '\t' -v what="$1" -v most="$2" '$1 == what " before" {before = $2} $1 == what " after" {after = $2}
        END {if (after > before + most) {print what ": " after " instead of " before; exit 1}}' "$here/notes"
}
viewer_threads() { find "/proc/$(<$runtime/viewer)/task" -mindepth 1 -maxdepth 1 | wc -l; }

# are_recordings_prepared: the viewer has loaded GStreamer's parts, on a thread of its own some seconds after its first picture.
are_recordings_prepared() {
    local process
    process=/proc/$(<$runtime/viewer)
    grep -q /gstreamer/ "$process/maps" && ! grep -qsx "prepare movies" "$process"/task/*/comm
}

# switch_singly COUNT: to the next camera, and waits for it, so often.
switch_singly() {
    local next
    for _ in $(seq "$1"); do
        next=$(($(shown) + 1))
        press c
        wait_until 30 "switch $next" has_shown $next
    done
}
# switch_often COUNT: as often, with one keyboard for most of them, since starting one takes longer than a switch; where a press came
# before the last switch was done, the rest is made up for.
switch_often() {
    local first count presses=()
    first=$(shown)
    for ((count = 1; count < $1; count++)); do presses+=(-k c -s 250); done
    wtype "${presses[@]}" -k c
    wait_until 30 "the switch under way" has_shown $((first + $1 * 9 / 10)) || true
    if [ "$(shown)" -lt $((first + $1)) ]; then switch_singly $((first + $1 - $(shown))); fi
}
shown() { grep -c ' showing ' /lab/out/viewer.log; }
has_shown() { [ "$(shown)" -ge "$1" ]; }

# choose CAMERA: by its key; USB cameras are in the order of their plugging in.
choose() {
    local key
    key=$(place "$1")
    press "${key:-$1}"
}

# press KEY…: one after the other; "C" is c with Shift.
press() {
    local key
    for key; do
        case $key in
            [A-Z]) wtype -M shift -k "${key,}" -m shift ;;
            *) wtype -k "$key" ;;
        esac
    done
}

# Vulkan in software shares memory as dma-bufs where it may use this device.
allow_udmabuf() {
    chgrp video /dev/udmabuf
    chmod 660 /dev/udmabuf
}

# probe ARGUMENT…: Tests/RouteProbe, as the viewer's user.
probe() { (as_user /lab/in/route-probe "$@"); }

# run_trials COUNT TRIAL…: those of Tests/FaultProbe, each with cameras as they are when new; what they say is noted.
run_trials() {
    local trial count=$1 status=0
    shift
    for trial; do
        ready_cameras
        say "trial $trial"
        /lab/in/fault-probe "$trial" "$count" platform:vivid-00{0,1,2} >"$here/$trial" 2>"$here/$trial.log" || status=1
        note "$trial" "$(tail -n 1 "$here/$trial")"
        say "$(<"$here/$trial")"
        [ -e /sys/bus/platform/drivers/vivid/vivid.0 ] || plug_in_all
    done
    return $status
}

# Reads the viewer's entry of sway's tree into $entry, from its rectangle on. It is bash that reads it, since jq
# would have to be started.
read_entry() {
    local name="\"app_id\": \"$application\""
    entry=$(swaymsg -r -t get_tree)
    [[ $entry == *"$name"* ]] || return
    entry=${entry%%"$name"*}
    entry=${entry##*'"rect": '}
}
title() {
    local text
    read_entry || return
    text=${entry#*'"name": "'}
    text=${text%%$'",\n'*}
    text=${text//\\\"/\"}
    echo "${text//\\\//\/}"
}
side() { [[ $entry =~ \"window_rect\":[^}]*\"$1\":\ (-?[0-9]+) ]] && echo "${BASH_REMATCH[1]}"; }
size() { read_entry && echo "$(side width)x$(side height)"; }
corner() {
    read_entry && [[ $entry =~ \"x\":\ (-?[0-9]+),[[:space:]]*\"y\":\ (-?[0-9]+) ]] || return
    echo "$((BASH_REMATCH[1] + $(side x))) $((BASH_REMATCH[2] + $(side y)))"
}

# resize W H: asks for a size, in the middle of the screen. sway (1.10) does not tell when the viewer has drawn it: that is
# to be seen.
resize() {
    swaymsg --quiet -- "[app_id=\"$application\"] resize set $1 px $2 px, move position center"
    wait_until 10 "a window of $1x$2" has_size "$1x$2"
    width=$1 height=$2
    read -r left top < <(corner)
}
has_size() { [ "$(size)" = "$1" ]; }

# shot NAME: the window's inside as $here/NAME.ppm.
shot() { grim -g "$left,$top ${width}x$height" -t ppm - >"$here/$1.ppm"; }

# see X Y "R G B": waits until the window has about that color there.
see() { wait_until "${patience:-30}" "color $3 at $1,$2" shows "$@"; }
shows() {
    local red green blue want
    read -r red green blue < <(grim -g "$((left + $1)),$((top + $2)) 1x1" -t ppm - | od -An -tu1 -j 11 -N 3)
    read -ra want <<<"$3"
    near "$red" "${want[0]}" && near "$green" "${want[1]}" && near "$blue" "${want[2]}"
}
near() { [ $(($1 - $2)) -le 8 ] && [ $(($2 - $1)) -le 8 ]; }

# now: the hundredths of a second since the boot.
now() {
    local seconds
    read -r seconds _ </proc/uptime
    echo "$((10#${seconds/./}))"
}

# note NAME TEXT: something for the test to judge.
note() {
    printf '%s\t%s\n' "$1" "$2" >>"$here/notes"
    say "noted $1: $2"
}

# await_other_title TITLE: waits until the title is another one.
await_other_title() { wait_until "${patience:-30}" "another title than $1" has_other_title "$1"; }
has_other_title() { local text; text=$(title) && [ "$text" != "$1" ]; }
await_title() { wait_until "${patience:-30}" "the title $1" has_title "$1"; }
# is_away: something stands in for a camera that is unplugged.
is_away() { [[ "$(title)" == *"is unplugged, plug it in again to go on"* ]]; }
has_title() { [ "$(title)" = "$1" ]; }
