# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# `trace strace` shows calls of several families as strace does: a program prints the lines that it expects. Errors depend on the kernel.
. "$here/lib.sh"

helper families || exit 1
status 0 "$TRACE" strace -a1 -o lines -e trace=openat2,clone3,bpf,futex,io_uring_register,quotactl,capset -e signal=none "$bin/helpers/families" >want
sed '/^+++/d; s/ = -1 E[A-Z0-9]* ([^)]*)$//' lines | diff -u want - >diff || fail "other lines than strace's: $(cat diff)"
finish
