# SPDX-License-Identifier: BSD-2-Clause
#
# objects.sh - for scripts that compile all UAPI headers with debug information: sourced by gen, and by the test of the structures.
#
# Headers that contradict each other are compiled apart: as many together as possible, those that are left likewise, then one by one. The script defines declare_types GROUPS: compiles GROUPS.c, and what it declares
# beside, to GROUPS.o.
#
# Needs $here (this folder), $names (a copy of the folder ioctl_names, for further groups), $cc.

flags=$here/../flags
. "$flags/together.sh"

# Groups for the headers that notes name, after those of requests: hN, or xN if they are to be compiled apart. $names/longs lists those of `header long`.
add_headers() {
	sed -n 's/^header[ \t]*//p' "$@" | {
		n=0
		: >"$names/longs"
		while read -r headers; do
			n=$((n + 1))
			group=h$n
			case $headers in
			apart\ *) group=x$n headers=${headers#apart } ;;
			long\ *) headers=${headers#long }; echo "$group" >>"$names/longs" ;;
			esac
			printf '<%s>\n' $headers >"$names/$group.inc"
			: >"$names/$group.exp"
		done
	}
}

includes() {
	awk -v dir="$names" -f "$flags/include.awk" "$1"
}

# objects_of DIR [CONFLICTS]: compiles DIR/*.o for the compiler $cc. CONFLICTS: a file with groups that are known to contradict others.
objects_of() {
	mkdir "$1"
	compile="$cc -D_GNU_SOURCE -std=gnu11 -w $(every_error "$cc")"
	ls "$names" | sed -n 's/^\([gh].*\)\.inc$/\1/p' >"$1/apart"
	for set in all1 all2 all3; do
		mv "$1/apart" "$1/$set"
		: >"$1/apart"
		if [ $set = all1 ] && [ -s "${2-}" ]; then
			grep -xFf "$2" "$1/all1" >"$1/apart" || :
			grep -vxFf "$2" "$1/all1" >"$1/all1.rest" && mv "$1/all1.rest" "$1/all1"
		fi
		together "$names" "$1/$set" "$1/apart" && declare_types "$1/$set" || { cat "$1/$set" >>"$1/apart"; rm -f "$1/$set.o"; break; }
		[ -s "$1/apart" ] || break
	done
	ls "$names" | sed -n 's/^\(x.*\)\.inc$/\1/p' >>"$1/apart"
	sort -u -o "$1/apart" "$1/apart"
	while read -r group; do
		echo "$group" >"$1/$group"
		includes "$1/$group" >"$1/$group.c"
		! $compile -fsyntax-only "$1/$group.c" 2>/dev/null || declare_types "$1/$group" || rm -f "$1/$group.o"
	done <"$1/apart"
}
