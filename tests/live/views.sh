# SPDX-License-Identifier: BSD-2-Clause
# needs: machine
# Views of columns and slow calls: exact rows of known calls, live and of the recording of the same run; views of the user; without BPF.
. "$here/lib.sh"

work=$(program viewed)
# run NAME VIEW [OPTION]...: NAME.live, NAME.replay, and the program's IDs
run() {
	name=$1
	shift
	"$TRACE" "$@" -o "$name.live" --also-record "$name.data" "$work" >ids 2>err || fail "$*: $(cat err)"
	case $1 in -*) set -- replay "$@" ;; esac
	"$TRACE" "$@" -o "$name.replay" "$name.data" 2>err || fail "$* of the recording: $(cat err)"
	cmp "$name.live" "$name.replay" || { fail "$name: replay differs"; diff "$name.live" "$name.replay" | head -n 5; }
	pid=$(sed -n 's/^pid //p' ids) port=$(sed -n 's/^port //p' ids)
	child=$(sed -n 's/^child //p' ids | sed -n 1p) server=$(sed -n 's/^child //p' ids | sed -n 2p)
}
at=' *[0-9.]+ '

run files files --path "$PWD/one" --path /no
has "^${at}viewed +$pid +3 - +$PWD/one\$" files.live
has "^${at}viewed +$pid +-1 ENOENT +/no/such\$" files.live
[ "$(wc -l <files.live)" = 3 ] || fail "files: not two lines"
"$TRACE" files --failure files.data >failed
[ "$(wc -l <failed)" = 2 ] || fail "files --failure: not one line"
"$TRACE" files -e execve files.data >none
[ "$(wc -l <none)" = 1 ] || fail "-e chooses calls that are not the view's"

run execs execs
has "^${at}viewed +$child +$pid ENOENT +such\$" execs.live
has "^${at}sh +$child +$pid - +sh -c exit 3\$" execs.live

run exits exits
has "^${at}sh +$child +$child +$pid +[0-9.]+ exited with 3\$" exits.live
has "^${at}viewed +$server +$server +$pid +[0-9.]+ exited with 0\$" exits.live
has "^${at}viewed +$pid +$pid .*exited with 0\$" exits.live

"$TRACE" exits --failure exits.data >failed
has "^${at}sh +$child +$child +$pid +[0-9.]+ exited with 3\$" failed
hasnt 'exited with 0$' failed
"$TRACE" exits --success -o succeeded "$work" >/dev/null 2>err
has "^${at}viewed +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+ exited with 0\$" succeeded
hasnt 'exited with 3$' succeeded

run io io --path "$PWD/one"
has "^ +2 +3 +30 +30 +0 +[0-9.]+ +[0-9.]+ $PWD/one\$" io.live
[ "$(wc -l <io.live)" = 2 ] || fail "io: not one file"

run net net
has "^${at}viewed +$pid accept +TCP +127.0.0.1:$port +127.0.0.1:[0-9]+ +1000 +305 +[0-9.]+ -\$" net.live
has "^${at}viewed +$pid connect TCP +127.0.0.1:[0-9]+ +127.0.0.1:$port +305 +1001 +[0-9.]+ -\$" net.live
has "^${at}viewed +$pid connect TCP +- +127.0.0.1:$port +0 +0 +[0-9.]+ ECONNREFUSED\$" net.live
[ "$(wc -l <net.live)" = 4 ] || fail "net: not three connections"

run signals signals
has "^${at}SIGUSR1 +process +$pid viewed +$pid +$pid viewed\$" signals.live
has "^${at}SIGCHLD +child +$child sh +$pid +$pid viewed\$" signals.live

# The lines before a slow call are those of its thread; its stack is shown
run slow --slow 45
count 1 '^--- slow: (clock_)?nanosleep took [0-9.]+ ms, the limit is 45.000 ms ---$' slow.live
grep -A 100 'nanosleep took' slow.live >block
has "viewed/$pid kill\(" block
has "\([0-9.]+ ms\): (viewed/$pid )?(clock_)?nanosleep\(" block
has '^ +> ' block
[ "$(grep -c '): viewed' block)" -le 9 ] || fail "more than eight calls before the slow one"

full_run || finish

"$TRACE" replay --slow 45 --format json slow.data >json
"$TRACE" replay --view io --format json io.data >>json
"$TRACE" net --format json net.data >>json
if [ -n "$python" ]; then
	"$python" - <<'END' || fail "JSON"
