# SPDX-License-Identifier: BSD-2-Clause
# needs: python3 machine
# Text on a terminal: aligned and coloured threads, lines no wider than the terminal.
. "$here/lib.sh"

# on COLUMNS[,LATER] COMMAND...: runs it on a terminal of COLUMNS columns; when a thread has exited with 4, the width becomes
# LATER, and the command gets a line of input. Output goes to ./tty, without carriage returns.
cat >on.py <<'END'
import fcntl, os, pty, struct, sys, termios

widths = [int(n) for n in sys.argv[1].split(',')]
ready, go = os.pipe()
pid, fd = pty.fork()
if pid == 0:
    os.read(ready, 1)
    os.execvp(sys.argv[2], sys.argv[2:])

def resize():
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 24, widths.pop(0), 0, 0))

resize()
os.write(go, b'x')
out = b''
while True:
    try:
        more = os.read(fd, 65536)
    except OSError:
        break
    if not more:
        break
    out += more
    if widths and b'exited with 4 +++\r' in out:
        resize()
        os.write(fd, b'\n')
os.waitpid(pid, 0)
open('tty', 'wb').write(out.replace(b'\r', b''))
END
on() {
	"$python" -S on.py "$@" </dev/null || fail "$*: not run"
}

# plain FILE: without colours, each character a byte: what getrandom fills may have some of two bytes, and awk may count bytes
plain() {
	LC_ALL=C sed -e 's/\x1b\[[0-9;]*m//g' -e 's/[\x80-\xbf]//g' "$1"
}

# widest FILE: width of its widest line, in columns
widest() {
	plain "$1" | awk '{ if (length > n) n = length } END { print n + 0 }'
}

on 80 "$TRACE" --no-duration --color=always sh -c '(exit 3); sleep 0.01'
[ "$(widest tty)" -le 80 ] || { fail "a line has $(widest tty) columns"; plain tty | awk 'length > 80' | head -n 3; }
plain tty >plain
has '^ +[0-9.]+: execve\(filename: ' plain
has '^ +[0-9.]+: sh/[0-9]+ +(clone|clone3|fork|vfork)\(' plain
first=$(grep -nE ': (sh|sleep)/[0-9]+ ' plain | head -n 1 | cut -d: -f1)
tail -n +"$first" plain | grep -E '^ {0,9}[0-9]+\.[0-9]{3}: ' >behind
hasnt '^ +[0-9.]+: [a-z0-9_]+\(' behind
# from the first of the longest names on, all lines are aligned
sed -n '/: sleep\//,$p' behind | sed -n 's/^\( *[0-9.]*: [a-z]*\/[0-9]* *\).*/\1/p' | awk '{ print length }' | sort -u >starts
[ "$(wc -l <starts)" = 1 ] || { fail "calls begin in columns $(tr '\n' ' ' <starts)"; cut -c 1-60 behind | tail -n 5; }
grep -q "$(printf ': \033\\[[39][0-9]msh/[0-9]*\033')" tty || fail "threads have no colour"

# Columns are characters, of one byte or more.
on 60 "$TRACE" --no-duration -e write sh -c "printf '%s' 'äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü' >/dev/null"
[ "$(widest tty)" -le 60 ] || { fail "a line has $(widest tty) columns"; cat tty; }
[ "$(LC_ALL=C awk '{ if (length > n) n = length } END { print n + 0 }' tty)" -gt 60 ] || { fail "columns are counted in bytes"; cat tty; }

# Lines are not folded in files unless requested, nor on a terminal if switched off.
status 0 "$TRACE" -o out -e execve true
[ "$(wc -l <out)" = 2 ] && [ "$(widest out)" -gt 80 ] || { fail "a file is folded"; cat out; }
status 0 "$TRACE" -o out --width 60 -e execve true
{ [ "$(wc -l <out)" -gt 2 ] && [ "$(widest out)" -le 60 ]; } || { fail "--width 60 does not fold"; cat out; }
on 60 "$TRACE" --width=none -e execve true
[ "$(widest tty)" -gt 60 ] || { fail "--width=none folds"; cat tty; }
status 0 "$TRACE" --format json -o out --width 60 -e execve true
"$python" -S -c 'import json, sys; [json.loads(line) for line in open("out")]' || fail "JSON is folded"
status 125 "$TRACE" --width 10 true
has "'10' is not a number from 40" err

# A terminal whose width changes.
on 60,150 "$TRACE" -e execve,openat --exits=all sh -c '(exit 4); read x; /bin/true'
[ "$(widest tty)" -gt 100 ] || { fail "the new width is not made use of"; cat tty; }
sed -n '1,/exited with 4/p' tty >before
[ "$(widest before)" -le 60 ] || { fail "the first width is not kept"; cat before; }
finish
