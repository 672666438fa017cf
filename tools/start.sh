#!/bin/sh
# `npm start`: installs what is missing, builds what changed, and then becomes the supervisor. A process that waited for the supervisor would
# keep 50 MB. This is a shell script because the host's Node may be too old for `process.execve`.

node tools/run.mjs prepare &
preparing=$!
stopped=
trap 'stopped=yes; kill -TERM "$preparing"' TERM INT HUP

# A signal ends `wait` before the process has ended.
while :; do
  wait "$preparing"
  status=$?
  kill -0 "$preparing" 2>/dev/null || break
done
# From here on a signal ends this process.
trap - TERM INT HUP
[ -z "$stopped" ] || exit 0
[ "$status" -eq 0 ] || exit "$status"

export NODE_COMPILE_CACHE="$PWD/.cache/compile"
exec "$(cat .cache/node)" --disable-warning=ExperimentalWarning --max-semi-space-size=1 tools/start/main.ts
