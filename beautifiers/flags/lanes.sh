# SPDX-License-Identifier: BSD-2-Clause
#
# lanes FUNCTION ARGUMENT... - calls the function with each argument, as many at a time as there are processors. For scripts with set -e.

lane() {
	lane_i=0 lane_k=$1 lane_n=$2 lane_function=$3
	shift 3
	for lane_argument; do
		[ $(((lane_i += 1) % lane_n)) != "$lane_k" ] || ("$lane_function" "$lane_argument")
	done
}

lanes() {
	lanes_n=$(nproc 2>/dev/null || echo 2) lanes_k=0 lanes_pids=
	while [ "$lanes_k" -lt "$lanes_n" ]; do
		lane "$lanes_k" "$lanes_n" "$@" &
		lanes_pids="$lanes_pids $!"
		lanes_k=$((lanes_k + 1))
	done
	for lanes_pid in $lanes_pids; do
		wait "$lanes_pid"
	done
}
