#!/usr/bin/env bash
# The half of engine.sh that runs on the bare machine.
#   engine_inside.sh CONTROL_GROUP
set -euo pipefail
GROUP=$1
SOURCE=/mnt/source/tracegrade
SITE=http://127.0.0.1:8000
WAIT_SECONDS=90
# Of 20.10 on, both builders; this one needs no more than the engine.
export DOCKER_BUILDKIT=0 COMPOSE_DOCKER_CLI_BUILD=0 COMPOSE_PROJECT_NAME=trial

say() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

install_engine() {
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d # start no service
  chmod +x /usr/sbin/policy-rc.d
  {
    apt-get update -q
    DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends \
      docker.io docker-compose tini iproute2
  } >/tmp/apt.log 2>&1 || { tail /tmp/apt.log; fail "apt-get"; }
}

# An engine that touches neither the firewall nor the routes of this machine.
#   start_engine [NAMESPACES...] -- OPTIONS...
start_engine() {
  local before=()
  while [[ $1 != -- ]]; do before+=("$1"); shift; done
  shift
  "${before[@]}" dockerd --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false \
    --cgroup-parent "$GROUP" --storage-driver overlay2 "$@" >>/tmp/dockerd.log 2>&1 &
  ENGINE=$!
  until_true docker info || { tail /tmp/dockerd.log; fail "the engine does not start"; }
}

stop_engine() {
  kill "$(cat /var/run/docker.pid)"
  wait "$ENGINE" || true
}

until_true() {
  local end=$((SECONDS + WAIT_SECONDS))
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# The image that the Dockerfile begins with, as near to it as Debian has one.
make_base_image() {
  local base
  base=$(sed -n 's/^ARG BASE=//p' "$SOURCE/Dockerfile")
  mkdir /tmp/base
  cp /etc/ssl/certs/ca-certificates.crt /tmp/base/ 2>/dev/null || touch /tmp/base/ca-certificates.crt
  tar -C /mnt/base --one-file-system -c . | docker import - debian12 >/dev/null
  cat >/tmp/base/Dockerfile <<-EOF
	FROM debian12
	COPY ca-certificates.crt /etc/ssl/certs/
	RUN python3 -m venv /usr/local
	ENV PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8
	ENV ${PIP_INDEX_URL:+PIP_INDEX_URL=$PIP_INDEX_URL} ${PIP_CERT:+PIP_CERT=$PIP_CERT NODE_EXTRA_CA_CERTS=$PIP_CERT} TRIAL=1
	EOF
  docker build --quiet --tag "$base" /tmp/base >/dev/null
}

compose() { docker-compose --project-directory "$SOURCE" -f "$SOURCE/docker-compose.yml" "$@"; }

build() {
  # For the build alone: the engine's own bridge leads nowhere here.
  printf 'services: {tracegrade: {build: {context: "%s", network: host}}}\n' "$SOURCE" >/tmp/network.yml
  local begin=$SECONDS
  compose -f /tmp/network.yml build >/tmp/build.log 2>&1 || { tail -n 30 /tmp/build.log; fail "the build"; }
  say "built in $((SECONDS - begin)) s, $(docker image inspect trial_tracegrade --format '{{.Size}}' | numfmt --to=iec) with the stand-in of the base, $(docker image inspect "$(sed -n 's/^ARG BASE=//p' "$SOURCE/Dockerfile")" --format '{{.Size}}' | numfmt --to=iec)"
}

# Runs what is given in the network namespace of the engine, where the port is published.
in_network() { nsenter --target "$(cat /var/run/docker.pid)" --net "$@"; }
health() { [[ $(docker inspect "$ID" --format '{{.State.Health.Status}}') == "$1" ]]; }
fetch() { in_network python3 -c 'import sys, urllib.request as u; u.urlopen(sys.argv[1], timeout=3)' "$SITE$1"; }

start() {
  local begin
  begin=$(date +%s%N)
  compose up --no-build --detach >/dev/null 2>&1
  ID=$(compose ps -q tracegrade)
  until_true fetch /healthz || { docker logs "$ID"; fail "no answer at the published port"; }
  say "up: answers after $((($(date +%s%N) - begin) / 1000000)) ms"
  until_true health healthy || { docker inspect "$ID" --format '{{json .State.Health}}'; fail "not healthy"; }
}

check_walls() {
  local status
  docker exec "$ID" /bin/sh -c 'touch /x' 2>/dev/null && fail "the root can be written"
  docker exec "$ID" /bin/sh -c 'cp /bin/true /tmp/t && /tmp/t' 2>/dev/null && fail "/tmp executes"
  for status in $(docker exec "$ID" /bin/sh -c 'ls /proc | grep -E "^[0-9]+$"'); do
    docker exec "$ID" cat "/proc/$status/status" 2>/dev/null
  done | grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):' | tr -s '\t ' ' ' | sort | uniq -c
}

