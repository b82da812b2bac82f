# SPDX-License-Identifier: BSD-2-Clause
# needs: jq python3 full_run
# --format json: valid JSON for real programs, with the documented members.
. "$here/lib.sh"

check() {
	jq -e . json >/dev/null || { fail "$*: not JSON"; return; }
	jq -s -e 'all(has("type")) and (map(select(.type == "syscall")) | length > 0) and
		all(.[] | select(.type == "syscall");
			(.ts_ns | type == "string") and (.pid | type == "number") and (.tid | type == "number") and
			(.name | type == "string") and (.nr | type == "number") and (.abi | type == "string") and (.args | type == "object"))
	' json >/dev/null || fail "$*: a member is missing"
	[ "$(jq -s 'map(select(.type == "start" or .type == "end")) | length' json)" = 2 ] || fail "$*: no start or no end"
}
run() {
	"$TRACE" --format json -o json "$@" >/dev/null 2>err || fail "status $?: $*"
	check "$@"
}

run ls -l /
run sh -c 'ls /no/such; cat /etc/passwd | wc -l; trap : USR1; kill -USR1 $$; :' 2>/dev/null
run "$python" -c 'import json, socket, threading
s = socket.create_server(("127.0.0.1", 0))
t = threading.Thread(target=lambda: socket.create_connection(s.getsockname()).send(b"\xff\x00hi"))
t.start()
c, _ = s.accept()
c.recv(10)
t.join()'
if [ -n "$CC" ]; then
	printf '#include <stdio.h>\nint main(void) { return puts("x") < 0; }\n' >x.c
	run $CC -c x.c
fi
run "$python" -c 'import os
os.write(1, bytes(range(256)))
open("caf\u00e9 \u4e2d", "w")
try: os.open(b"\xff\n\x1b[2J", 0)
except OSError: pass
os.mkdir("d", 0o750)' 

one() { jq -e -s "$1" json >/dev/null || { fail "JSON: not so: $1"; jq -c "select(.name == \"${2-}\")" json | tail -n 3; }; }
"$TRACE" --format json -o json "$python" -S -c 'import os
fd = os.open("file", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o640)
os.write(fd, b"hello\xff")
try: os.open(b"\xff\n\x1b[2J", 0)
except OSError: pass
try: os.lseek(fd, (1 << 53) + 1, 0)
except OSError: pass
os.close(fd)
import signal
signal.signal(signal.SIGUSR1, lambda *a: None)
os.kill(os.getpid(), signal.SIGUSR1)
os._exit(3)'
[ $? = 3 ] || fail "status"
one 'map(select(.name == "openat" and .args.filename == "file")) | length == 1 and (.[0] |
	.args.flags.names == ["O_RDWR", "O_CREAT", "O_CLOEXEC"] and .args.flags.value == 524354 and .ret == 3 and .ret_value == {fd: 3, path: "'"$PWD"'/file"})' openat
one 'map(select(.name == "write" and .ret == 6)) | length == 1 and (.[0] | .args.count == 6 and
	.args.fd.path == "'"$PWD"'/file")' write
one 'any(.errno == "ENOENT" and .ret == -1 and .error == "No such file or directory" and .args.filename == {bytes: "ff0a1b5b324a"})' openat
one 'any(.name == "write" and .args.buf == {bytes: "68656c6c6fff"})' write
one 'any(.name == "lseek" and .args.offset == "9007199254740993")' lseek
one 'any(.type == "signal" and .signal == "SIGUSR1" and (.info | tostring | test("SI_USER")))'
one 'any(.type == "exit" and .status == 3)'
"$TRACE" --format json -o json -e ioctl "$python" -S -c 'import fcntl, os
try: fcntl.ioctl(0, 0x12345678, 9)
except OSError: pass'
one 'any(.name == "ioctl" and .args.cmd == {value: 305419896, names: []} and .args.arg == "0x9")' ioctl
"$TRACE" --format json -o json -e mmap true
one 'map(select(.name == "mmap" and .ret > 0)) | length > 0 and all((.ret_value | type) == "string" and (.ret_value | test("^0x[0-9a-f]+$")))' mmap
if [ -r /sys/kernel/tracing/events/kmem/kfree/format ]; then
	"$TRACE" --format json -o json -e kmem:kfree --max-events 5 true
	one 'map(select(.name == "kmem:kfree")) | length > 0 and all(.args.call_site | test("^0x[0-9a-f]+$"))' kmem:kfree
fi

# One `end` object as the last line: of one recording, of several, of a part
"$TRACE" record -o one.data true
"$TRACE" record -o two.data ls / >/dev/null
ends() {
	"$@" >json || fail "status $?: $*"
	one 'map(.type) | (map(select(. == "end")) | length) == 1 and last == "end"'
}
ends "$TRACE" replay --format json one.data
ends "$TRACE" replay --format json one.data two.data
ends "$TRACE" replay --format json one.data two.data one.data
ends "$TRACE" replay --format json --max-events 3 two.data one.data
ends "$TRACE" replay --format json --until 0.001 two.data
ends "$TRACE" convert --to json two.data one.data
for source in bpf perf; do
	ends "$TRACE" --source $source --format json --max-events 3 -o - true
	ends "$TRACE" --source $source --format json -e execve,sched:sched_process_exec -o - true
done
# truncated output has none
head -c "$(($(wc -c <two.data) - 100))" two.data >cut.data
"$TRACE" replay --format json one.data cut.data >json 2>err
hasnt '"type":"end"' json
finish
