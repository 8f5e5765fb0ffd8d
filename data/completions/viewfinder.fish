# Completions of viewfinder for fish.

function __viewfinder_sources
    viewfinder list 2>/dev/null | string match --all --regex '/dev/video[0-9]+'
    printf '%s\t%s\n' test 'the test card' raw: 'pictures without a header' y4m: 'a YUV4MPEG2 file' movie: 'a movie'
end

function __viewfinder_filters
    viewfinder filters 2>/dev/null | string replace --filter --regex '^  ([a-z][^ ]*).*' '$1'
end

function __viewfinder_controls
    viewfinder controls 2>/dev/null | string replace --filter --regex '^      ([a-z0-9_]+) .*' '$1='
end

complete -c viewfinder -f
set -l commands show list controls snapshot filters keys doctor
set -l window "not __fish_seen_subcommand_from list controls snapshot filters keys doctor"
set -l picture "not __fish_seen_subcommand_from list controls filters keys doctor"
set -l camera "not __fish_seen_subcommand_from list filters keys"
set -l controls "not __fish_seen_subcommand_from list filters keys doctor"

complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a show -d 'open the window'
complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a list -d 'list the cameras'
complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a controls -d 'adjust the cameras'
complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a snapshot -d 'write a picture'
complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a filters -d 'list the filters'
complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a keys -d 'print the keys'
complete -c viewfinder -n "not __fish_seen_subcommand_from $commands" -a doctor -d 'tell what a report of a fault needs'
complete -c viewfinder -s h -l help -d 'show help'

complete -c viewfinder -n "$camera" -x -l source -a '(__viewfinder_sources)' -d 'what to show'
complete -c viewfinder -n "$controls" -x -l control -a '(__viewfinder_controls)' -d 'a control of the camera and its value'
complete -c viewfinder -n "$controls" -l no-settings -d 'neither read nor write the file of settings'
complete -c viewfinder -n "$picture" -x -l filter -a '(__viewfinder_filters)' -d 'what pictures go through'
complete -c viewfinder -n "$picture" -x -l fill -a 'fit fill stretch' -d 'how the picture lies in the window'
complete -c viewfinder -n "$picture" -l mirror -d 'show the picture as a mirror does'
complete -c viewfinder -n "$picture" -x -l rotate -a '0 90 180 270' -d 'turn the picture clockwise'
complete -c viewfinder -n "$picture" -x -l size -a '640x480 1280x720 1920x1080 3840x2160' -d 'size of the camera\'s picture'
complete -c viewfinder -n "$picture" -x -l fps -a '15 24 25 30 50 60' -d 'pictures per second'
complete -c viewfinder -n "$picture" -x -l format -a 'NV12 YUYV UYVY YU12 MJPG BGR4 RGB3 GREY' -d 'the camera\'s pixel format'
complete -c viewfinder -n "$picture" -x -l range -a 'limited full' -d 'the codes of black and white'
complete -c viewfinder -n "$picture" -x -l matrix -a '601 709 2020 240' -d 'the mixture of luma and colour differences'
complete -c viewfinder -n "$picture" -x -l primaries -a 'bt709 smpte170m bt470bg bt470m smpte240m bt2020 adobeRGB dciP3' -d 'the colours of red, green and blue'
complete -c viewfinder -n "$picture" -x -l transfer -a 'bt709 bt1886 srgb adobeRGB smpte240m linear dciP3 pq hlg' -d 'the curve from light to numbers'
complete -c viewfinder -n "$picture" -x -l device -d 'the Vulkan device'
complete -c viewfinder -n "$picture" -x -l depth -a '0-65535 4000-500' -d 'the distances that are black and white'
complete -c viewfinder -n "$picture" -x -l path -a 'fragment compute host' -d 'what converts and places pictures'
complete -c viewfinder -n "$picture" -x -l import -a 'dmabuf userptr hostptr copy' -d 'the only way for frames to the GPU'

complete -c viewfinder -n "$window" -l fullscreen -d 'start in full screen'
complete -c viewfinder -n "$picture" -s v -l verbose -d 'say more; twice for everything'
complete -c viewfinder -n "$window" -x -l latch -a 'late early' -d 'when to take the frame of a fast camera'
complete -c viewfinder -n "$window" -l record-sound -d 'record the default input\'s sound, too'
complete -c viewfinder -n "$window" -l record-as-shown -d 'record turned and mirrored as the window shows it'
complete -c viewfinder -n "$window" -l no-overlay -d 'show nothing over the picture'
complete -c viewfinder -n "$window" -x -l frames -d 'end after so many pictures'
complete -c viewfinder -n "$window" -r -F -l stats -d 'write what becomes of each frame'

complete -c viewfinder -n "__fish_seen_subcommand_from controls" -l defaults -d 'set everything back'
complete -c viewfinder -n "__fish_seen_subcommand_from list" -l all -d 'list all video devices'
complete -c viewfinder -n "__fish_seen_subcommand_from doctor" -l gpu -d 'test the graphics devices instead'
complete -c viewfinder -n "__fish_seen_subcommand_from list controls filters doctor" -l json -d 'write JSON'
complete -c viewfinder -n "__fish_seen_subcommand_from snapshot" -r -F -s o -l output -d 'the file to write'
complete -c viewfinder -n "__fish_seen_subcommand_from snapshot" -x -l window -a '640x480 1280x720' -d 'size of the window'
complete -c viewfinder -n "__fish_seen_subcommand_from snapshot" -x -l skip -d 'leave out the first pictures'
