#!/bin/sh
# Replaces every container of a service one after the other by one of the present image and settings, without a pause:
#   sh server/scripts/compose/roll.sh web
# First as many new ones start beside the old. When they are healthy the old ones end, each after what it is doing.
set -eu
service=${1:?Name the service: web or worker}
old=$(docker compose ps -q "$service")
count=$(printf '%s\n' "$old" | grep -c . || true)
[ "$count" -gt 0 ] || { echo "No container of $service runs: docker compose up -d" >&2; exit 1; }

docker compose up -d --no-deps --no-recreate --wait --scale "$service=$((count * 2))" "$service"
for container in $old; do
  docker stop --time 15 "$container" >/dev/null
  docker rm "$container" >/dev/null
done
docker compose up -d --no-deps --no-recreate --scale "$service=$count" "$service"
docker compose ps "$service"
