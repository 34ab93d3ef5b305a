# shellcheck shell=bash
# What must be true of a container that runs, however it was started; sourced by engine_inside.sh and replay.sh.
# They define
#
#   inside COMMAND...              run it in the container that serves, as the image's user
#   another UID COMMAND...         run it in another container with the same walls and volume; "" is the image's user
#   outside COMMAND...             run it where the published port can be reached
SITE=http://127.0.0.1:8000
WAIT_SECONDS=${WAIT_SECONDS:-90}
LOGS=${LOGS:-/tmp}
TRIAL=${TRIAL:-/mnt/source/trial}

say() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

until_true() {
  local end=$((SECONDS + WAIT_SECONDS))
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.05
  done
}

fetch() { outside python3 -c 'import sys, urllib.request as u; u.urlopen(sys.argv[1], timeout=3)' "$SITE$1"; }

check_walls() {
  inside /bin/sh -c 'touch /x' 2>/dev/null && fail "the root can be written"
  inside /bin/sh -c 'touch /data/x && rm /data/x' || fail "the volume cannot be written"
  inside /bin/sh -c 'cp /bin/true /tmp/t; /tmp/t' 2>/dev/null && fail "/tmp executes"
  inside /bin/sh -c 'rm /tmp/t; for status in /proc/[0-9]*/status; do cat $status; done' 2>/dev/null |
    grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs):' | tr -s '\t ' ' ' | sort | uniq -c >"$LOGS/walls.log"
  sed 's/^/   /' "$LOGS/walls.log"
  grep -vqE 'Uid: (10001 ?){4}|Cap[A-Za-z]+: 0{16}|NoNewPrivs: 1' "$LOGS/walls.log" && fail "a process with privileges"
  return 0
}

check_doctor() {
  inside tracegrade sandbox doctor --json >"$LOGS/doctor.json" ||
    { python3 -m json.tool --compact "$LOGS/doctor.json"; fail "doctor"; }
  python3 "$TRIAL/tests/docker/expect_flat.py" <"$LOGS/doctor.json" || fail "not what tier flat holds"
}

check_submissions() {
  outside python3 "$TRIAL/tests/docker/visit.py" "$SITE" "$1/problems/vit-encoder-block/submissions" "$LOGS/state.json" ||
    fail "verdicts"
}

check_history() {
  outside python3 "$TRIAL/tests/docker/visit.py" "$SITE" --again "$LOGS/state.json" || fail "the history is gone"
}

# The attacks of every test run, or with FULL=1 all of them, in tier flat; the folder is /trial in the container.
check_attacks() {
  # A container has no /dev/kmsg, and may have no /dev/tty.
  local marks=(-m "not full") only="flat and not careless and not terminal and not (kernel and messages)"
  [[ ${FULL:-} == 1 ]] && marks=()
  another "" env HOME=/tmp PYTHONPATH=/trial PYTHONDONTWRITEBYTECODE=1 CI=true /bin/sh -c 'cd /trial && exec "$@"' sh \
    python -m pytest -q -p no:cacheprovider --import-mode=importlib -W error -o xfail_strict=true \
    "${marks[@]}" -k "$only" tests/attacks/test_attacks.py tests/attacks/test_cheats.py >"$LOGS/attacks.log" 2>&1 ||
    { tail -n 60 "$LOGS/attacks.log"; fail "attacks"; }
  grep -E 'passed' "$LOGS/attacks.log" | sed 's/^/   attacks: /'
}

# Root without capabilities can neither write the volume nor become another user: nothing is run.
check_other_users() {
  another 0 tracegrade serve >"$LOGS/root.log" 2>&1 && fail "root without capabilities serves"
  sed 's/^/   as root: /' "$LOGS/root.log"
  another 0 tracegrade sandbox doctor >"$LOGS/root.log" 2>&1 && fail "the doctor finds a tier for root without capabilities"
  grep -q '^tier: none' "$LOGS/root.log" || { cat "$LOGS/root.log"; fail "what the doctor says as root"; }
  grep 'unprivileged user' "$LOGS/root.log" | head -n 1 | sed 's/^/   as root: /'
  another 0 env TRACEGRADE_DATA=/tmp/data timeout 20 tracegrade serve >"$LOGS/root.log" 2>&1 || true
  grep -q 'nothing can be graded, there is no sandbox' "$LOGS/root.log" || { cat "$LOGS/root.log"; fail "root grades"; }
  grep 'nothing can be graded' "$LOGS/root.log" | head -n 1 | sed 's/^/   as root: /'
  another 54321 tracegrade sandbox doctor >"$LOGS/other.log" 2>&1 || { tail "$LOGS/other.log"; fail "another user"; }
  grep -q '^tier: flat' "$LOGS/other.log" || fail "another user has another tier"
  say "a user whom no file names: tier flat"
}
