#!/bin/sh
# Starts the hub of a site: the program of the station without its window. Electron ends before any code of ours as root.
for argument in "$@"; do
  case "$argument" in
    --version)
      echo 'packbench-hub @VERSION@'
      exit 0
      ;;
    --help)
      cat <<'HELP'
Usage: packbench-hub --provision=FILE --user-data-dir=DIR [OPTION]...

Receives the webhooks of a site for all its benches and keeps its records, without a window or a display.

@OPTIONS@

The manual page packbench-hub(1) explains each option, and the systemd unit packbench-hub.service, which runs
it. It does not run as root.
HELP
      exit 0
      ;;
  esac
done
if [ "$(id -u)" = 0 ]; then
  echo 'packbench-hub: The hub does not run as root. Start the systemd unit packbench-hub.service, or use another user.' >&2
  exit 1
fi
# Behind --hub the hub alone reads the arguments. Chromium's own errors, such as that of a missing desktop, are left out.
exec /usr/lib/packbench/packbench --ozone-platform=headless --log-level=3 --hub "$@"
