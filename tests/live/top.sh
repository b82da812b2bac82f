# SPDX-License-Identifier: BSD-2-Clause
# needs: machine python3 tmux
# `trace top`: exact counts of --batch, counted in the kernel, recorded, and of a recording; the screen in tmux: groupings, files, going in to
# the lines of a thread, filter, pause, another size, its own terminal; the terminal afterwards, also if the tracer is killed.
. "$here/lib.sh"

cat >work.py <<'END'
import os, sys, threading, time

def named(name):
    open("/proc/thread-self/comm", "w").write(name)

def sends():
    import socket
    named("topsender")
    a, b = socket.socketpair()
    while True:
        a.send(b"x")
        b.recv(1)
        time.sleep(0.02)

named("topwork")
if sys.argv[1] == "on":
    threading.Thread(target=sends, daemon=True).start()
for i in range(int(sys.argv[2])):
    os.getppid()
    fd = os.open("/etc/hostname", os.O_RDONLY)
    os.read(fd, 1)
    os.close(fd)
    try: os.truncate("/no/such", 0)
    except OSError: pass
    if i % 100 == 0: time.sleep(0.1)
END
n=2000

# -- Tables: what is counted adds up

# sum NAME FILE: of its calls in all tables; sum NAME FILE COLUMN
sum() {
	awk -v name="$1" -v column="${3-1}" '$NF == name { n += $column } END { print n + 0 }' "$2"
}

status 0 "$TRACE" top --batch --by syscall -o calls -e getppid,truncate "$python" -S work.py once $n
[ "$(sum getppid calls) $(sum truncate calls) $(sum truncate calls 2) $(sum getppid calls 2)" = "$n $n $n 0" ] ||
	{ fail "counted: not $n of each"; cat calls; }
[ "$(grep -c ' s, of 1\.[0-9]* s: ' calls)" -ge 1 ] || { fail "no table of a second"; cat calls; }
status 0 "$TRACE" top --batch --by file --interval 0.5 -o files -e read,truncate "$python" -S work.py once $n
[ "$(sum /no/such files) $(sum /no/such files 2) $(sum /etc/hostname files)" = "$n $n $n" ] || { fail "files: not $n of each"; cat files; }
"$TRACE" record -o data -e getppid "$python" -S work.py once $n 2>err || fail "record: $(cat err)"
status 0 "$TRACE" top --interval 0.5 data >replayed
[ "$(sum "topwork/$(sed -n 's,.* topwork/\([0-9]*\)$,\1,p' replayed | head -n 1)" replayed)" = $n ] || { fail "replayed: not $n"; cat replayed; }
status 0 "$TRACE" top -n 1 --interval 0.5 data >replayed
[ "$(grep -c ' s, of ' replayed)" = 1 ] || fail "-n 1 has not one table"

for bad in '--by nothing' '-n 0' '-n 3' '-o file' '--interval 0' '--summary' '--format json'; do
	status 125 "$TRACE" top $bad true </dev/null
done
status 125 "$TRACE" top </dev/null
has "standard input is not a terminal: use 'trace top --batch'" err

# -- The screen

export LC_ALL=C.UTF-8
server=trace-top-$$ windows=0
tm() {
	tmux -L "$server.$windows" -f /dev/null "$@"
}
# window WIDTH COMMAND: on a new terminal, of a new server: one may still be ending
window() {
	tm kill-server 2>/dev/null
	windows=$((windows + 1))
	tm new-session -d -x "$1" -y 24 "$2; exec sleep 100"
	tty=$(tm display -p '#{pane_tty}')
}
trap 'tm kill-server 2>/dev/null || :; [ -z "${work-}" ] || kill $work 2>/dev/null' EXIT
screen() {
	tm capture-pane -p >screen
}
# shows PATTERN, shows_not PATTERN: some line of the screen, or none
shows() {
	screen && grep -qE -e "$1" screen
}
shows_not() {
	screen && ! grep -qE -e "$1" screen
}
# await PATTERN: until it is shown
await() {
	until_true 20 shows "$1" || { fail "the screen has not: $1"; sed 's/^/  /' screen; }
}
await_not() {
	until_true 20 shows_not "$1" || { fail "the screen has: $1"; sed 's/^/  /' screen; }
}
# keys KEY...: and the screen is drawn again
keys() {
	tm send-keys "$@"
}
# restored STATUS: the screen has ended with it, and the terminal is as it was
restored() {
	await "^ENDED $1\$"
	await_plain
}
await_plain() {
	until_true 5 is_plain || fail "the terminal is not restored: $(tm display -p '#{alternate_on} #{cursor_flag}') $(stty -F "$tty" -a)"
}
is_plain() {
	[ "$(tm display -p '#{alternate_on} #{cursor_flag}')" = "0 1" ] && stty -F "$tty" -a | grep -q ' echo ' && stty -F "$tty" -a | grep -q ' icanon '
}
# start OPTION...: trace top in a new window
start() {
	window 80 "'$TRACE' top $*; echo ENDED \$?"
}

