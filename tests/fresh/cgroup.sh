#!/usr/bin/env bash
# Proves on a kernel with cgroup v2, in an emulated machine of its own, what the unit tests show on a
# tree that is none: cgroup_inside.py says what.  Run by hand, on a Debian 12 with debootstrap,
# qemu-system-x86, cpio and an apt that finds a kernel:
#
#     tests/fresh/cgroup.sh
#
# BASE   where the bare system is kept, as for debian12.sh; it is only read
# REF    the commit to try (default HEAD)
#
# The machine has no disk and no network: all of it is unpacked into its memory.
set -euo pipefail

BASE=${BASE:-/var/tmp/tracegrade-debian12}
REF=${REF:-HEAD}
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
KERNEL_PACKAGE=linux-image-cloud-amd64
WORK=$(mktemp -d /var/tmp/tracegrade-cgroup-XXXXXX)
trap 'rm -rf "$WORK"' EXIT

if [[ ! -e $BASE/etc/debian_version ]]; then
  mkdir -p "$BASE"
  debootstrap --variant=minbase --include=python3,python3-venv,make,git bookworm "$BASE" >"$BASE.log" 2>&1 ||
    { tail -n 20 "$BASE.log" >&2; exit 1; }
fi

echo "== a kernel"
package=$(apt-cache depends "$KERNEL_PACKAGE" | awk '/Depends:/ { print $2; exit }')
(cd "$WORK" && apt-get download -o APT::Sandbox::User=root -qq "$package" && dpkg -x ./*.deb kernel)

echo "== the sandbox of $(git -C "$HERE" rev-parse --short "$REF"), and NumPy"
mkdir -p "$WORK/added/opt/tracegrade" "$WORK/added/mnt"
git -C "$HERE/../.." archive "$REF" sandbox | tar -x -C "$WORK/added/opt/tracegrade"
python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$WORK/added/opt/tracegrade" \
  --python-version 3.11 --platform manylinux_2_28_x86_64 --only-binary :all: 'numpy>=2.0'
install -m 755 "$HERE/cgroup_inside.py" "$WORK/added/init"
chmod -R go+rX "$WORK/added"

pack() { (cd "$1" && find "${@:2}" -print0 | cpio --null --create --format=newc --quiet --owner=0:0); }
{
  # What Python needs to start, and every folder on the way.
  pack "$BASE" . -regextype egrep -regex './(usr/(share|sbin|lib/git-core)|var|dev|tmp|boot)' -prune -o
  pack "$WORK/added" .
} | gzip -1 >"$WORK/memory"

echo "== Linux $(basename "$WORK"/kernel/boot/vmlinuz-* | cut -c 9-)"
timeout 1200 qemu-system-x86_64 -accel tcg -cpu max -smp 2 -m 3072 -no-reboot -nographic -net none \
  -kernel "$WORK"/kernel/boot/vmlinuz-* -initrd "$WORK/memory" \
  -append "console=ttyS0 quiet panic=-1 rdinit=/init" </dev/null | tr -d '\r' | tee "$WORK/said"
grep -q '^== all proved$' "$WORK/said"
