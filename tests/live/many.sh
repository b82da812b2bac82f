# SPDX-License-Identifier: BSD-2-Clause
# needs: python3
# Many threads, short processes, programs that exit at once: no line is missing.
. "$here/lib.sh"

ticker=$(program ticker)
runs=$(scaled 20)
for i in $(seq "$runs"); do
	"$TRACE" -o out$i true || fail "true: status $?"
done
cat out[0-9]* >out
count $runs 'exit_group\(error_code: 0\) += \?$' out
count $runs '\+\+\+ exited with 0 \+\+\+' out
count $runs 'execve\(filename: "[^"]*/true", argv: \["true"\], .*= 0$' out

threads=$(scaled "$(or_all 400 1000)")
"$TRACE" -o out -e write,exit,exit_group "$ticker" $threads 3 >said || fail "$threads threads: status $?"
has "done $((threads * 3))" said
count $((threads * 3)) 'write\(fd: 3.*buf: "x"' out
count $threads ' exit\(error_code: 0\) += \?$' out
[ "$(sed -n 's/.*ticker\/\([0-9]*\) write.*"x".*/\1/p' out | sort -u | wc -l)" = $threads ] || fail "not $threads threads"

# Attached while they run
rm -f said
"$ticker" $threads 0 200000 >said &
target=$!
until_true 20 grep -q ready said
rm -f out2
"$TRACE" -o out2 -e write -p $target &
tracer=$!
threads_shown() { sed -n 's/.*ticker\/\([0-9]*\) write(fd: 3<\/dev\/null>.*"x".*/\1/p' out2 | sort -u | wc -l; }
all_shown() { [ "$(threads_shown)" -ge "$threads" ]; }
until_true 20 all_shown || fail "-p: only $(threads_shown) of $threads threads"
kill -TERM $tracer
wait $tracer
kill $target
wait $target 2>/dev/null

# A target that makes calls without pause: the tracer still ends on a signal.
"$ticker" "$(or_all 8 64)" 0 0 >said &	# 64 threads take a second each on an emulated processor
target=$!
until_true 20 grep -q ready said
timeout -s TERM 1 "$TRACE" -o out2 -m 1M -p $target 2>err &
tracer=$!
until_true 20 gone $tracer || { fail "it cannot be stopped"; kill -KILL $tracer; }
[ -d /proc/$target ] || fail "the target is gone"
kill $target
wait $target 2>/dev/null

cat >spawn.py <<'P'
import os, sys
for i in range(int(sys.argv[1])):
    p = os.posix_spawn("./ends", ["ends"], {})
    os.waitpid(p, 0)
P
cp "$(program ends)" ends
processes=$(scaled 10000)
"$TRACE" -o out -e execve,exit_group,wait4 --exits=all "$python" -S spawn.py $processes || fail "$processes processes: status $?"
count $processes 'execve\(filename: "./ends", argv: \["ends"\], .* = 0$' out
count $processes 'exit_group\(error_code: 7\) += \?$' out
count $processes '\+\+\+ exited with 7 \+\+\+' out
count $processes 'wait4\(.*\{exited: 7\}' out
finish
