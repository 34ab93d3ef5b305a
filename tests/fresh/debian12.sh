#!/usr/bin/env bash
# Proves README's two commands on a bare Debian 12, as root and as an ordinary user, from a clone and
# from a wheel.  Run by hand, as root, on a machine with debootstrap and util-linux:
#
#     tests/fresh/debian12.sh                     # all four
#     tests/fresh/debian12.sh user clone          # one of them: (root|user) (clone|wheel|pip)
#
# BASE   where the bare system is kept between runs   (default /var/tmp/tracegrade-debian12)
# REF    the commit to try                            (default HEAD)
# PORT   where the site is served                     (default: none given, so 8000)
# KEEP=1 keep the folder of each run, to look into it
#
# The system is entered by pivot_root in a mount and PID namespace of its own: in a plain chroot the
# kernel forbids user namespaces, and the sandbox would be tried at less than its strength.
set -euo pipefail

BASE=${BASE:-/var/tmp/tracegrade-debian12}
REF=${REF:-HEAD}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
PACKAGES=python3,python3-venv,make,git
# What reaches the package index on this machine, and nothing else of its environment.
PASSED=(PIP_CERT PIP_INDEX_URL SSL_CERT_FILE NODE_EXTRA_CA_CERTS http_proxy https_proxy no_proxy PORT TESTS)

make_base() {
  [[ -e $BASE/etc/debian_version ]] && return
  echo "== debootstrap into $BASE"
  mkdir -p "$BASE"
  debootstrap --variant=minbase "--include=$PACKAGES" bookworm "$BASE" >"$BASE.log" 2>&1 ||
    { tail -n 20 "$BASE.log" >&2; exit 1; }
}

# A folder with the bundle of the commit, its wheel and the script to run inside.
make_source() {
  local out=$1 clone=$1/clone
  git clone --quiet --bare "$REPO" "$out/repo.git"
  git -C "$out/repo.git" update-ref refs/heads/tried "$(git -C "$REPO" rev-parse "$REF")"
  git -C "$out/repo.git" bundle create --quiet "$out/tracegrade.bundle" tried
  git clone --quiet --branch tried "$out/tracegrade.bundle" "$clone"
  cp "$HERE/inside.sh" "$HERE/submit.py" "$out/"
  cp -r "$clone/problems/vit-encoder-block/submissions/accepted" "$out/solutions"
  if [[ $WAYS == *wheel* || $WAYS == *pip* ]]; then
    echo "== building the wheel of $(git -C "$clone" rev-parse --short HEAD)"
    make --no-print-directory -C "$clone" wheel >"$out/wheel.log" 2>&1 ||
      { tail "$out/wheel.log" >&2; exit 1; }
    cp "$clone"/dist/tracegrade-*.whl "$out/"
  fi
  rm -rf "$clone" "$out/repo.git"
}

# Inside new namespaces: build the root file system and step over into it.
enter() {
  local run=$1 who=$2 way=$3 root=$1/root name
  mount --make-rprivate /
  mkdir -p "$run"/{upper,work} "$root"
  mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$run/upper,workdir=$run/work" "$root"
  mkdir -p "$root"/{proc,sys,dev,mnt/source,old}
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for name in null zero full random urandom tty; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
  done
  mkdir "$root/dev/shm" "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  ln -s /proc/self/fd "$root/dev/fd"
  mount --bind "$run/../source" "$root/mnt/source"
  cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
  if [[ -n ${SSL_CERT_FILE:-}${PIP_CERT:-} ]]; then
    mkdir -p "$root/etc/ssl/certs"
    mount --bind /etc/ssl/certs "$root/etc/ssl/certs"
  fi
  cd "$root"
  pivot_root . old
  umount -l /old
  exec setsid --wait env -i "${KEPT[@]}" /bin/bash /mnt/source/inside.sh "$who" "$way"
}

if [[ ${1:-} == --enter ]]; then
  KEPT=("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "LANG=C.UTF-8")
  for name in "${PASSED[@]}"; do
    [[ -n ${!name:-} ]] && KEPT+=("$name=${!name}")
  done
  enter "$2" "$3" "$4"
fi

[[ $EUID == 0 ]] || { echo "run this as root: it makes namespaces and mounts" >&2; exit 1; }
WHOS=${1:-"user root"}
WAYS=${2:-"clone wheel pip"}
make_base
TOP=$(mktemp -d /var/tmp/tracegrade-fresh-XXXXXX)
[[ ${KEEP:-} == 1 ]] || trap 'rm -rf "$TOP"' EXIT
mkdir "$TOP/source"
make_source "$TOP/source"
chmod 755 "$TOP" "$TOP/source"
failed=0
for who in $WHOS; do
  for way in $WAYS; do
    mkdir "$TOP/$who-$way"
    echo "== Debian 12, as $who, from a $way"
    BASE=$BASE unshare --mount --pid --fork --uts --ipc --kill-child \
      "${BASH_SOURCE[0]}" --enter "$TOP/$who-$way" "$who" "$way" || { echo "FAILED: $who, $way"; failed=1; }
  done
done
[[ $failed == 0 ]] && echo "== all passed"
exit "$failed"
