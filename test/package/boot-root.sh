#!/bin/sh
# boot-root.sh ROOT: runs systemd as the first process of another root until it is killed, in a control group and namespaces of its own. It
# has devices of its own and cannot change the kernel's settings. It has the network of this computer.
set -e
parent=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)$(sed -n 's/^0:://p' /proc/self/cgroup)
group=$parent/packbench-$$
mkdir "$group"
sh -c 'echo $$ > "$0/cgroup.procs"; exec "$@"' "$group" \
  unshare --mount --pid --uts --ipc --cgroup --fork --kill-child=SIGKILL -- sh "$(dirname "$0")/enter-root.sh" "$1" sh -c '
    set -e
    mount -t tmpfs -o mode=755 tmpfs /run
    mount -t tmpfs -o mode=755 tmpfs /mnt
    for name in full null random tty urandom zero; do
      : > "/mnt/$name"
      mount --bind "/dev/$name" "/mnt/$name"
    done
    ln -s pts/ptmx /mnt/ptmx
    mount --rbind /mnt /dev
    mount --bind -o ro /proc/sys /proc/sys
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    exec env --ignore-environment container=test /lib/systemd/systemd
  ' || true
find "$group" -depth -type d -exec rmdir {} +
