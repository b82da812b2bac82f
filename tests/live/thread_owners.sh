# SPDX-License-Identifier: BSD-2-Clause
# needs: cgroup2
# Users, control groups, containers and units of threads: sums of records are those that the kernel counts, also where a process sets its user, or
# moves to another group; columns of lines and views are the same live and replayed.
. "$here/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root may make groups"
helper owned || skip "cannot compile"
root=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
id=$(printf 'owned-%s' $$ | sha256sum | cut -c 1-64)
one=$root/owned-$$.service two=$root/docker-$id.scope
mkdir "$one" "$two" || skip "no groups can be made in $root"
trap 'until_true 10 rmdir "$one"; until_true 10 rmdir "$two"' EXIT
n=$(or_all 50 500)
# the helper begins in the root
begins='echo $$ >"$0/cgroup.procs"; exec "$@"'

# -- Sums: of the kernel, of records live, and of a recording
sums() {
	awk -F, -v keys="$1" 'NR > 1 { line = $1; for (i = 2; i <= keys; i++) line = line "," $i; print line, $(keys + 1), $(keys + 2) }' "$2" | tr -d '"' | sort
}
same() {
	keys=$1
	shift
	"$TRACE" -v --summary --format csv -o counted "$@" sh -c "$begins" "$root" "$bin/helpers/owned" "$n" "$one" "$two" 2>said ||
		fail "status $?: $(cat said)"
	grep -q 'calls are counted in the kernel' said || skip "calls cannot be counted in the kernel here"
	"$TRACE" --summary --format csv -o recorded --also-record whole.data "$@" sh -c "$begins" "$root" \
		"$bin/helpers/owned" "$n" "$one" "$two" 2>err || fail "status $?: $(cat err)"
	"$TRACE" summary --format csv -o replayed "$@" whole.data 2>err || fail "replay: $(cat err)"
	sums "$keys" counted >counted.sums
	sums "$keys" recorded >recorded.sums
	sums "$keys" replayed >replayed.sums
	cmp -s counted.sums recorded.sums || { fail "counted and recorded differ: $*"; diff counted.sums recorded.sums | head -n 20; }
	cmp -s recorded.sums replayed.sums || { fail "replay differs: $*"; diff recorded.sums replayed.sums | head -n 20; }
}
same 3 -e getppid --by user,cgroup,syscall
in_root=$(stat -c %i "$root") in_one=$(stat -c %i "$one") in_two=$(stat -c %i "$two")
has "^0,$in_one,getppid $((5 * n)) 0" recorded.sums
has "^4201,$in_one,getppid $((2 * n)) 0" recorded.sums
has "^4202,$in_one,getppid $((3 * n)) 0" recorded.sums
has "^0,$in_two,getppid $((15 * n)) 0" recorded.sums
[ "$(awk -v key="0,$in_root,getppid" '$1 == key { print $2 }' recorded.sums)" -ge "$n" ] || fail "in the root: $(cat recorded.sums)"	# the shell's are there, too
same 1 -e getppid --by container
has "^$id $((15 * n)) 0" recorded.sums
same 1 -e getppid --by unit
has "^owned-$$.service $((10 * n)) 0" recorded.sums
same 2 -e getppid,setuid,setresuid,clone3,fork --by user,syscall

# -- Lines: a thread's call after the change has the new owner; the same bytes from the recording
"$TRACE" --show user,cgroup,container,pod,unit -o lines --also-record data -e getppid,setuid,setresuid -- \
	sh -c "$begins" "$root" "$bin/helpers/owned" 2 "$one" "$two" || fail "status $?"
"$TRACE" replay --show user,cgroup,container,pod,unit -o lines.replayed data
cmp lines lines.replayed || fail "replay has other lines: $(diff lines lines.replayed | head -n 6)"
has "\\[4201 /owned-$$.service - - owned-$$.service\\] owned/[0-9]* setresuid\\(" lines
has "\\[4202 /owned-$$.service - - owned-$$.service\\] owned/[0-9]* getppid\\(" lines
has "\\[root /docker-$id.scope $id - -\\] owned/[0-9]* getppid\\(" lines
has "\\[root / - - -\\] owned/[0-9]* getppid\\(" lines
count 30 "\\[root /docker-$id.scope .*getppid" lines
hasnt '\[[^]]*\?' lines

