#!/usr/bin/env bash
# Proves the Dockerfile where no base image can be fetched. Builds it with Debian's buildah on a base that is made of this
# machine's own Debian packages, its npm, and the Node of node_modules; runs the image without root on a read-only root
# file system, in namespaces of its own; asks /-/ready; ends it. Leaves nothing behind.
# Needs Debian, root, `npm ci` done, and 2 GB below ${TMPDIR:-/tmp}.
set -euo pipefail
cd "$(dirname "$0")/.."

limit_seconds=900
if [ -z "${PICKET_VERIFY_BOUNDED:-}" ]; then
  PICKET_VERIFY_BOUNDED=1 exec timeout --kill-after=30 "$limit_seconds" "$0" "$@"
fi

say() { printf '%s\n' "$*"; }
verified() { say "verified: $*"; }
fail() {
  say "FAILED: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail 'root is needed, to make a root file system and namespaces'
command -v dpkg >/dev/null || fail 'Debian is needed: the base is made of its packages'
node=$(readlink -f node_modules/node/bin/node)
[ -x "$node" ] || fail 'node_modules has no Node: npm ci'

work=$(mktemp -d "${TMPDIR:-/tmp}/picket-image.XXXXXX")
outer=
clean_up() {
  [ -z "$outer" ] || kill -KILL "$outer" 2>/dev/null || true
  command -v buildah >/dev/null && [ -d "$work/storage" ] && "${buildah[@]}" rm --all >/dev/null 2>&1
  rm -rf --one-file-system "$work"
}
buildah=(buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs)
trap clean_up EXIT

for tool in buildah ip; do
  command -v "$tool" >/dev/null && continue
  say "installing buildah and iproute2 from Debian"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends buildah iproute2 >/dev/null
  break
done

# The base: what node:24-slim has, as far as the Dockerfile needs it.
root=$work/root
mkdir -p "$root"/{usr,etc,proc,sys,dev,root,tmp,home/node,usr/local/bin,usr/local/lib/node_modules}
chmod 1777 "$root/tmp"
for folder in bin sbin lib lib64; do
  if [ -L "/$folder" ]; then
    mkdir -p "$root/usr/$folder"
    ln -s "usr/$folder" "$root/$folder"
  fi
done
mapfile -t packages < <(
  apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances base-files coreutils dash libc-bin libstdc++6 | grep -v '^[ |<]' | sort -u
)
dpkg -L "${packages[@]}" 2>/dev/null | grep -vE '^/usr/share/(doc|man|info|locale|lintian)(/|$)' | sort -u |
  while read -r file; do if [ -e "$file" ] || [ -L "$file" ]; then printf '%s\n' "$file"; fi; done >"$work/files"
tar --create --no-recursion --directory / --files-from <(sed 's,^/,./,' "$work/files") |
  tar --extract --keep-directory-symlink --directory "$root"
printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' >"$root/etc/group"
chown 1000:1000 "$root/home/node"
cp "$node" "$root/usr/local/bin/node"
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
cp -r "$npm" "$root/usr/local/lib/node_modules/npm"
# How this machine's npm finds its registry stays out of the base.
rm -f "$root/usr/local/lib/node_modules/npm/npmrc"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
container=$("${buildah[@]}" from scratch)
"${buildah[@]}" add --quiet "$container" "$root" / >/dev/null
"${buildah[@]}" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
"${buildah[@]}" commit --quiet --format docker --rm "$container" localhost/node:24-slim >/dev/null
rm -rf "$root"
say "base: localhost/node:24-slim, ${#packages[@]} packages of $(. /etc/os-release && echo "$PRETTY_NAME"), Node $("$node" --version)"

# npm reads this machine's configuration during the build; it is mounted, and in no layer.
npmrc=$work/npmrc
touch "$npmrc" && chmod 600 "$npmrc"
configured() { npm config get "$1" 2>/dev/null; }
for config in "$(configured globalconfig)" "$(configured userconfig)"; do
  if [ -r "$config" ]; then cat "$config" && echo; fi
done >"$npmrc"
registry=$(configured registry)
printf 'registry=%s\n' "$registry" >>"$npmrc"
volumes=(--volume "$npmrc:/root/.npmrc:ro")
if [ -r "${NODE_EXTRA_CA_CERTS:-}" ]; then
  printf 'cafile=/root/.npm-ca.pem\n' >>"$npmrc"
  volumes+=(--volume "$(readlink -f "$NODE_EXTRA_CA_CERTS"):/root/.npm-ca.pem:ro")
fi
timeout 600 "${buildah[@]}" build --quiet --format docker --isolation chroot --network host --pull-never \
  "${volumes[@]}" --tag localhost/picket-verify . >/dev/null || fail 'the Dockerfile does not build'
verified "the Dockerfile builds, with buildah $(buildah --version | cut -d' ' -f3)"

# What the image says of itself, and what is in it.
"${buildah[@]}" inspect --type image localhost/picket-verify >"$work/image.json"
told() {
  "$node" -e '
    const { Docker } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const { User, WorkingDir, Entrypoint, Cmd, Env, Healthcheck, Volumes } = Docker.config;
    const parts = { user: [User], folder: [WorkingDir], command: [...Entrypoint, ...Cmd], env: Env,
      health: Healthcheck.Test.slice(1), volumes: Object.keys(Volumes) };
    process.stdout.write(parts[process.argv[2]].map((part) => `${part}\n`).join(""));
  ' "$work/image.json" "$1"
}
user=$(told user)
mapfile -t command < <(told command)
mapfile -t env < <(told env)
mapfile -t health < <(told health)
[ "$(told volumes)" = /app/data ] || fail 'the image writes elsewhere than to /app/data'
container=$("${buildah[@]}" from --pull-never localhost/picket-verify)
image=$("${buildah[@]}" mount "$container")
uid=$(awk -F: -v user="$user" '$1 == user { print $3 }' "$image/etc/passwd")
[ "${uid:-0}" -gt 0 ] || fail "the image runs as ${user:-root}"
for absent in usr/local/bin/npm usr/local/lib/node_modules app/src app/node_modules/vitest app/node_modules/typescript; do
  [ ! -e "$image/$absent" ] || fail "the image holds /$absent"
done
for mounted in .npmrc .npm-ca.pem; do [ ! -s "$image/root/$mounted" ] || fail "the image holds /root/$mounted"; done
registry_host=${registry#*//}
# Other files in node_modules are as their authors wrote them.
traces=$(grep -rlF "${registry_host%%[/:]*}" "$image/root" "$image/app/node_modules/.package-lock.json" || true)
[ -z "$traces" ] || fail "the image names the registry it was built with: ${traces//$image/}"
verified "no npm and nothing of its configuration, no source, no development packages in it"
say "$(du -sm "$image/app" | cut -f1) MB below /app"

# Runs it as a container does: its own command and environment, no privileges, nothing writable but the volume.
start='
  set -e
  image=$1 uid=$2 folder=$3
  shift 3
  ip link set lo up
  mount --bind "$image" "$image"
  mount -t proc proc "$image/proc"
  mount -t tmpfs -o mode=0755 tmpfs "$image/dev"
  for device in "null 3" "zero 5" "random 8" "urandom 9"; do mknod -m 666 "$image/dev/${device% *}" c 1 "${device#* }"; done
  mount -t tmpfs -o "mode=0700,uid=$uid,gid=$uid" tmpfs "$image/app/data"
  mount -o remount,bind,ro "$image"
  exec setpriv --no-new-privs unshare --root "$image" --wd "$folder" --setuid "$uid" --setgid "$uid" /usr/bin/env -i "$@"
'
unshare --mount --pid --net --ipc --uts --fork --kill-child bash -c "$start" start \
  "$image" "$uid" "$(told folder)" "${env[@]}" "${command[@]}" >"$work/log" 2>&1 &
outer=$!
inside() { nsenter --target "$pid" --net --mount --pid --root --wd "$@"; }
ask() {
  inside --setuid "$uid" --setgid "$uid" /usr/bin/env -i /usr/local/bin/node -e '
    fetch(`http://127.0.0.1:7425${process.argv[1]}`, { signal: AbortSignal.timeout(3000) })
      .then((answer) => console.log(answer.status), () => console.log("none"))' "$1"
}
answer=none
for _ in $(seq 60); do
  kill -0 "$outer" 2>/dev/null || { cat "$work/log" >&2 && fail 'it ended'; }
  pid=$(ps -o pid= --ppid "$outer" | tr -d ' ')
  if [ -n "$pid" ]; then answer=$(ask /-/ready 2>/dev/null || echo none); fi
  [ "$answer" != 200 ] || break
  sleep 1
done
[ "$answer" = 200 ] || { cat "$work/log" >&2 && fail "/-/ready answers $answer after a minute"; }
verified "/-/ready answers 200, as ${command[*]}"
[ "$(ask /-/healthy)" = 200 ] || fail '/-/healthy does not answer 200'
inside --setuid "$uid" --setgid "$uid" /usr/bin/env -i "${env[@]}" "${health[@]}" || fail 'HEALTHCHECK fails'
verified '/-/healthy answers 200, and the HEALTHCHECK of the image agrees'

status() { awk -v key="$1:" '$1 == key { print $2 }' "/proc/$pid/status"; }
[ "$(status Uid)" = "$uid" ] && [ "$(status Gid)" = "$uid" ] || fail 'it runs as somebody else'
[ "$(status CapEff)" = 0000000000000000 ] && [ "$(status NoNewPrivs)" = 1 ] || fail 'it has privileges'
verified "it runs as $user ($uid), without capabilities, and can gain none"
for place in / /app /tmp /etc; do
  if inside /usr/bin/touch "$place/written" 2>/dev/null; then fail "$place can be written to, by root"; fi
done
inside /usr/bin/test -s /app/data/picket.db || fail 'there is no store in /app/data'
verified 'its root file system is read-only; the store is in the volume /app/data'

kill -TERM "$pid"
code=0
timeout 30 tail --pid="$outer" -f /dev/null || fail 'SIGTERM does not end it'
wait "$outer" || code=$?
outer=
[ "$code" = 0 ] || fail "after SIGTERM it ended with $code"
verified 'SIGTERM ends it in order, with 0'
