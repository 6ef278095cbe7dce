# shellcheck shell=bash
# Sourced by the scripts of this folder: builds the benchmarks when a source is newer than they are, and finds Java.

readonly root=$(dirname "$here")
# What the benchmarks are built from; what does not exist is passed over.
readonly measured_modules=(lite full jit)
readonly other_modules=(testkit testkit/generated benchmarks/generated benchmarks)

say() { printf 'benchmarks: %s\n' "$*" >&2; }
fail() {
  say "$@"
  exit 1
}

if [[ -n ${JAVA_HOME:-} ]]; then
  java=$JAVA_HOME/bin/java
  [[ -x $java ]] || fail "JAVA_HOME is $JAVA_HOME, but $java is no program"
else
  java=$(command -v java) || fail "no Java found: set JAVA_HOME or put java on the PATH (17 or newer)"
fi

# absolute PATH: the path from the root of the file system.
absolute() {
  if [[ $1 == /* ]]; then printf '%s' "$1"; else printf '%s/%s' "$PWD" "$1"; fi
}

# outdated: whether there is no build, or a source, a folder or a pom is newer than the beginning of the last one.
outdated() {
  [[ -e $here/target/class-path.txt && -e $here/target/built ]] || return 0
  local sources=("$root/pom.xml") module
  for module in "${measured_modules[@]}" "${other_modules[@]}"; do
    [[ -d $root/$module ]] || continue
    sources+=("$root/$module/pom.xml")
    [[ -d $root/$module/src/main ]] && sources+=("$root/$module/src/main")
  done
  [[ -n $(find "${sources[@]}" -newer "$here/target/built" -print -quit) ]]
}

build_benchmarks() {
  outdated || return 0
  command -v mvn >/dev/null || fail "building needs Maven 3.8.7 or newer (mvn) on the PATH"
  say "building..."
  mkdir -p "$here/target"
  touch "$here/target/building"
  local log=$here/target/build.log
  if ! (cd "$root" && mvn -B -ntp -q -pl benchmarks -am package -Dmaven.test.skip=true) </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    fail "the build failed"
  fi
  mv "$here/target/building" "$here/target/built" # With the time at which the build began.
}

# class_path: prints what the benchmarks run with.
class_path() {
  printf '%s:%s' "$here/target/classes" "$(cat "$here/target/class-path.txt")"
}