check_doctor() {
  docker exec "$ID" tracegrade sandbox doctor --json >/tmp/doctor.json || fail "doctor"
  python3 "/mnt/source/docker/expect_flat.py" </tmp/doctor.json
}

check_attacks() {
  local marks=(-m "not full")
  [[ ${FULL:-} == 1 ]] && marks=()
  compose run --rm --no-deps --volume /mnt/source/attacks:/attacks:ro --workdir /attacks \
    --env PYTHONPATH=/attacks --env PYTHONDONTWRITEBYTECODE=1 --env CI=true tracegrade \
    python -m pytest -q -p no:cacheprovider --import-mode=importlib -W error -o xfail_strict=true \
    "${marks[@]}" -k "flat and not careless and not ordinary" tests/attacks/test_attacks.py tests/attacks/test_cheats.py \
    >/tmp/attacks.log 2>&1 || { tail -n 40 /tmp/attacks.log; fail "attacks"; }
  grep -E 'passed' /tmp/attacks.log | sed 's/^/   /'
}

# Root without capabilities may neither write the volume nor drop to a user: nothing is run.
check_root() {
  local how=(--rm --user 0 --no-deps)
  compose run "${how[@]}" tracegrade >/tmp/root.log 2>&1 && fail "root without capabilities serves"
  sed 's/^/   /' /tmp/root.log
  compose run "${how[@]}" tracegrade tracegrade sandbox doctor >/tmp/root.log 2>&1 && fail "doctor as root"
  grep -q '^tier: none' /tmp/root.log || { cat /tmp/root.log; fail "root without capabilities has a tier"; }
  compose run --rm --no-deps --user 54321:54321 tracegrade tracegrade sandbox doctor >/tmp/other.log || fail "another user"
  grep -q '^tier: flat' /tmp/other.log || fail "another user has another tier"
}

install_engine
say "$(dockerd --version), $(runc --version | head -n 1), $(docker-compose version --short)"
start_engine -- --bridge=none
make_base_image
build
compose config >/dev/null
stop_engine
start_engine unshare --net -- # the published port is nobody else's
in_network ip link set lo up
start
check_walls
check_doctor
in_network python3 "/mnt/source/docker/visit.py" "$SITE" "$SOURCE/problems/vit-encoder-block/submissions" /tmp/state.json
say "memory: $(docker stats --no-stream --format '{{.MemUsage}}, {{.PIDs}} processes and threads' "$ID")"
check_attacks
begin=$(date +%s%N)
compose stop >/dev/null 2>&1
say "stopped in $((($(date +%s%N) - begin) / 1000000)) ms, exit code $(docker inspect "$ID" --format '{{.State.ExitCode}}')"
[[ $(docker inspect "$ID" --format '{{.State.ExitCode}}') == 0 ]] || fail "not a clean end"
compose rm --force >/dev/null 2>&1
start
in_network python3 "/mnt/source/docker/visit.py" "$SITE" --again /tmp/state.json || fail "the history is gone"
check_root
compose down --volumes >/dev/null 2>&1
stop_engine
