# SPDX-License-Identifier: BSD-2-Clause
# Every view shows recordings of perf(1): of the same program as many calls, errors and bytes as trace counts.
. "$here/lib.sh"

command -v perf >/dev/null || skip "perf is not installed"
perf record -q -e 'raw_syscalls:*' -o probe true 2>err || skip "perf record: $(tail -n 1 err)"
work=$(program counted_work)
rounds=$(or_all 20 200)
perf record -q -e 'raw_syscalls:*' -e sched:sched_process_exit -e 'signal:*' -o data "$work" "$rounds" >/dev/null 2>err || skip "perf record: $(tail -n 1 err)"

quiet() {	# COMMAND...: succeeds, and says nothing
	"$@" 2>said || fail "status $?: $*"
	[ ! -s said ] || fail "$*: $(cat said)"
}
quiet "$TRACE" summary --format csv data >summary
has "^\"getppid\",$((4 * rounds)),0," summary
has "^\"write\",$((rounds + 1)),0,.*,$((3 * rounds + 1))\$" summary
has "^\"close\",[0-9]+,$rounds," summary
quiet "$TRACE" summary --by comm,errno,syscall --format csv data >summary
has "^\"other\",\"success\",\"getppid\",$((3 * rounds)),0," summary
has "^\"counted_work\",\"EBADF\",\"close\",$rounds,$rounds," summary
quiet "$TRACE" summary --by thread --format json data >summary
count 3 "\"comm\":\"other\"" summary
quiet "$TRACE" summary --by fd -e close --errors data >summary
has "^ +$rounds +EBADF" summary
quiet "$TRACE" replay --interval 0.001 -e getppid --format csv data >periods
[ "$(awk -F, 'NR > 1 { sum += $3 } END { print sum }' periods)" = $((4 * rounds)) ] || fail "periods of $((4 * rounds)) calls: $(cat periods)"
quiet "$TRACE" replay --histogram -e getppid data >bars
[ "$(awk '/^\[/ { sum += $3 } END { print sum }' bars)" = $((4 * rounds)) ] || fail "bars of $((4 * rounds)) calls: $(cat bars)"
quiet "$TRACE" replay --heat -e getppid data >heat
[ "$(awk '$1 ~ /^[0-9]/ { sum += $2 } END { print sum }' heat)" = $((4 * rounds)) ] || fail "a heat map of $((4 * rounds)) calls: $(cat heat)"
quiet "$TRACE" replay --heat=heat.svg -e getppid data
quiet "$TRACE" replay --flame=flame.svg data
for picture in heat flame; do
	grep -q '^<svg' $picture.svg && grep -q '</svg>$' $picture.svg || fail "$picture.svg is no picture"
done
grep -q '>getppid' flame.svg || fail "the flame graph has no getppid"
quiet "$TRACE" top --batch --by syscall data >top
has "^ +$((4 * rounds)) .* getppid\$" top
quiet "$TRACE" replay --slow 10 data >slow
has '^--- slow: (clock_)?nanosleep took ' slow
quiet "$TRACE" report -o page.html data
has "</html>" page.html
# Perf has no memory of calls: paths and arguments are not known, results are
opens=$("$TRACE" replay -e '%desc' --format json data | grep -cE '"name":"(open|openat|creat)"')
quiet "$TRACE" files data >files
[ "$(wc -l <files)" = $((opens + 1)) ] || fail "files: not $opens lines: $(cat files)"
quiet "$TRACE" execs data >execs
[ "$(wc -l <execs)" = 3 ] || fail "execs: not two lines: $(cat execs)"
quiet "$TRACE" exits data >exits
count 3 ' other +[0-9]+ +[0-9]+ .*exited with 0$' exits
quiet "$TRACE" io --format csv data >io
has "^[0-9]+,$((rounds + 1)),[0-9]+,$((3 * rounds + 1)),0," io
quiet "$TRACE" net data >net
[ "$(wc -l <net)" = 1 ] || fail "net: connections of a program that has none: $(cat net)"
quiet "$TRACE" signals data >signals
[ "$(wc -l <signals)" -ge 1 ] || fail "signals: no headings"
finish
