# SPDX-License-Identifier: BSD-2-Clause
# needs: python3 full_run
# The tracer ends as the command does: by exit status, or by signal; and the tracer's own failures.
. "$here/lib.sh"

for code in 0 1 3 255; do
	status $code "$TRACE" -o out sh -c "exit $code"
	has "\+\+\+ exited with $code \+\+\+" out
done
for sig in TERM KILL SEGV USR1; do
	status $((128 + $(signal_number $sig))) sh -c 'ulimit -c 0; "$@"; exit $?' sh "$TRACE" -o out sh -c "kill -$sig \$\$"
	has "\+\+\+ killed by SIG$sig" out
done
# with a core dump, if the system writes them to files
if [ "$(cut -c 1 /proc/sys/kernel/core_pattern)" != '|' ]; then
	(ulimit -c unlimited && "$TRACE" -o out sh -c 'kill -ABRT $$') 2>/dev/null
	has '\+\+\+ killed by SIGABRT \(core dumped\) \+\+\+' out
fi
# really by the signal, not by an exit status
cat >died.py <<'P'
import subprocess, sys
print(subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL).returncode)
P
[ "$("$python" died.py "$TRACE" -o out sh -c 'kill -TERM $$')" = -15 ] || fail "it does not die by the command's signal"

status 127 "$TRACE" -o out /no/such/command
has 'no/such/command' err
status 127 "$TRACE" -o out no-such-command-in-path
touch plain && chmod 644 plain
status 126 "$TRACE" -o out ./plain
status 126 "$TRACE" -o out /
status 125 "$TRACE" --no-such-option true
status 125 "$TRACE" -e opennat true
has 'openat' err
status 125 "$TRACE" -o /no/such/dir/out true
has '/no/such/dir/out' err
status 125 "$TRACE" -p 999999999
status 0 "$TRACE" --version
status 0 "$TRACE" --help

# the command's streams are its own
[ "$(echo hello | "$TRACE" -o out cat)" = hello ] || fail "standard streams"
"$TRACE" -o - true >to-stdout 2>err
has 'exit_group' to-stdout
hasnt . err
finish
