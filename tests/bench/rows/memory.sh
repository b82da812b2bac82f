# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# memory.sh - row memory: trace's peak resident memory, without the rings. The kernel counts the pages of a ring as the tracer's
# from the moment they are mapped.

# Samples the process every 20 ms, from before the rings are mapped until after they are unmapped; prints its peak so far and the
# resident size of BPF's and perf's maps, in KiB.
watch_memory() {
	while peak=$(awk '/^VmHWM/ { print $2 }' "/proc/$1/status" 2>/dev/null) && [ -n "$peak" ]; do
		rings=$(awk '
			/^[0-9a-f]+-[0-9a-f]+ / { ring = /anon_inode:(bpf-map|bpf_map|\[perf_event\])/ }
			/^Rss:/ && ring { sum += $2 }
			END { print sum + 0 }' "/proc/$1/smaps" 2>/dev/null)
		[ -z "$rings" ] || echo "$peak $rings"
		sleep 0.02
	done
}

if wants memory; then
	say memory
	start "$TRACE" -o "$tmp/memory.out" dd if=/dev/zero of=/dev/null bs=1 count=500k 2>"$tmp/memory.err"
	watch_memory "$pid" | awk '
		gone || $2 < rings / 2 { gone = 1; next }	# the peak still holds the rings
		{ rings = $2 }
		$1 - $2 > most { most = $1 - $2 }
		END { print most + 0, rings + 0 }' >"$tmp/memory"
	wait "$pid"
	rm -f "$tmp/memory.out"
	read -r resident rings <"$tmp/memory"
	row "memory  trace -o FILE D, MiB resident beside $((${rings:-0} / 1024)) MiB of rings" at-most 64 " MiB" \
		"$(echo "$resident" | awk '$1 { print $1 / 1024 }')"
fi
