# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# programs.sh - real programs that are traced for comparison. Needs $here, $out (a directory), $CC and $py; used by `run` and `strace`.

# Addresses and the order of sets are the same in both runs
export LC_ALL=C HOME="$out" PYTHONHASHSEED=0 PYTHONMALLOC=malloc

# The programs: run in a new directory, made by `prepare`.
all='ls cp git gcc python tar pipeline network threads'
# with NAME COMMAND...: runs COMMAND followed by the program's command line
with() {
	name=$1
	shift
	case $name in
	ls) "$@" ls -l /usr ;;
	cp) "$@" cp -r --preserve=all tree copy ;;
	git) "$@" git status ;;
	gcc) "$@" "$CC" -O1 -c hello.c ;;
	python) "$@" "$py" -c 'import json, socket; print(json.dumps({}))' ;;
	tar) "$@" tar cf tree.tar tree ;;
	pipeline) "$@" sh -c 'ls / | grep -v xyz | sort -r | head -n 3 >out; cat out | wc -l' ;;
	network) "$@" "$py" -S "$out/server.py" ;;
	curl) "$@" curl -s "http://127.0.0.1:$(cat "$out/port")/" ;;
	threads) "$@" "$py" -S "$out/threads.py" ;;
	esac
}

# The second status has nothing to update, so it writes nothing.
prepare() {
	if [ "$name" = git ] && [ -d "$1" ]; then
		cd "$1" && git status
		return
	fi
	rm -rf "${1:?}" && mkdir -p "$1/tree/deep" && cd "$1" || exit 1
	printf '#include <stdio.h>\nint main(void) { return puts("hello") < 0; }\n' >hello.c
	for i in 1 2 3; do echo "file $i" >"tree/file$i"; done
	ln -s file1 tree/link
	echo deep >"tree/deep/with blank"
	git init -q . && git add hello.c >/dev/null 2>&1
	touch -d '2020-01-01' hello.c tree/* tree/deep/*
	[ "$name" != git ] || git status
}

cp "$here"/server.py "$here"/threads.py "$out/"
