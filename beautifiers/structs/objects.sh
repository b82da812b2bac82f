# SPDX-License-Identifier: BSD-2-Clause
#
# objects.sh - for scripts that compile all UAPI headers with debug information: sourced by gen, and by the test of the structures.
#
# Headers that contradict each other are compiled apart. The script defines declare_types GROUPS: compiles GROUPS.c, and what it declares
# beside, to GROUPS.o.
#
# Needs $here (this folder), $names (a copy of the folder ioctl_names, for further groups), $cc.

# Groups for the headers that notes name, after those of requests.
add_headers() {
	sed -n 's/^header[ \t]*//p' "$@" | {
		n=0
		while read -r headers; do
			n=$((n + 1))
			printf '<%s>\n' $headers >"$names/h$n.inc"
			: >"$names/h$n.exp"
		done
	}
}

includes() {
	awk -v dir="$names" -f "$here/../flags/include.awk" "$1"
}

compile() {
	$cc -D_GNU_SOURCE -std=gnu11 -w $many "$@"
}

# Leaves the groups of headers that compile together in $1; the others are added to $2.
together() {
	pass=0
	while [ $((pass += 1)) -le 20 ]; do
		includes "$1" >"$1.c"
		! compile -fsyntax-only "$1.c" 2>"$1.err" || return 0
		sed -n 's,^\(In file included from \|  *from \)*\([gh][0-9]*\):[0-9].*,\2,p' "$1.err" | sort -u >"$1.bad"
		[ -s "$1.bad" ] || return 1
		cat "$1.bad" >>"$2"
		grep -vxFf "$1.bad" "$1" >"$1.rest" || return 1
		mv "$1.rest" "$1"
	done
	return 1
}

# objects_of DIR: compiles DIR/*.o for the compiler $cc.
objects_of() {
	mkdir "$1"
	if echo | $cc -fmax-errors=0 -fsyntax-only -Werror -x c - 2>/dev/null; then many=-fmax-errors=0; else many=-ferror-limit=0; fi
	ls "$names" | sed -n 's/\.inc$//p' >"$1/all"
	: >"$1/apart"
	together "$1/all" "$1/apart" || { cat "$1/all" >>"$1/apart" && : >"$1/all"; }
	[ ! -s "$1/all" ] || declare_types "$1/all" || rm -f "$1/all.o"
	while read -r group; do
		echo "$group" >"$1/$group"
		includes "$1/$group" >"$1/$group.c"
		! compile -fsyntax-only "$1/$group.c" 2>/dev/null || declare_types "$1/$group" || rm -f "$1/$group.o"
	done <"$1/apart"
}
