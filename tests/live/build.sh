# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# build.sh - compiles the programs of live tests into $bin, with $CC (for 32-bit ARM: $arm_cc); if CC is empty they must exist.

: "${arm_cc:=arm-linux-gnueabihf-gcc}"

# said FILE KEY: the text of its comment "// KEY: ..." or "# KEY: ..."
said() {
	sed -n "s,^\\(//\\|#\\) $2:[[:space:]]*,,p" "$1"
}

# is_newer FILE SOURCE: than that, and than what it includes
is_newer() {
	[ "$1" -nt "$2" ] || return 1
	for included in $(sed -n 's/^#include "\(.*\)".*/\1/p' "$2"); do
		is_newer "$1" "${2%/*}/$included" || return 1
	done
}

# built FILE SOURCE OPTION...: compiles it, unless it is up to date
built() {
	if [ -z "$CC" ]; then
		[ -x "$1" ] || echo "there is no $1, and no compiler"
		[ -x "$1" ]
		return
	fi
	is_newer "$1" "$2" && is_newer "$1" "$here/linked/resident.c" && return
	file=$1 source=$2
	shift 2
	# shellcheck disable=SC2046
	mkdir -p "${file%/*}" && ${compiler:-$CC} -std=gnu11 -O1 -g -Wall -Wno-nonnull -I"$here" -static -o "$file" "$source" "$here/linked/resident.c" "$@" $(said "$source" cc)
}

# abis FILE: the ABIs in its comment that the compiler and this machine support
abis() {
	machine=$(if [ -n "$CC" ]; then $CC -dumpmachine; else uname -m; fi)
	abis=$(said "$1" abis)
	for abi in ${abis:-native}; do
		case $abi:$machine in
		native:* | i386:x86_64* | arm:aarch64*) echo "$abi" ;;
		esac
	done
}

# build_of FILE ABI: sets the name and path of this build, the compiler and its options
build_of() {
	name=$(basename "$1" .c) as=$name flags= compiler=$CC
	[ "$2" = native ] || as=$name.$2
	# the kernel's headers are the same for both; only gcc-multilib, which conflicts with cross compilers, has a path for them
	[ "$2" != i386 ] || flags="-m32 -isystem /usr/include/$(${CC:-:} -print-multiarch)"
	[ "$2" != arm ] || compiler=$arm_cc
	file=$bin/$as.d/$name
}

# helper NAME: builds helpers/NAME.c; for further ABIs of its comment, NAME.ABI
helper() {
	compiler=
	built "$bin/helpers/$1" "$here/helpers/$1.c" || return
	for abi in $(abis "$here/helpers/$1.c"); do
		[ "$abi" != native ] || continue
		build_of "$here/helpers/$1.c" "$abi"
		built "$bin/helpers/$1.$abi" "$here/helpers/$1.c" $flags || return
	done
}
