# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# `trace strace` shows calls of several families as strace does: a program prints the lines that it expects.
. "$here/lib.sh"

helper families || exit 1
status 0 "$TRACE" strace -a1 -o lines -e trace=openat2,clone3,bpf -e signal=none "$bin/helpers/families" >want
sed '/^+++/d' lines | diff -u want - >diff || fail "other lines than strace's: $(cat diff)"
finish