# -- The same of trace record, whose selection of calls does not include what changes users
"$TRACE" record -o data -e getppid -- sh -c "$begins" "$root" "$bin/helpers/owned" 2 "$one" "$two" || fail "status $?"
"$TRACE" replay --show user,unit -o lines data
hasnt 'set(res)?uid' lines
count 4 "\\[4201 owned-$$.service\\].*getppid" lines
count 6 "\\[4202 owned-$$.service\\].*getppid" lines
count 10 "\\[0 owned-$$.service\\].*getppid" lines
"$TRACE" replay --format json --show user,cgroup,container -o lines data
count 4 "syscall.*\"uid\":4201,\"user\":null,\"cgroup_id\":$in_one,\"cgroup\":\"/owned-$$.service\",\"container\":null" lines
count 30 "syscall.*\"uid\":0,\"user\":null,\"cgroup_id\":$in_two,\"cgroup\":\"/docker-$id.scope\",\"container\":\"$id\"" lines

# -- Views
"$TRACE" execs --show user,unit -o execs --also-record data sh -c 'echo $$ >"$0/cgroup.procs"; exec true' "$one" || fail "status $?"
has '^ *TIME\(ms\) COMM +USER +UNIT +PID' execs
has " true +root +owned-$$.service " execs
"$TRACE" execs --show user,unit -o execs.replayed data
cmp execs execs.replayed || fail "replay has another view: $(diff execs execs.replayed | head -n 6)"
for view in files net exits signals; do
	"$TRACE" $view --show cgroup -o view sh -c 'trap : USR1; kill -USR1 $$' || fail "$view --show: status $?"
	has ' CGROUP' view
done
status 125 "$TRACE" io --show user true
has "view 'io' is a table" err
status 125 "$TRACE" --show usr true
has "usr" err
mkdir -p config/trace
printf '[mine]\nselect = getppid\nlines = calls\ncolumns = pid user unit call\n' >config/trace/views
XDG_CONFIG_HOME=$PWD/config "$TRACE" mine -o view sh -c "$begins" "$root" "$bin/helpers/owned" 2 "$one" "$two" || fail "status $?"
count 6 " 4202 +owned-$$.service +getppid" view

# -- A process that is there before tracing, and moves while it is traced
sh -c 'echo $$ >"$0/cgroup.procs"; while :; do sleep 0.05; done' "$one" &
pid=$!
rm -f lines err
"$TRACE" -p $pid --show user,unit,container -o lines 2>err &
until_true 30 grep -q "\\[root - owned-$$.service\\]" lines || { fail "no line before the move"; tail -n 3 lines err; }
echo $pid >"$two/cgroup.procs"
until_true 30 grep -q "\\[root $id -\\]" lines || { fail "no line after the move"; tail -n 3 lines err; }
kill $pid
wait
hasnt '\[[^]]*\?' lines

# -- perf events: from /proc; a user that was set is known if the thread still has it when the event is read
"$TRACE" --source perf --show user,unit -o lines --also-record data -e getppid,setresuid -- sh -c 'echo $$ >"$0/cgroup.procs"; setpriv --reuid 4203 sleep 1' "$root" 2>err
has '\[root -\] sh/[0-9]* getppid' lines
has '\[(4203|\?) -\] setpriv/[0-9]* setresuid\(ruid: 4203' lines
hasnt '\[root[^]]*\] sleep' lines
"$TRACE" replay --show user,unit -o lines.replayed data
cmp lines lines.replayed || fail "perf events: replay has other lines: $(diff lines lines.replayed | head -n 6)"
"$TRACE" --source perf --show user -o lines -u nobody -e getppid true 2>err
hasnt '\[root' lines
finish
