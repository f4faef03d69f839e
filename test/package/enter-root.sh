#!/bin/sh
# enter-root.sh ROOT COMMAND...: runs a command with another root folder, in mount and process namespaces of its own. The root is entered
# by pivot_root, not chroot: in a chroot no user could make the namespaces of Chromium's sandbox.
set -e
root=$1
shift
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount --rbind /dev dev
mount --rbind --make-rslave /sys sys
mkdir -p tmp/.X11-unix outer
[ ! -d /tmp/.X11-unix ] || mount --bind /tmp/.X11-unix tmp/.X11-unix
pivot_root . outer
cd /
umount -l /outer
exec "$@"
