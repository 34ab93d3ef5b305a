#!/usr/bin/env bash
# Tries the Dockerfile without an engine: its steps are executed in a bare Debian 12 (in the place of the base
# image: so Python is 3.11), and the server runs there as the image's user, with a read-only root, the volume,
# no capabilities, no new privileges, in namespaces of its own and under an emulation of Docker's newest default
# seccomp profile (docker_profile.py).  Run by hand, as root, on a machine with debootstrap and util-linux:
#
#     tests/docker/replay.sh
#
# FULL=1 runs all attacks in the container, not the few of every test run.
# Unlike in a container nothing of /proc and /sys is masked, and there is no control group.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/machine.sh"
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"

[[ $EUID == 0 ]] || { echo "run this as root: it makes namespaces and mounts" >&2; exit 1; }

# A value of the image as the interpreter noted it, one line for each word.
image() {
  python3 -c 'import json, sys; v = json.load(open(sys.argv[1]))[sys.argv[2]]; print(*([v] if isinstance(v, str) else v), sep="\n")' \
    "$TOP/image.json" "$1"
}

# In new namespaces: the root of the image, closed; then what it runs, behind the profile.
#   enter_container UID COMMAND...
enter_container() {
  local root=$TOP/container name uid=$1
  shift
  mount --make-rprivate /
  mount --bind "$(image root)" "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  mkdir "$root/dev/shm"
  for name in null zero full random urandom; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
  done
  ln -s /proc/self/fd "$root/dev/fd"
  mount -t tmpfs -o size=64m,mode=1777,noexec,nosuid,nodev tmpfs "$root/dev/shm"
  mount -t tmpfs -o "$(sed -n 's#^ *- /tmp:##p' "$TOP/source/tracegrade/docker-compose.yml")" tmpfs "$root/tmp"
  mount --bind "$TOP/volume" "$root$(image volume)"
  mount --bind -o ro "$TOP/source/trial" "$root/trial"
  mount -o remount,bind,ro "$root"
  python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 0x41))'
  mapfile -t variables < <(image environment)
  cd "$root"
  pivot_root . .
  umount -l .
  exec env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/nonexistent "${variables[@]}" \
    /usr/local/bin/python /trial/tests/docker/dockerlike.py "$uid" "$uid" python /trial/tests/docker/init.py "$@"
}

user() { image user | cut -d: -f1; }
# In a subshell of the caller's: it ends there.
container() { exec unshare --mount --pid --net --ipc --uts --fork --kill-child "$HERE/replay.sh" --container "$TOP" "$@"; }
another() {
  local uid=${1:-$(user)}
  shift
  (container "$uid" "$@")
}
inside() {
  mapfile -t variables < <(image environment)
  nsenter --target "$FIRST" --mount --pid --net --ipc --uts --root --wd \
    env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/nonexistent "${variables[@]}" \
    /usr/local/bin/python /trial/tests/docker/dockerlike.py "$(user)" "$(user)" "$@"
}
outside() { nsenter --target "$FIRST" --net "$@"; }

# The image's own health check, in the container, with more of an environment where that is given.
healthy() {
  local check
  mapfile -t check < <(image health)
  inside env "$@" "${check[@]}"
}

start() {
  local begin command uid
  mapfile -t command < <(image command)
  uid=$(user)
  begin=$(milliseconds)
  container "$uid" "${command[@]}" >"$TOP/server.log" 2>&1 &
  CONTAINER=$!
  until_true grep -q . "/proc/$CONTAINER/task/$CONTAINER/children"
  FIRST=$(tr -d ' ' <"/proc/$CONTAINER/task/$CONTAINER/children")
  until_true fetch /healthz || { cat "$TOP/server.log"; fail "no answer"; }
  say "up: answers after $(($(milliseconds) - begin)) ms"
  healthy || fail "the health check of the image says no"
  healthy http_proxy=http://127.0.0.1:9 || fail "the health check asks a proxy"
}

stop() {
  local begin code=0
  begin=$(milliseconds)
  kill -TERM "$FIRST"
  wait "$CONTAINER" || code=$?
  say "stopped in $(($(milliseconds) - begin)) ms, exit code $code"
  [[ $code == 0 ]] || fail "not a clean end"
  healthy 2>/dev/null && fail "the health check says yes without a server"
  return 0
}

try() {
  mount --make-rprivate /
  python3 "$HERE/replay_image.py" "$BASE" "$TOP/source/tracegrade" "$TOP/work" >"$TOP/image.json" 2>"$TOP/build.log" ||
    { tail -n 30 "$TOP/build.log"; fail "a step of the Dockerfile"; }
  grep -E '^(==|   [A-Z]+ )' "$TOP/build.log"
  mkdir "$TOP/container" "$(image root)/trial"
  # As an engine does: a new volume begins as a copy of the image's folder, owner and mode with it.
  cp -a "$(image root)$(image volume)" "$TOP/volume"
  start
  check_walls
  check_doctor
  check_submissions "$TOP/source/tracegrade"
  check_attacks
  check_other_users
  stop
  start
  check_history
  stop
}

case ${1:-} in
--container)
  TOP=$2
  enter_container "${@:3}"
  ;;
--try)
  TOP=$2 TRIAL=$2/source/trial LOGS=$2
  try
  ;;
*)
  make_base
  TOP=$(mktemp -d /var/tmp/tracegrade-replay-XXXXXX)
  trap 'rm -rf "$TOP"' EXIT
  make_source "$TOP/source"
  install_pytest "$TOP/source"
  chmod 755 "$TOP" "$TOP/source"
  echo "== $(git -C "$REPO" rev-parse --short "$REF") without an engine"
  unshare --mount --pid --fork --mount-proc --kill-child "$HERE/replay.sh" --try "$TOP"
  echo "== all passed"
  ;;
esac