"$python" -S work.py on 1000000 &
work=$!
start -p $work
await "^ *[0-9.k]+ +[0-9.k]+ .* topwork/$work *\$"
await "^top ..:..:..  process $work  [0-9.k]+ calls/s  [0-9.k]+ errors/s  [0-9.]+ % in calls"
await '^by process, of [0-9.]+ s, 1 row$'
[ "$(wc -l <screen)" = 24 ] && tail -n 1 screen | grep -q '^? help  q quit' || { fail "not 24 lines"; cat screen; }
[ "$(awk '{ if (length > n) n = length } END { print n }' screen)" -le 80 ] || fail "a line is too wide"
keys 2
await " topsender/[0-9]+ *\$"
keys 3
await ' 0 truncate *$'
await ' [0-9]+ read *$'
keys e
await '^ CALLS/S +\*ERR/S'
[ "$(sed -n 4p screen | awk '{ print $NF }')" = truncate ] || { fail "truncate has most errors"; cat screen; }
keys / trunc Enter
await 'filter: trunc'
await_not ' read *$'
keys Escape
await ' [0-9]+ read *$'
keys '?'
await '^trace top: keys'
keys x
await '^ CALLS/S'

# Files need records: tracing begins again.
keys c 5
await '^by file, .* recorded'
await ' /etc/hostname *$'
keys 6
await ' UNIX(-STREAM)?:\[[0-9]+'
keys 1
await_not 'recorded'
await " topwork/$work *\$"

# From a process to its threads, to the lines of one, and back
keys Enter
await "of topwork/$work"
await ' topsender/'
keys / topwork Enter
await_not ' topsender/'
keys Enter
await "^trace top: thread topwork/$work, live"
await ': (openat|read|close|getppid|truncate)\('
tm resize-window -x 100 -y 30
await_not '^ *$'
[ "$(wc -l <screen)" = 30 ] || fail "not 30 lines"
keys Escape
await '^\*CALLS/S +ERR/S +TIME% +AVG +P50'
fills_30() { screen; [ "$(wc -l <screen)" = 30 ] && tail -n 1 screen | grep -q '^? help'; }
until_true 20 fills_30 || { fail "the new size is not used"; cat screen; }
keys Escape Escape
await '^by process'

keys Space
await PAUSED
screen
cp screen before
sleep 2.2
screen
cmp -s screen before || { fail "it changes while it is paused"; diff before screen; }
keys Space
await_not PAUSED
await '[0-9] s, '
keys q
restored 0

# Of the whole system, but for the tracer, and the terminal whose server draws each screen
start
await '^top ..:..:..  whole system  [0-9.]+k? calls/s'
keys / "/$(tm display -p '#{pid}')" Enter
sleep 2.2
await '0 rows  filter: /[0-9]+$'
keys Escape / "/$(pgrep -P "$(tm display -p '#{pane_pid}')" -x trace)" Enter
sleep 2.2
await '0 rows  filter: /[0-9]+$'
keys Escape / topwork Enter
await " topwork/$work *\$"
keys q
restored 0

# However it ends, the terminal is restored.
start -p $work -e getppid
await ' topwork/'
keys C-c
restored 0
start -p $work -e getppid
await ' topwork/'
kill -TERM "$(pgrep -P "$(tm display -p '#{pane_pid}')" -x trace)"
restored 0
start -p $work -e getppid
await ' topwork/'
kill -KILL "$(pgrep -P "$(tm display -p '#{pane_pid}')" -x trace)"
await_plain		# by another process, perhaps after the shell's next line
start "'$python' -S work.py once 3000"
await ' topwork/'
restored 0
window 200 "TERM=nothing '$TRACE' top; env -u TERM '$TRACE' top"
await "the terminal 'nothing' \(TERM\) is not known.*use 'trace top --batch'"
await "TERM is not set.*use 'trace top --batch'"
finish
