# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# uring.sh - row uring: fio reads blocks of a tmpfs file at random through an io_uring, each request of which a thread of the kernel carries
# out, for tmpfs does not read without waiting.
#
# Untraced, fio and that thread keep each other busy. Where fio takes longer for a request, if only for an empty program at each call, the thread
# has nothing to do for moments, sleeps, and fio wakes it on another CPU: that costs more than the request, and is why wall time grows more than
# CPU time does, and differs much from run to run, untraced as well. The switches tell how often that happened. Each nanosecond that programs
# take for a request makes it about three longer, so even `least` is far above the floor.

requests=200000

# Seconds that fio itself measures, under the command in the other arguments; - if a request was lost, or it could not be measured, which is told.
fio_under() {
	name=$1
	shift
	say "fio: $name"
	took=$("$@" "$bin/usage" "$tmp/fio.usage" fio --name=read --thread --filename="$tmpfs/bench.fio" --size=64m --rw=randread --bs=4k --ioengine=io_uring --iodepth=16 \
		--number_ios=$requests --norandommap --io_size=64g --minimal 2>"$tmp/fio.err") || took=
	rm -f "$tmp/fio.out"
	took=$(echo "$took" | awk -F ';' 'NF > 9 { print $9 / 1000 }')
	[ -n "$took" ] || echo "bench: fio.$name: not measured: $(tail -n 1 "$tmp/fio.err")" >&2
	sample "fio.$name" "${took:--}"
	[ -z "$took" ] || sample "fio.cpu.$name" "$(awk '{ print $1 }' "$tmp/fio.usage")"
	[ -z "$took" ] || sample "fio.switches.$name" "$(awk -v requests=$requests '{ print $3 / requests }' "$tmp/fio.usage")"
}

# Calls of io_uring_enter for each request.
enters_per_request() {
	awk -v requests=$requests '$NF == "io_uring_enter" { printf "%.2f", $1 / requests }' "$tmp/fio.counts"
}

tmpfs=/dev/shm
if wants uring && have fio && [ "$(stat -f -c %T $tmpfs 2>/dev/null)" = tmpfs ] && dd if=/dev/zero of="$tmpfs/bench.fio" bs=1M count=64 2>/dev/null; then
	round=0
	while [ $round -lt "$rounds" ]; do
		fio_under base
		fio_under floor "$bin/floor" --requests
		fio_under least "$bin/floor" --requests --least
		fio_under calls.floor "$bin/floor"
		fio_under requests "$TRACE" --fail-on-loss -e 'io_uring:*' -o "$tmp/fio.out"
		fio_under calls "$TRACE" --fail-on-loss --no-io-uring -o "$tmp/fio.out"
		fio_under all "$TRACE" --fail-on-loss -o "$tmp/fio.out"
		fio_under none "$TRACE" -e accept -o "$tmp/fio.out"
		fio_under counted "$TRACE" --summary -o "$tmp/fio.counts"
		round=$((round + 1))
	done
	rm -f "$tmpfs/bench.fio"
	line "F: fio, $requests random reads of a tmpfs file, untraced" "" "$(short "$(median_of fio.base)") s"
	line "        calls of io_uring_enter for each" "" "$(enters_per_request)"
	line "floor: empty BPF programs on every call and request / F" "" "$(short "$(ratio fio.floor fio.base)")" "" " " " "
	line "least: the clock read twice, 64 bytes copied / F" "" "$(short "$(ratio fio.least fio.base)")" "" " " " "
	row "        trace -e 'io_uring:*' -o FILE F, nothing lost / F" at-most 1.5 "" "$(ratio fio.requests fio.base)"
	line "        the same / floor" "" "$(short "$(ratio fio.requests fio.floor)")"
	line "        the same / least" "" "$(short "$(ratio fio.requests fio.least)")"
	line "        the same, CPU time of F" "" "$(short "$(ratio fio.cpu.requests fio.cpu.base)")"
	line "        the same / floor, CPU time of F" "" "$(short "$(ratio fio.cpu.requests fio.cpu.floor)")"
	line "        switches for each request: F, floor, trace" "" \
		"$(short "$(median_of fio.switches.base)") $(short "$(median_of fio.switches.floor)") $(short "$(median_of fio.switches.requests)")"
	line "        trace -e accept F / F" "" "$(short "$(ratio fio.none fio.base)")"
	line "        trace -o FILE F, nothing lost / F" "" "$(short "$(ratio fio.all fio.base)")"
	line "        empty BPF programs on every call / F" "" "$(short "$(ratio fio.calls.floor fio.base)")" "" " " " "
	line "        trace --no-io-uring -o FILE F / F" "" "$(short "$(ratio fio.calls fio.base)")"
	line "        trace --summary F / F" "" "$(short "$(ratio fio.counted fio.base)")"
elif wants uring; then
	line "        requests of io_uring" "" "not measured: no fio, or no tmpfs"
fi
