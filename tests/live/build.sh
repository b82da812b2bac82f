# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# build.sh - compiles what live tests run, into $bin, with $CC (for 32-bit ARM: $arm_cc); where CC is empty it must be there already.

: "${arm_cc:=arm-linux-gnueabihf-gcc}"

# said FILE KEY: what its comment "// KEY: ..." or "# KEY: ..." says
said() {
	sed -n "s,^\\(//\\|#\\) $2:[[:space:]]*,,p" "$1"
}

# built FILE SOURCE OPTION...: compiles it, unless that was done
built() {
	if [ -z "$CC" ]; then
		[ -x "$1" ] || echo "there is no $1, and no compiler"
		[ -x "$1" ]
		return
	fi
	[ "$1" -nt "$2" ] && [ "$1" -nt "$here/live.h" ] && return
	file=$1 source=$2
	shift 2
	# shellcheck disable=SC2046
	mkdir -p "${file%/*}" && ${compiler:-$CC} -std=gnu11 -O1 -g -Wall -Wno-nonnull -I"$here" -static -o "$file" "$source" "$@" $(said "$source" cc)
}

# abis FILE: those it is built for, of those that the compiler or this machine has
abis() {
	machine=$(if [ -n "$CC" ]; then $CC -dumpmachine; else uname -m; fi)
	abis=$(said "$1" abis)
	for abi in ${abis:-native}; do
		case $abi:$machine in
		native:* | i386:x86_64* | arm:aarch64*) echo "$abi" ;;
		esac
	done
}

# build_of FILE ABI: sets what that build of it is called, where it is, the compiler and what that is told
build_of() {
	name=$(basename "$1" .c) as=$name flags= compiler=$CC
	[ "$2" = native ] || as=$name.$2
	# the kernel's headers are the same for both, and nobody but gcc-multilib, which conflicts with cross compilers, says so
	[ "$2" != i386 ] || flags="-m32 -isystem /usr/include/$(${CC:-:} -print-multiarch)"
	[ "$2" != arm ] || compiler=$arm_cc
	file=$bin/$as.d/$name
}

# helper NAME: builds helpers/NAME.c
helper() {
	compiler=
	built "$bin/helpers/$1" "$here/helpers/$1.c"
}
