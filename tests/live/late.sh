# SPDX-License-Identifier: BSD-2-Clause
# needs: python3
# Memory that the perf source reads after the call is shown if later events confirm it; else the address.
. "$here/lib.sh"

[ -r /sys/kernel/tracing/events/raw_syscalls/sys_enter/id ] || skip "there is no tracefs in /sys/kernel/tracing"

# A program that reuses the memory of a name, and the descriptor's number, at once
cat >loop.py <<'END'
import os
names = ["one", "three", "fifteen"]
for name in names:
    open(name, "w").close()
os.mkfifo("fifo")
open("ready", "w").close()
n = 0
while not os.path.exists("stop"):
    name = names[n % 3]
    with open(os.path.join(os.getcwd(), name)) as file:
        file.read()
    os.lseek(0, n % 3 + 70000, os.SEEK_SET) if n % 2 else None
    n += 1
with open("fifo") as file:
    file.read()
END
$python -S loop.py </etc/hostname &
pid=$!
until_true 20 test -e ready
status 0 timeout "$(patient 60)" "$TRACE" --source perf --also-record data --max-events 3000 -e openat,read,close,newfstatat,fstat -o out -p $pid
has 'openat\(' out
grep -ao 'filename: "[^"]*"[^,]*' out | sort -u >names
grep -avE "^filename: \"($PWD/(one|three|fifteen)|stop|fifo|)\"\$" names >wrong
[ ! -s wrong ] || { fail "these are no names of it"; cat wrong; }
grep -aoE '[0-9]+<[^>]*>' out | sort -u >descriptors
grep -avE "^[0-9]+<($PWD/(one|three|fifteen|fifo)|/etc/hostname|pipe:.*|socket:.*|/dev/.*|$PWD/.*|/.*\.log)>\$" descriptors >wrong
[ ! -s wrong ] || { fail "these are none of its descriptors"; cat wrong; }
# A descriptor has the name of the path passed; if both are shown they agree.
grep -aE 'openat\(.*filename: "/.* = [0-9]+<' out | sed 's/.*filename: "\([^"]*\)".* = [0-9]*<\([^>]*\)>.*/\1 \2/' |
	awk '$1 != $2 { bad = 1; print } END { exit bad }' || fail "the name is another file's"
hasnt '<late>' out

# All memory is recorded; unconfirmed memory is shown on request, and marked
"$TRACE" replay data >replayed
hasnt '<late>' replayed
"$TRACE" replay --late=show data >marked
[ "$(grep -c 'openat(' marked)" = "$(grep -c 'openat(' replayed)" ] || fail "--late changes what is shown, not only how"
has '(filename|buf): .* <late>' marked
sed 's/<late>//' marked | grep -aoE '[0-9]+</[^>]*>' | sort -u >more
comm -13 descriptors more >wrong
[ ! -s wrong ] || { fail "descriptors are called by what nothing confirms"; cat wrong; }

# Memory of a waiting call is read while it waits.
rm -f out
"$TRACE" --source perf -e openat -o out -p $pid 2>err &
tracer=$!
until_true 20 test -s out
touch stop
sleep "$(patient 3)"	# it waits, and its events have been read
: >fifo
until_true 20 gone $tracer || fail "it does not end with the process"
has 'openat\(.*filename: "fifo", ' out

# A program's literals, its execve, and memory that cannot be confirmed
status 0 "$TRACE" --source perf -o out cat /etc/hostname
has 'execve\(filename: "/[^"]*/cat", argv: \["cat", "/etc/hostname"\], envp: 0x[0-9a-f]+ /\* [0-9]+ vars \*/\) = 0' out
has 'read\(.*, buf: 0x[0-9a-f]+, count: [0-9]+\) += [1-9]' out
status 0 "$TRACE" --source perf -e access,faccessat,openat -o out sleep 1
has '(access|openat|faccessat)\(.*filename: "/etc/ld.so.(preload|cache)", ' out
status 125 "$TRACE" --late=perhaps true
has "^trace: --late: 'perhaps' is not one of show, hide" err
# Names after renames with unknown paths, and after renames without effect: correct, or none; memory is read again
links=$(program links)
named_all() {
	rm -f one two other another renamed
	"$TRACE" --source perf -e lseek -o out "$links" >names || return 1
	while read -r offset name; do
		line=$(grep "offset: $offset," out)
		case $line in
		*"lseek(fd: "[0-9]*"<$name>, "*) ;;
		*"lseek(fd: "[0-9]", "*) bare=1 ;;
		*) fail "not $name: $line" ;;
		esac
	done <names
	[ ! "$bare" ]
}
tries=0 bare=
until named_all || [ $((tries += 1)) = 10 ]; do bare=; done
[ $tries -lt 10 ] || fail "names were missing each time: $(cat out)"
finish
