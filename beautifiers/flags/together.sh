# SPDX-License-Identifier: BSD-2-Clause
#
# together DIR LIST REST - for scripts: leaves the groups of headers (DIR/GROUP.inc) in LIST that compile together by $compile, a command
# with $many, so that one compilation does for all; the others are added to REST. Fails if that cannot be found out. One more variable:
# flags, this directory.

# every_error COMMAND: options that let a compiler go on after many errors, and not look for names similar to unknown ones
every_error() {
	if [ "$1" != "${1#${CLANG:-clang} }" ]; then
		echo -ferror-limit=0 -fno-spell-checking
	elif echo | $1 -fmax-errors=0 -fsyntax-only -Werror -x c - 2>/dev/null; then
		echo -fmax-errors=0
	else
		echo -ferror-limit=0 -fno-spell-checking
	fi
}

# failing DIR LIST MESSAGES: the groups that a compiler's messages blame for errors, and those after them in LIST that include the same
# headers up to the one with the error, which would fail next.
failing() {
	awk -v dir="$1" '
	NR == FNR {
		if (match($0, /^(In file included from |  *from )[gh][0-9]+:[0-9]+/)) {
			split(substr($0, 1, RLENGTH), at, /^.* |:/)
			group = at[2]
			number = at[3]
		} else if (/: (fatal )?error: / && group != "" && !((group in line) && line[group] < number))
			line[group] = number + 0
		if (/: (note|warning): /)
			group = ""
		next
	}
	{
		path = dir "/" $1 ".inc"
		fails = $1 in line
		headers = ""
		for (i = 2; (getline header < path) > 0; i += 3) {	# a header is on the second of three lines: include.awk
			headers = headers header "\n"
			if (i == line[$1])
				failed[headers]
			if (headers in failed)
				fails = 1
		}
		close(path)
		if (fails)
			print $1
	}' "$3" "$2"
}

together() {
	together_pass=0
	while [ $((together_pass += 1)) -le 20 ]; do
		awk -v dir="$1" -f "$flags/include.awk" "$2" >"$2.c"
		! $compile -fsyntax-only "$2.c" 2>"$2.err" || return 0
		failing "$1" "$2" "$2.err" >"$2.bad"
		[ -s "$2.bad" ] || return 1
		cat "$2.bad" >>"$3"
		grep -vxFf "$2.bad" "$2" >"$2.rest" || return 1
		mv "$2.rest" "$2"
	done
	return 1
}

# at_once DIR LIST FROM: values of all groups in LIST, FROM/GROUP, in one compilation: DIR/all.val. Fails if headers conflict.
at_once() {
	mkdir "$1/once"
	for ext in inc exp; do
		sed "s,.*,$3/&.$ext," "$2" | xargs cat >"$1/once/all.$ext"
	done
	TRY=1 "$flags/values" "$1/once" 2>/dev/null || return 1
	mv "$1/once/all.inc" "$1/once/all.val" "$1/"
}

# one_group DIR LIST [GROUP]: makes one group, GROUP or `all`, of those in LIST.
one_group() {
	for ext in inc exp; do
		sed "s,.*,$1/&.$ext," "$2" | xargs cat >>"$1/${3-all}.$ext"
		sed "s,.*,$1/&.$ext," "$2" | xargs rm -f
	done
}
