#!/bin/sh
# `npm start`: prepares, then becomes the supervisor. A parent process that waited for it would take 50 MB, and old Nodes lack
# `process.execve`.

node tools/run.mjs prepare &
preparing=$!
stopped=
trap 'stopped=yes; kill -TERM "$preparing"' TERM INT HUP

# A signal interrupts `wait` before the process has ended.
while :; do
  wait "$preparing"
  status=$?
  kill -0 "$preparing" 2>/dev/null || break
done
# From here on, a signal ends this process.
trap - TERM INT HUP
[ -z "$stopped" ] || exit 0
[ "$status" -eq 0 ] || exit "$status"

export NODE_COMPILE_CACHE="$PWD/.cache/compile"
exec "$(cat .cache/node)" --disable-warning=ExperimentalWarning --max-semi-space-size=1 tools/start/main.ts
