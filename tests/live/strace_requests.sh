# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# `trace strace` shows requests of ioctl that pass memory behind pointers as strace does: a program prints the lines that it expects.
. "$here/lib.sh"

helper requests || exit 1
status 0 "$TRACE" strace -a1 -o lines -e trace=ioctl -e signal=none "$bin/helpers/requests" >want
sed '/^+++/d; /TCGETS/d; s/ = -1 E[A-Z0-9]* ([^)]*)$//' lines | diff -u want - >diff || fail "other lines than strace's: $(cat diff)"
finish
