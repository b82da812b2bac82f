# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
# needs: full_run
#
# Libraries that are loaded when they are needed: one that cannot be loaded is named, and the command is not run.
. "$here/lib.sh"

mkdir broken
refused() {
	library=$1
	shift
	name=$(grep -aoE "lib$library\.so\.[0-9]+" "$TRACE" | head -n 1)
	: >"broken/$name"
	status 125 env LD_LIBRARY_PATH="$PWD/broken" "$TRACE" "$@" touch made
	has "^trace: a library cannot be used: $PWD/broken/$name: file too short$" err
	has "^Hint: +install the package lib$library" err
	[ ! -e made ] || fail "the command is run: $*"
	rm -f "broken/$name"
}
refused zstd record -o data
[ ! -e data ] || fail "a recording is left"
refused dw -k -o out
refused traceevent --source perf -o out
status 0 "$TRACE" record -k -o data true
: >broken/libzstd.so.1
status 125 env LD_LIBRARY_PATH="$PWD/broken" "$TRACE" replay data
has '^trace: a library cannot be used: ' err
finish
