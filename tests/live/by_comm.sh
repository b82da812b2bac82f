# SPDX-License-Identifier: BSD-2-Clause
# --comm: BPF drops calls of other threads, and the lines are the same as if user space did.
. "$here/lib.sh"

cat >script <<'END'
echo one >a; echo two >b
cat a b
dd if=/dev/zero of=/dev/null bs=1 count=200 status=none
exec 3<a
dd bs=1 count=2 status=none <&3
sh -c 'exec tail -n 1 b'
cat nothing
END

lines() {
	sed -E 's/^ *[0-9.]+ *(\([^)]*\))?: //; s/0x[0-9a-f]+/ADDRESS/g; s|[0-9]{3,}|N|g; s| +=| =|; /getrandom/d' "$1"
}

# The option --also-record leaves all calls to user space.
for name in cat 'd[c-e]' 'c* tail' '*[!d]' '?a[ti]*' none 'd?d[[:digit:]]'; do
	full_run || [ "$name" = 'd[c-e]' ] || [ "$name" = 'c* tail' ] || continue
	set --
	for one in $name; do
		set -- "$@" --comm "$one"
	done
	for try in 1 2 3 4 5; do
		"$TRACE" "$@" -o kernel sh script >/dev/null 2>&1
		"$TRACE" "$@" -o user --also-record data sh script >/dev/null 2>&1
		# there the kernel may skip a program while it is preempted
		{ release_is 6.19 >/dev/null && grep -q ' LOST [0-9]' kernel user; } || break
	done
	lines kernel >kernel.lines
	lines user >user.lines
	cmp -s kernel.lines user.lines || { fail "--comm $name: other lines"; diff user.lines kernel.lines | head -n 10; }
done

# … and what is dropped is not sent: rings that nobody empties do not become full
cat >calls.sh <<'END'
until [ -e go ]; do sleep 0.1; done
i=0
while [ $i -lt 20000 ]; do umask 022; i=$((i + 1)); done
echo >ready
until [ -e end ]; do sleep 0.1; done
END
lost_with() {
	rm -f go ready end out
	sh calls.sh &
	target=$!
	"$TRACE" -v -m 256K --comm "$1" -e umask -p $target -o out 2>err &
	tracer=$!
	until_true 20 grep -q 'calls selected' err || fail "no start"
	sleep 0.5
	kill -STOP $tracer
	echo >go
	until_true 60 test -e ready
	echo >end
	wait $target
	kill -CONT $tracer
	wait $tracer
}
lost_with none
hasnt 'lost' err
lost_with sh
has 'lost' err

# A name that the thread gets later, and no longer has
cat >rename.sh <<'END'
echo first >/dev/null
printf renamed >/proc/$$/comm
test -e /one
test -e /two
printf sh >/proc/$$/comm
test -e /three
END
"$TRACE" --comm 'ren*' -o out sh rename.sh
has '/one' out
has '/two' out
hasnt '/three|first' out

# … also during a call on a file that a process which is not traced has renamed: the call has the file's present name
cat >renamed.py <<'END'
import os, threading, time
fd = os.open("before", os.O_RDWR)
open("opened", "w")
while not os.path.exists("go"):
    time.sleep(0.05)
reader = threading.Thread(target=lambda: os.read(fd, 5))
reader.start()
task = "/proc/self/task/%d/" % reader.native_id
while open(task + "syscall").read().split()[0] != ("0" if os.uname().machine == "x86_64" else "63"):
    time.sleep(0.01)
open(task + "comm", "w").write("renamed")
os.write(fd, b"text")
reader.join()
END
if command -v python3 >/dev/null; then
	rm -f go
	mkfifo before
	python3 renamed.py &
	target=$!
	rm -f err
	"$TRACE" -v --comm 'ren*' -e read -p $target -o out 2>err &
	tracer=$!
	until_true 30 grep -q 'calls selected' err
	until_true 30 test -e opened
	mv before after
	echo >go
	wait $target
	wait $tracer
	has 'read\(fd: [0-9]+<.*/after>, .* = 4$' out
fi

# Results that are not wanted: a call that is sent for the new name of its file is not shown
for wanted in --failure --errno=EAGAIN --duration=100000; do
	for command in --color=never "record"; do
		[ "$command" = record ] && to=data || to=out
		# shellcheck disable=SC2016
		"$TRACE" $command $wanted -e read -o $to sh -c 'echo text >old; exec 3<old; mv old new; read -r line <&3; read -r line <&3; exit 0'
		[ "$command" != record ] || "$TRACE" replay --color=never -o out data
		hasnt '/new|text' out
	done
done
finish
