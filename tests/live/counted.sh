# SPDX-License-Identifier: BSD-2-Clause
# Calls counted in the kernel: as many calls, errors and bytes as in a recording of the same program; by thread, process, name, user, control
# group and error; calls that do not return, of threads that end in them, made through multiplexers; filters; beside strace -c and perf trace -s.
. "$here/lib.sh"

helper counted_work || skip "cannot compile"
n=$(or_all 300 3000)
sums() { awk -F, -v keys="$1" 'NR > 1 { line = $1; for (i = 2; i <= keys; i++) line = line "," $i; print line, $(keys + 1), $(keys + 2), $(keys + 12) }' "$2" |
	grep -v '"futex"' | sed 's,/[0-9]*",",g' | sort; }	# how often threads wait for one another differs

same() {
	keys=$1
	shift
	"$TRACE" -v --summary --format csv -o counted "$@" "$bin/helpers/counted_work" "$n" >/dev/null 2>said || fail "status $?: $*"
	grep -q 'calls are counted in the kernel' said || skip "calls cannot be counted in the kernel here"
	"$TRACE" --summary --format csv -o recorded --also-record whole.data "$@" "$bin/helpers/counted_work" "$n" >/dev/null 2>err || fail "recorded: $*"
	sums "$keys" counted >counted.sums
	sums "$keys" recorded >recorded.sums
	cmp -s counted.sums recorded.sums || { fail "counted and recorded differ: $*"; diff counted.sums recorded.sums | head -n 6; }
}

same 1
has "^\"getppid\",$((4 * n)),0," counted
has "^\"close\",[0-9]+,$n," counted
cp counted.sums counted.sums.1
has "^\"write\",$((n + 1)),0,.*,$((3 * n + 1))$" counted
same 2 --by errno,syscall
has "^\"EBADF\",\"close\",$n,$n," counted
# A recording of counts alone: the same, and what can be chosen and shown of it
"$TRACE" record -v -q --by thread,syscall,errno -o tallies "$bin/helpers/counted_work" "$n" >/dev/null 2>err || fail "record: $(cat err)"
"$TRACE" info tallies >info
has "^calls  +[0-9]+, [0-9]+ of them only counted\$" info
has "^ +$((4 * n))  getppid\$" info
"$TRACE" summary --format csv tallies >recorded
sums 1 recorded >recorded.sums
cmp -s counted.sums.1 recorded.sums || { fail "a recording of counts differs"; diff counted.sums.1 recorded.sums | head -n 6; }
"$TRACE" summary --format csv --failure --by errno,syscall -e close,write tallies >recorded 2>err
[ ! -s err ] && [ "$(wc -l <recorded)" = 2 ] || fail "failed calls of a recording of counts: $(cat err recorded)"
has "^\"EBADF\",\"close\",$n,$n," recorded
"$TRACE" summary --format csv --comm other -e getppid tallies >recorded 2>err
has "^\"getppid\",$((3 * n)),0," recorded
"$TRACE" summary --duration 1 --path / tallies >recorded 2>err
[ "$(grep -c 'cannot choose some of them' err)" = 1 ] || fail "no message about --duration: $(cat err)"
"$TRACE" replay tallies >recorded 2>err
has "counts of calls instead of calls" err
# Every 0.2 seconds what was counted since the last time: several periods, which add up to the same
cat >twice <<E
"$bin/helpers/counted_work" "$n" >/dev/null; sleep 0.5; "$bin/helpers/counted_work" "$n" >/dev/null
E
"$TRACE" --summary --format csv -e getppid -o shell sh -c ':; :' 2>err	# the shell's own
n8=$(awk -F, -v n="$n" 'NR > 1 { own = $2 } END { print 8 * n + own }' shell)
"$TRACE" -v --interval 0.2 --format csv -e getppid,close -o periods sh twice 2>err || fail "--interval: $(cat err)"
has "calls are counted in the kernel" err
awk -F, -v n="$n" -v n8="$n8" 'NR > 1 && $2 == "\"getppid\"" { calls += $3; periods++ }
	NR > 1 && $2 == "\"close\"" { errors += $4 }
	NR > 1 && ($6 > $8 || $8 > $11 || $6 > $7 || $7 > $11) { bad++ }
	END { exit calls != n8 || errors != 2 * n || periods < 2 || bad }' periods || fail "periods of $n: $(cat periods)"
"$TRACE" -v --heat --interval 0.2 -e getppid -o heat sh twice 2>err || fail "--heat: $(cat err)"
has "calls are counted in the kernel" err
[ "$(awk 'NR > 1 { n += $2 } END { print n }' heat)" = "$n8" ] || fail "a heat map of $n8 calls: $(cat heat)"
# Errors, with the path that most calls were given; a relative one, and one that is cut
cat >errors.py <<'E'
import os, sys
for path in (["/no/such"] * 3 + ["/neither"]) * 10 + [sys.executable + "/x"] * 5:
    try: os.truncate(path, 0)
    except OSError: pass
