#!/bin/sh
# The one way in: sh scripts/run.sh start|dev|test|check|measures|mutants|bench|build|generate|new-entity|new-module [args…]
# Installs what is missing, picks the pinned Node and hands over to a TypeScript script.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }

command=${1:-}
[ $# -gt 0 ] && shift
case $command in
  start | dev | test | check | measures | mutants | build | generate | new-entity | new-module) script=scripts/$command.ts ;;
  bench) script=benchmarks/run.ts ;;
  *) say "usage: sh scripts/run.sh start|dev|test|check|measures|mutants|bench|build|generate|new-entity|new-module [args…]"; exit 2 ;;
esac

stamp=node_modules/.install-stamp
wanted="$(cksum <package-lock.json) $(uname -sm)"

installed() {
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && return
  # an install by hand counts: npm writes this file last
  [ -f node_modules/.package-lock.json ] && [ ! package-lock.json -nt node_modules/.package-lock.json ] || return 1
  printf '%s\n' "$wanted" 2>/dev/null >"$stamp" || true
}

install() {
  command -v npm >/dev/null || { say "npm is missing: install Node.js with npm. 缺少 npm，请先安装 Node.js。"; exit 1; }
  say "Installing packages, about a minute… 正在安装依赖，约一分钟…"
  log=.cache/install.log
  # NODE_ENV=production would leave out what builds the console
  if npm ci --ignore-scripts --no-audit --no-fund --include=dev --include=optional >"$log" 2>&1; then
    printf '%s\n' "$wanted" >"$stamp"
  else
    cat "$log" >&2
    say "The packages could not be installed (see above). 依赖安装失败，原因见上。"
    exit 1
  fi
}

install_once() {
  lock=.cache/install.lock
  mkdir -p .cache
  until mkdir "$lock" 2>/dev/null; do
    holder=$(cat "$lock/pid" 2>/dev/null || echo "")
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then rm -rf "$lock"; else sleep 1; fi
  done
  trap 'rm -rf "$lock"' EXIT
  trap 'exit 130' INT TERM
  echo $$ >"$lock/pid"
  installed || install
  rm -rf "$lock"
  trap - EXIT INT TERM
}

installed || install_once

case $(uname -m) in
  x86_64 | amd64) arch=x64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) arch=$(uname -m) ;;
esac
bin=$PWD/node_modules/node-linux-$arch/bin
if [ "$(uname -s)" != Linux ] || ! "$bin/node" --version >/dev/null 2>&1; then
  # npm puts node_modules/.bin first, where `node` may be the pinned one of another machine
  PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v '/node_modules/' | paste -sd: -)
  major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)
  if [ "$major" -lt 24 ]; then
    say "Node.js 24 or newer is needed on this machine. 本机需要安装 Node.js 24 或更高版本。"
    exit 1
  fi
  bin=$(dirname "$(command -v node)")
fi
PATH=$bin:$PWD/node_modules/.bin:$PATH
export PATH
[ -f "$script" ] || { say "$script does not exist."; exit 1; }
# a server at work in 300 MB: Node would let garbage pile up as long as the machine has memory left
flags=
[ "$command" = start ] && flags=$(cat scripts/server-flags)
# compiled sources, from the very first file on: the compiler of TypeScript would stay in the server's memory
case $command in
  start | build) export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/.cache/compile}" ;;
esac
# each thread would keep a pool of memory that it has given back (decision 0029)
[ "$command" = start ] && export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
# exec, so that Ctrl+C and SIGTERM reach Node itself
# shellcheck disable=SC2086 # several flags
exec "$bin/node" $flags "$script" "$@"
