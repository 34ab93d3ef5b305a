# shellcheck shell=bash
# A bare Debian 12 to try the container in; sourced by engine.sh and replay.sh, which run as root.
#
# BASE   where the bare system is kept between runs; only read here (default /var/tmp/tracegrade-debian12)
# REF    the commit to try (default HEAD)
BASE=${BASE:-/var/tmp/tracegrade-debian12}
REF=${REF:-HEAD}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
# What reaches the package index on this machine, and nothing else of its environment.
PASSED=(PIP_INDEX_URL http_proxy https_proxy no_proxy FULL BUILDKIT)
CLEAN=("PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin" "LANG=C.UTF-8")
for name in "${PASSED[@]}"; do
  [[ -n ${!name:-} ]] && CLEAN+=("$name=${!name}")
done

make_base() {
  [[ -e $BASE/etc/debian_version ]] && return
  echo "== debootstrap into $BASE"
  mkdir -p "$BASE"
  debootstrap --variant=minbase --include=python3,python3-venv,make,git bookworm "$BASE" >"$BASE.log" 2>&1 ||
    { tail -n 20 "$BASE.log" >&2; exit 1; }
}

# A folder with the files of the commit as a clone has them, and what the attacks need to run.
make_source() {
  local out=$1
  mkdir -p "$out/tracegrade" "$out/trial/tests"
  git -C "$REPO" archive "$REF" | tar -x -C "$out/tracegrade"
  cp -r "$out"/tracegrade/tests/{attacks,builders,fakes} "$out/trial/tests/"
  cp -r "$HERE" "$out/trial/tests/docker"
  chmod -R a+rX "$out"
}

# The pins of the development lock that pytest is made of, with their hashes, into FOLDER.
install_pytest() {
  python3 - "$1/tracegrade/requirements/dev.lock" >"$1/pytest.lock" <<'PYTHON'
import re, sys
pins = re.split(r"\n(?=\S)", open(sys.argv[1], encoding="utf-8").read())
wanted = {"pytest", "pluggy", "iniconfig", "packaging", "pygments"}
print("\n".join(pin.rstrip() for pin in pins if pin.partition("==")[0] in wanted))
PYTHON
  python3 -m venv "$1/installer"
  "$1/installer/bin/pip" install --quiet --disable-pip-version-check --require-hashes \
    --target "$1/trial" -r "$1/pytest.lock"
}

# In new mount and process namespaces: make a root of BASE at TOP/root to which changes may be made.
lay_root() {
  local top=$1 root=$1/root name
  mount --make-rprivate /
  mkdir -p "$top"/{upper,work} "$root"
  mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$top/upper,workdir=$top/work" "$root"
  mkdir -p "$root"/{proc,sys,dev,mnt/source,old}
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for name in null zero full random urandom tty; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
  done
  mkdir "$root/dev/shm" "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  ln -s /proc/self/fd "$root/dev/fd"
  mount --bind "$top/source" "$root/mnt/source"
  cp --dereference /etc/resolv.conf /etc/hosts "$root/etc/"
  if [[ -n ${SSL_CERT_FILE:-}${PIP_CERT:-} ]]; then
    # The certificates that this machine trusts, where Debian's own would be.
    mkdir -p "$root/etc/ssl/certs"
    cp --dereference "${SSL_CERT_FILE:-$PIP_CERT}" "$root/etc/ssl/certs/ca-certificates.crt"
    CLEAN+=("PIP_CERT=/etc/ssl/certs/ca-certificates.crt" "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt"
      "NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt")
  fi
}

# Step over into the root and execute the rest there, with a clean environment.
step_over() {
  cd "$1/root"
  shift
  pivot_root . old
  umount -l /old
  exec env -i "${CLEAN[@]}" "$@"
}
