# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# convert.sh - row convert: calls a second that a recording of dd is converted at, for each format of other programs.

if wants convert; then
	formats='json chrome folded perf ctf'
	"$TRACE" record -o "$tmp/convert.data" dd if=/dev/zero of=/dev/null bs=1 count=500k >/dev/null 2>&1
	calls=$("$TRACE" convert --to folded --weight calls "$tmp/convert.data" 2>/dev/null | awk '{ n += $NF } END { print n + 0 }')
	round=0
	while [ $round -lt "$rounds" ]; do
		for format in $formats; do
			say "convert $format"
			"$bin/timed" "$tmp/wall" "$TRACE" convert --to "$format" --force -o "$tmp/converted.$format" "$tmp/convert.data" 2>/dev/null
			sample "convert.$format" "$(awk -v n="$calls" '{ print n / $1 / 1e6 }' "$tmp/wall")"
		done
		round=$((round + 1))
	done
	for format in $formats; do
		row "convert --to $format, million calls a second" at-least 0.5 "" "$(median_of "convert.$format")"
	done
	rm -rf "$tmp"/convert*
fi
