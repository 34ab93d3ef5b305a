#!/usr/bin/env bash
# The half of engine.sh that runs on the bare machine.
#   engine_inside.sh CONTROL_GROUP
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/checks.sh"
GROUP=$1
SOURCE=/mnt/source/tracegrade
BASE_IMAGE=$(sed -n 's/^ARG BASE=//p' "$SOURCE/Dockerfile")
export DOCKER_BUILDKIT=${BUILDKIT:-1} COMPOSE_PROJECT_NAME=trial

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

# The image that the Dockerfile begins with, as near to it as Debian has one.
make_base_image() {
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
  DOCKER_BUILDKIT=0 docker build --quiet --tag "$BASE_IMAGE" /tmp/base >/tmp/base.log 2>&1 ||
    { tail /tmp/base.log; fail "the stand-in of the base"; }
}

compose() { docker-compose --project-directory "$SOURCE" -f "$SOURCE/docker-compose.yml" "$@"; }
inside() { docker exec "$ID" "$@"; }
outside() { nsenter --target "$(cat /var/run/docker.pid)" --net "$@"; }
another() {
  local who=(${1:+--user "$1"})
  shift
  compose run --rm --no-deps "${who[@]}" --volume "$TRIAL:/trial:ro" tracegrade "$@"
}

megabytes() { echo "$(($(docker image inspect "$1" --format '{{.Size}}') / 1000000)) MB"; }

build() {
  local begin=$SECONDS
  # On this machine's network, for the build alone: the engine's own bridge leads nowhere here.
  docker build --network host --tag trial_tracegrade "$SOURCE" >/tmp/build.log 2>&1 ||
    { tail -n 30 /tmp/build.log; fail "the build"; }
  say "built in $((SECONDS - begin)) s; $(megabytes trial_tracegrade), of which the stand-in of the base $(megabytes "$BASE_IMAGE")"
}

health() { [[ $(docker inspect "$ID" --format '{{.State.Health.Status}}') == "$1" ]]; }
state() { docker inspect "$ID" --format "{{.State.$1}}"; }

start() {
  local begin
  begin=$(milliseconds)
  compose up --no-build --detach >/tmp/up.log 2>&1 || { cat /tmp/up.log; fail "compose up"; }
  ID=$(compose ps -q tracegrade)
  until_true fetch /healthz || { docker logs "$ID"; fail "no answer at the published port"; }
  say "up: answers $(($(milliseconds) - begin)) ms after compose up"
  until_true health healthy || { docker inspect "$ID" --format '{{json .State.Health}}'; fail "not healthy"; }
}

stop() {
  local begin
  begin=$(milliseconds)
  compose stop >/dev/null 2>&1
  say "stopped in $(($(milliseconds) - begin)) ms, exit code $(state ExitCode)"
  [[ $(state ExitCode) == 0 ]] || fail "not a clean end"
  compose rm --force >/dev/null 2>&1
}

install_engine
say "$(dockerd --version), $(runc --version | head -n 1), docker-compose $(docker-compose version --short)"
start_engine -- --bridge=none
make_base_image
compose config >/dev/null
build
stop_engine
start_engine unshare --net -- # so that the published port is nobody else's
outside ip link set lo up
start
check_walls
check_doctor
check_submissions "$SOURCE"
say "memory: $(docker stats --no-stream --format '{{.MemUsage}}, {{.PIDs}} processes and threads' "$ID")"
check_attacks
check_other_users
stop
start
check_history
compose down --volumes >/dev/null 2>&1
stop_engine
