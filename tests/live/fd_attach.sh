# SPDX-License-Identifier: BSD-2-Clause
# needs: python3
# -p: descriptors that were open before have the names of their files, also if these were renamed or removed since.
. "$here/lib.sh"

cat >target.py <<'P'
import os, time
os.mkdir("d")
f = os.open("d/a", os.O_RDWR | os.O_CREAT)
g = os.open("g", os.O_RDWR | os.O_CREAT)
stdin = os.open("/dev/stdin", os.O_RDONLY)
tmp = os.open(".", os.O_RDWR | os.O_TMPFILE, 0o600)
pid = os.pidfd_open(os.getppid())
print(f, g, stdin, tmp, pid, os.getppid(), flush=True)
def look(offset):
    for fd in f, g, stdin, tmp, pid:
        try:
            os.lseek(fd, offset, os.SEEK_SET)
        except OSError:
            pass
os.set_blocking(0, False)
while True:
    look(1)
    try:
        os.read(0, 1)
        break
    except BlockingIOError:
        time.sleep(0.05)
os.rename("d", "e")
os.unlink("g")
os.mkdir("d")
look(2)
P
mkfifo go
"$python" -S target.py <go >said &
target=$!
exec 9>go
# shellcheck disable=SC2317 # called by until_true
said_or_gone() { [ -s said ] || gone $target; }
until_true 10 said_or_gone
[ -s said ] || skip "the target does not start: python without pidfd_open"
read -r f g stdin tmp pid parent <said
"$TRACE" -o out -e lseek -p $target 2>err &
tracer=$!
until_true 20 grep -q "pid:\|pidfd" out || fail "nothing shown"
echo >&9
wait $target
wait $tracer
has "lseek\(fd: $f<$PWD/d/a>, offset: 1" out
has "lseek\(fd: $g<$PWD/g>, offset: 1" out
has "lseek\(fd: $stdin<$PWD/go>, offset: 1" out
has "lseek\(fd: $tmp<.*/#[0-9]+ \(deleted\)>, offset: 1" out
has "lseek\(fd: $pid<pid:$parent>, offset: 1" out
has "lseek\(fd: $f<$PWD/e/a>, offset: 2" out
has "lseek\(fd: $g<$PWD/g \(deleted\)>, offset: 2" out
finish
