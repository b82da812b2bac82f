# SPDX-License-Identifier: BSD-2-Clause
#
# objects.sh - for scripts that compile all UAPI headers with debug information: sourced by gen, and by the test of the structures.
#
# Headers that contradict each other are compiled apart. The script defines declare_types GROUPS: compiles GROUPS.c, and what it declares
# beside, to GROUPS.o.
#
# Needs $here (this folder), $names (a copy of the folder ioctl_names, for further groups), $cc.

flags=$here/../flags
. "$flags/together.sh"

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
	awk -v dir="$names" -f "$flags/include.awk" "$1"
}

# objects_of DIR: compiles DIR/*.o for the compiler $cc.
objects_of() {
	mkdir "$1"
	compile="$cc -D_GNU_SOURCE -std=gnu11 -w $(every_error "$cc")"
	ls "$names" | sed -n 's/\.inc$//p' >"$1/all"
	: >"$1/apart"
	together "$names" "$1/all" "$1/apart" || { cat "$1/all" >>"$1/apart" && : >"$1/all"; }
	[ ! -s "$1/all" ] || declare_types "$1/all" || rm -f "$1/all.o"
	while read -r group; do
		echo "$group" >"$1/$group"
		includes "$1/$group" >"$1/$group.c"
		! $compile -fsyntax-only "$1/$group.c" 2>/dev/null || declare_types "$1/$group" || rm -f "$1/$group.o"
	done <"$1/apart"
}
