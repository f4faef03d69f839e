#!/bin/sh
# Starts Packbench. Electron ends before any code of ours as root and without a display; this says why.
for argument in "$@"; do
  case "$argument" in
    --version)
      echo 'packbench @VERSION@'
      exit 0
      ;;
    --help)
      cat <<'HELP'
Usage: packbench [OPTION]...

The label-printing station for a packing bench.

@OPTIONS@

The manual page packbench(1) explains each option. Packbench does not run as root.
packbench-hub is the hub of a site of benches, without a window.
HELP
      exit 0
      ;;
  esac
done
if [ "$(id -u)" = 0 ]; then
  echo 'packbench: Packbench does not run as root. Start it as the user of this station.' >&2
  exit 1
fi
if [ -z "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
  echo 'packbench: There is no display. Start Packbench in a desktop session.' >&2
  exit 1
fi
exec /usr/lib/packbench/packbench "$@"
