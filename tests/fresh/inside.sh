#!/usr/bin/env bash
# The half of debian12.sh that runs on the bare machine: README's commands as a person would type them.
#   inside.sh (root|user) (clone|wheel|pip)
set -euo pipefail
WHO=$1 WAY=$2
SITE=http://127.0.0.1:${PORT:-8000}

if [[ $WHO == user && $EUID == 0 ]]; then
  useradd --create-home --shell /bin/bash learner
  exec setpriv --reuid learner --regid learner --clear-groups --inh-caps=-all \
    env HOME=/home/learner USER=learner /bin/bash "$0" "$@"
fi
export HOME=${HOME:-/root}
cd "$HOME"

# The site answers, shows a problem and has its style and script; then Ctrl-C ends it.
try_site() {
  "$@" >serve.log 2>&1 &
  local server=$! page
  for _ in $(seq 1200); do
    kill -0 "$server" 2>/dev/null || break
    if page=$(fetch / 2>/dev/null); then break; fi
    sleep 0.25
  done
  [[ -n ${page:-} ]] || { echo "the site never answered:"; tail -n 30 serve.log; exit 1; }
  fetch /healthz >/dev/null
  fetch /problems/vit-encoder-block | grep '<math' >/dev/null || { echo "no formula on the problem's page"; exit 1; }
  for asset in $(grep -oE '/static/[^"]+' <<<"$page" | sort -u); do
    fetch "$asset" >/dev/null || { echo "no $asset"; exit 1; }
  done
  grep -E "http://127" serve.log | sed 's/^/   printed: /' || { echo "no address was printed"; exit 1; }
  for solution in /mnt/source/solutions/*.py; do
    python3 /mnt/source/submit.py "$SITE" "$solution"
  done
  kill -INT "-$server" 2>/dev/null || kill -INT "$server"
  wait "$server" || true
  if fetch / >/dev/null 2>&1; then echo "the site outlived Ctrl-C"; exit 1; fi
}

fetch() {
  python3 -c 'import sys, urllib.request as u; sys.stdout.buffer.write(u.urlopen(sys.argv[1], timeout=5).read())' "$SITE$1"
}

serve_args=(${PORT:+PORT=$PORT})
start=$SECONDS
set -m # each background command is a process group, as at a terminal
case $WAY in
clone | wheel)
  git clone --quiet --branch tried /mnt/source/tracegrade.bundle tracegrade
  cd tracegrade
  from=()
  [[ $WAY == wheel ]] && from=("WHEEL=$(echo /mnt/source/tracegrade-*.whl)")
  try_site make serve "${from[@]}" "${serve_args[@]}"
  echo "   make serve: $((SECONDS - start)) s"
  start=$SECONDS
  make test "${from[@]}" ${TESTS:+"TESTS=$TESTS"} >"$HOME/test.log" 2>&1 || { tail -n 60 "$HOME/test.log"; exit 1; }
  grep -E '^(SKIPPED|tracegrade:)|passed' "$HOME/test.log" | sed 's/^/   /'
  echo "   make test: $((SECONDS - start)) s"
  ;;
pip)
  python3 -m venv site
  site/bin/pip install --quiet --disable-pip-version-check /mnt/source/tracegrade-*.whl
  try_site site/bin/tracegrade serve ${PORT:+--port "$PORT"}
  site/bin/tracegrade sandbox doctor | sed 's/^/   /'
  echo "   pip install and serve: $((SECONDS - start)) s"
  ;;
esac