try: os.rmdir(sys.argv[1])
except OSError: pass
E
if [ -n "$python" ]; then
	long=/$(printf %150s | tr ' ' x)
	"$TRACE" -v --errors -e truncate -o errors "$python" -S errors.py no 2>err
	has "calls are counted in the kernel" err
	has '^ +40 +ENOENT  /no/such$' errors
	has '^ +5 +ENOTDIR  /.*/x$' errors
	"$TRACE" --errors -e rmdir,unlinkat --format json -o errors "$python" -S errors.py relative 2>err
	has '"calls":1,"path":"relative"' errors
	"$TRACE" --errors -e rmdir,unlinkat --format json -o errors "$python" -S errors.py "$long" 2>err
	has '"calls":1,"path":"/x{111}[.]{3}"' errors
	"$TRACE" record -q --errors -e truncate -o tallied.data "$python" -S errors.py no 2>err
	"$TRACE" summary --errors tallied.data >errors 2>err
	has '^ +40 +ENOENT  /no/such$' errors
	"$TRACE" --interval 60 --errors -e truncate -o errors "$python" -S errors.py no 2>err
	has '^ +40 +ENOENT  /no/such$' errors
fi
# What is counted of threads that have ended makes room for others
helper short_threads || skip "cannot compile"
threads=200
[ -z "$CC" ] || threads=12000	# emulated processors make threads faster than what is counted of them is taken
"$TRACE" -v --by thread,syscall --format csv -o short -e getppid,getuid,getgid,geteuid,getegid,prctl "$bin/helpers/short_threads" "$threads" 2>err
has "calls are counted in the kernel" err
! grep 'no room' err || fail "there was no room for $threads threads"
awk -F, -v n="$threads" '/^"short/ { calls += $3; names[substr($1, 1, 7)]++; threads[$1] }
	END { for (i in threads) got++
	      for (i in names) if (names[i] != 6 * n / 10) bad++
	      exit calls != 6 * n || got != n || bad }' short || fail "not 6 calls of each of $threads threads"
# Running processes, the whole system
"$bin/helpers/counted_work" "$n" wait >pid.out &
work=$!
until [ -s pid.out ]; do sleep 0.1; done
rm -f err
"$TRACE" -v --by user,syscall --format csv -e getppid -o attached -p $work 2>err &
tracer=$!
until_true 20 grep -q 'calls are counted' err
sleep "$PATIENCE"
kill -USR1 $work
wait $work
wait $tracer
has "^\"0\",\"getppid\",$((4 * n)),0," attached
hasnt 'are not known' err	# of the call in which it waited, which is not shown
full_run || finish
rm -f err
"$TRACE" -v -a --by comm,syscall --format csv -e getppid -o all 2>err &
tracer=$!
until_true 20 grep -q 'calls are counted' err
sleep "$PATIENCE"
"$bin/helpers/counted_work" "$n" >/dev/null
kill -INT $tracer
wait $tracer
has "^\"other\",\"getppid\",$((3 * n)),0," all

same 2 --by comm,syscall
has "^\"other\",\"getppid\",$((3 * n))," counted
same 2 --by thread,syscall
same 2 --by process,syscall
same 1 --failure
same 1 --errno EBADF -e %desc
same 1 -e write,getppid
[ "$(wc -l <counted)" = 3 ] || fail "calls that were not selected: $(cat counted)"

# Percentiles are of the same buckets: all calls are in some bucket, and the sums fit
"$TRACE" --summary --format json -e getppid -o json "$bin/helpers/counted_work" "$n" >/dev/null 2>&1
"$TRACE" --histogram -e getppid -o bars "$bin/helpers/counted_work" "$n" >/dev/null 2>&1
[ "$(awk '/^\[/ { n += $3 } END { print n }' bars)" = $((4 * n)) ] || fail "bars of $((4 * n)) calls: $(cat bars)"
for p in 50 99; do
	v=$(sed -n "s/.*\"p${p}_ns\":\([0-9]*\).*/\1/p" json)
	min=$(sed -n 's/.*"min_ns":\([0-9]*\).*/\1/p' json) max=$(sed -n 's/.*"max_ns":\([0-9]*\).*/\1/p' json)
	[ "$v" -ge "$min" ] && [ "$v" -le "$max" ] || fail "p$p is $v, not between $min and $max"
done

"$TRACE" --by user,cgroup,syscall --format csv -e getppid -o owners "$bin/helpers/counted_work" "$n" >/dev/null 2>&1
has "^\"0\",\"[0-9]+\",\"getppid\",$((4 * n)),0," owners

# Where the kernel cannot count, the same of what is recorded
"$TRACE" -v --by user,cgroup,syscall --source perf --format csv -e getppid -o owners.perf "$bin/helpers/counted_work" "$n" >/dev/null 2>err
has 'calls are recorded and counted afterwards, because perf events are the source' err
hasnt 'are not known' err
[ "$(cut -d, -f 1-5 owners.perf)" = "$(cut -d, -f 1-5 owners)" ] || fail "owners of calls by perf events: $(cat owners.perf owners)"

for peer in strace perf; do	# perf may lose events
	command -v $peer >/dev/null || continue
	case $peer in
	strace) least=$((4 * n)); strace -f -c -o peer "$bin/helpers/counted_work" "$n" >/dev/null 2>&1; calls=$(awk '$NF == "getppid" { print $4 }' peer) ;;
	perf) least=$((2 * n)); perf trace -s -o peer "$bin/helpers/counted_work" "$n" >/dev/null 2>&1; calls=$(awk '$1 == "getppid" { n += $2 } END { print n }' peer) ;;
	esac
	[ "$calls" -ge $least ] && [ "$calls" -le $((4 * n)) ] || fail "$peer counts $calls calls, not $((4 * n))"
done
finish
