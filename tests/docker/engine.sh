#!/usr/bin/env bash
# Tries Dockerfile and docker-compose.yml on a Docker engine of its own: Debian's packages docker.io and
# docker-compose, in a bare Debian 12, in namespaces that end with this script.  Run by hand, as root, on a
# machine with debootstrap and util-linux:
#
#     tests/docker/engine.sh
#
# FULL=1 runs all attacks in the container, not the few of every test run; BUILDKIT=0 takes the older builder.
#
# No image registry is asked: in the place of the base image stands that Debian with a virtual environment at
# /usr/local, so that Python is 3.11.  All else is the real thing: builder, runtime, seccomp profile, Compose.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/machine.sh"
GROUP=/tracegrade-trial-$$

if [[ ${1:-} == --enter ]]; then
  lay_root "$2"
  mkdir -p "$2/root/var/lib/docker" "$2/root/mnt/base"
  mount --bind "$2/docker" "$2/root/var/lib/docker" # an overlay carries no other
  mount --bind -o ro "$BASE" "$2/root/mnt/base"
  step_over "$2" setsid --wait /bin/bash /mnt/source/trial/tests/docker/engine_inside.sh "$3"
fi

[[ $EUID == 0 ]] || { echo "run this as root: it makes namespaces and mounts" >&2; exit 1; }
make_base
TOP=$(mktemp -d /var/tmp/tracegrade-engine-XXXXXX)
clean_up() {
  local groups=(find /sys/fs/cgroup -depth -type d -path "*$GROUP*")
  for _ in {1..50}; do # the engine leaves its control groups, and is killed some time before it is gone
    "${groups[@]}" -exec rmdir {} + 2>/dev/null || true
    [[ -n $("${groups[@]}") ]] || break
    sleep 0.1
  done
  rm -rf "$TOP"
}
trap clean_up EXIT
mkdir "$TOP/docker"
make_source "$TOP/source"
install_pytest "$TOP/source"
chmod 755 "$TOP" "$TOP/source"
echo "== $(git -C "$REPO" rev-parse --short "$REF") on a Docker engine"
unshare --mount --pid --fork --uts --ipc --kill-child "${BASH_SOURCE[0]}" --enter "$TOP" "$GROUP"
echo "== all passed"
