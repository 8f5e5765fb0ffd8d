# shellcheck shell=bash
# The words of the steps with USB cameras, which are Tests/USBCamera on the kernel's bus without wires (vhci_hcd), one at each port.

# udev gives each camera its names below /dev/v4l, and its group. It is told of those alone that come from now on.
start_usb() {
    modprobe -a vhci-hcd uvcvideo
    (unset LD_LIBRARY_PATH && /usr/lib/systemd/systemd-udevd --daemon) >/lab/out/udev.log 2>&1
}
stop_usb() {
    pkill -x systemd-udevd
    rm -rf /dev/v4l /run/udev
}

# plug_usb PORT NAME [SERIAL]: plugs a camera in, and waits for its names. With pixels=m420 before it, it is one whose pictures
# only libv4l2 knows, and with pixels=bayer one of a mosaic.
plug_usb() {
    local orders=$runtime/usb-$1
    [ -p "$orders" ] || mkfifo "$orders"
    /lab/in/usb-camera "${pixels:-yuy2}" "$@" <>"$orders" >>/lab/out/usb-camera.log 2>&1 &
    echo $! >"$runtime/usb-$1.process"
    wait_until 20 "the camera at port $1" test -e "$(usb_path "$1")"
}
# The port is counted from 0 by vhci_hcd, and from 1 in its names.
usb_path() { echo "/dev/v4l/by-path/platform-vhci_hcd.0-usb-0:$(($1 + 1)):1.0-video-index0"; }

# unplug_usb PORT…: pulls cameras out; those that are gone stay so.
unplug_usb() {
    local port
    for port; do
        kill "$(<"$runtime/usb-$port.process")" || continue
        wait_until 20 "no camera at port $port" lacks_usb "$port"
    done 2>/dev/null
}
lacks_usb() { ! [ -e "$(usb_path "$1")" ]; }

# order PORT WORD…: what the camera is to do; see Tests/USBCamera/CameraFunction.swift.
order() { echo "${*:2}" >"$runtime/usb-$1"; }