import json
lines = [json.loads(l) for l in open("json")]
slow = [o for o in lines if o["type"] == "slow" and "nanosleep" in o["call"]["name"]]
assert len(slow) == 1 and slow[0]["before"][-1]["tid"] == slow[0]["call"]["tid"] and slow[0]["call"]["dur_ns"] >= slow[0]["limit_ns"] == 45000000
one = [o for o in lines if o["type"] == "io" and o["path"].endswith("/one")]
assert len(one) == 1 and one[0]["read_bytes"] == 30 and one[0]["writes"] == 3
assert sorted(o["how"] for o in lines if o["type"] == "net") == ["accept", "connect", "connect"]
END
fi
"$TRACE" io --format csv --top 1 --sort bytes io.data >csv
has '^reads,writes,read_bytes,write_bytes,errors,total_ns,p99_ns,path$' csv
[ "$(wc -l <csv)" = 2 ] || fail "--top 1: not one row"

# Calls in many are slow by the calls before them
"$TRACE" --slow p99 -o p99 dd if=/dev/zero of=/dev/null bs=1 count=3000 2>err
has '^--- slow: (read|write) took [0-9.]+ ms, p99 of those before is [0-9.]+ ms ---$' p99
[ "$(grep -c '^---' p99)" -lt 600 ] || fail "more than a tenth of all calls are outliers"

# The user's file: views of their own, and one in place of trace's
mkdir -p config/trace
export XDG_CONFIG_HOME="$PWD/config"
cat >config/trace/views <<'END'
# two views
[big]
help = large writes
select = pwrite64
lines = calls
columns = pid call arg.count bytes result path

[io]
by = comm
columns = calls
END
"$TRACE" big io.data >big
has "^ +[0-9]+ pwrite64 +10 +10 +10 $PWD/one\$" big
"$TRACE" io io.data >io
has '^ +CALLS COMM$' io
"$TRACE" --help >help
has '^  big +large writes$' help
"$TRACE" big -o big.live "$work" >ids 2>err
has "^ *$(sed -n 's/^pid //p' ids) pwrite64 +10 +10 +10 $PWD/one\$" big.live
# A table without reads and writes is counted in the kernel
cat >>config/trace/views <<'END'

[owners]
select = pwrite64
by = user, cgroup, syscall
columns = calls errors bytes

[names]
select = pwrite64
by = comm
columns = calls bytes p99
END
"$TRACE" owners -v -o owners "$work" >ids 2>err
has 'calls are counted in the kernel' err
has '^ +3 +0 +30 0 +[0-9]+ +pwrite64$' owners
"$TRACE" names -v --interval 60 --format csv -o names "$work" >ids 2>err
has 'calls are counted in the kernel' err
has '^[0-9]+,3,30,[0-9]+,"?viewed"?$' names
"$TRACE" record -q --by comm,syscall -o counts.data "$work" >ids 2>err
"$TRACE" names counts.data >names 2>err
has '^ +3 +30 +[0-9.]+ viewed$' names
"$TRACE" names io.data >names
has '^ +3 +30 +[0-9.]+ viewed$' names
"$TRACE" owners io.data >owners 2>err
has '^ +3 +0 +30 0 +[0-9]+ +pwrite64$' owners
cp owners owners.first
"$TRACE" owners -v -o owners --also-record owners.data "$work" >ids 2>err
has 'calls are recorded and counted afterwards' err
cmp owners owners.first || fail "owners live and of a recording differ: $(diff owners owners.first)"
echo 'colums = pid' >>config/trace/views
status 125 "$TRACE" big io.data
has "config/trace/views:21: unknown key 'colums', did you mean 'columns'\?\$" err
rm config/trace/views
status 127 "$TRACE" -o /dev/null big
status 127 "$TRACE" recrod
has "recrod: command not found, did you mean 'trace record'\?\$" err
status 127 "$TRACE" summary recrod.data
has 'There is no recording of that name here' err
status 127 "$TRACE" fils
has "fils: command not found, did you mean 'trace files'\?\$" err
status 127 "$TRACE" -- recrod	# is no command of trace
has 'recrod: command not found$' err
for bad in '--view nothing' '--view files --by path' '--view files --top 3' '--view io --format chrome' '--slow 1 --summary' '--slow p5' '--slow 1 --format csv' '--slow 1 --view io' '--view exits -e read' \
	'--view exits --errno ENOENT' '--view signals --failure' '--view signals --path /' '--view files -k' '--view files --max-stack 3'; do
	status 125 "$TRACE" replay $bad io.data >/dev/null
done

# Without BPF: addresses are not known, but descriptors are
"$TRACE" net --source perf -o perf "$work" >/dev/null 2>err || fail "perf: $(cat err)"
has "^${at}viewed +[0-9]+ accept .* 1000 +305 +[0-9.]+ -\$" perf
has "^${at}viewed +[0-9]+ connect .* 305 +1001 +[0-9.]+ -\$" perf
finish
