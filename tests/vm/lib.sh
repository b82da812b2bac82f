# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# lib.sh - shared by the scripts of this directory: location of images, and the table of kernels.
#
# VM_CACHE is where downloaded kernels and userlands are kept between runs (default ~/.cache/trace-vm).

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${VM_CACHE:=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/trace-vm}"

# die TEXT [HINT]
die() {
	echo "vm: $1" >&2
	[ -z "${2-}" ] || echo "Hint:  $2" >&2
	exit 1
}

kernel_names() {
	awk '!/^#/ && NF { print $1 }' "$here/kernels"
}

# is_built NAME: is it one that is built here, from the options in NAME.config?
is_built() {
	[ -e "$here/$1.config" ]
}

# kernel_row NAME: sets arch, suite, tests and pattern
kernel_row() {
	if is_built "$1"; then
		# shellcheck disable=SC2034
		arch=amd64 suite=bookworm tests=kernel pattern=linux-source-6[.]1
		return
	fi
	# shellcheck disable=SC2034 # not every script uses all
	read -r arch suite tests pattern < <(awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' "$here/kernels") ||
		die "unknown kernel '$1'" "one of: $(kernel_names | tr '\n' ' ')"
}

module_names() {
	awk '!/^#/ && NF { print $1 }' "$here/modules"
}
