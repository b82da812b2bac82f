# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh disable=SC2154 # set by run
#
# clickhouse.sh - row clickhouse: calls a second that are loaded into a ClickHouse server on the same machine, 5 million in full runs.

if wants clickhouse && have clickhouse-server; then
	n=$([ "$rounds" -gt 2 ] && echo 2500000 || echo 500000)
	"$TRACE" record -o "$tmp/load.data" dd if=/dev/zero of=/dev/null bs=1 count=$n >/dev/null 2>&1
	calls=$("$TRACE" query --format csv "$tmp/load.data" 'SELECT count(*) FROM calls' 2>/dev/null | tail -n 1)
	TRACE=$TRACE python3 -B "$here/clickhouse.py" "$tmp/load.data" "$calls" "$rounds" "$tmp/server" >"$tmp/loads" 2>/dev/null
	while read -r rate; do
		sample clickhouse "$rate"
	done <"$tmp/loads"
	row "convert --to clickhouse, million calls a second" at-least 0.5 "" "$(median_of clickhouse)"
	rm -rf "$tmp"/load* "$tmp/server"
fi
