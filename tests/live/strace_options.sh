# SPDX-License-Identifier: BSD-2-Clause
# needs: full_run
# trace strace: where its output goes, its table of calls, what it does to the command, and its exit statuses.
. "$here/lib.sh"

mkdir bin
"$TRACE" strace --install-link bin >said || fail "no link is made"
has '^bin/strace -> ' said
status 1 "$TRACE" strace --install-link bin
has 'is there already: it is not replaced' err
strace=$PWD/bin/strace

# -o, -A, into a command, and a file for each thread
"$strace" -o out -e trace=none true
count 1 '^\+\+\+ exited with 0 \+\+\+$' out
"$strace" -A -o out -e trace=none true
count 2 '^\+\+\+ exited with 0 \+\+\+$' out
"$strace" -o '|cat >piped' -e trace=none sh -c 'exit 3'
[ $? = 3 ] || fail "the exit status is not the command's"
has '^\+\+\+ exited with 3 \+\+\+$' piped
"$strace" -ff -o each -e trace=none sh -c '(exit 4); exit 5'
grep -hx '+++ exited with . +++' each.* | sort >ends
printf '+++ exited with %s +++\n' 4 5 | cmp - ends || fail "-ff: not a file for each thread"
"$strace" -f -o out -e trace=none sh -c '(exit 4); exit 5'
count 2 '^[0-9]+ +\+\+\+ exited with [45] \+\+\+$' out

# -c, -C
"$strace" -c -o out sleep 0.3
has '^% time     seconds  usecs/call     calls    errors syscall$' out
has '^100\.00 .* total$' out
hasnt '^ *[0-9.]+ +0\.[3-9].*nanosleep$' out
"$strace" -cw -o out sleep 0.3
has ' 0\.3[0-9]* .*nanosleep$' out
"$strace" -C -U calls,name -S calls -o out -e trace=openat cat /dev/null
has '^openat\(AT_FDCWD, "/dev/null", O_RDONLY\) = 3$' out
has '^ +[0-9]+ openat$' out

# The command
LEFT=1 "$strace" -E SET=2 -E LEFT --argv0 name -o out -e trace=none sh -c 'echo $0,$SET,$LEFT' >said
has '^name,2,$' said

# The command's execve fails
printf 'x\n' >text
chmod +x text
for how in text:ENOEXEC .:EACCES; do
	status 1 "$strace" -o out "./${how%:*}"
	has "^execve\\(\"./${how%:*}\", .* = -1 ${how#*:} " out
	count 1 '^\+\+\+ exited with 1 \+\+\+$' out
	has 'strace: exec: ' err
done
status 1 "$strace" ./text
[ "$(grep -c '' err) $(sed -n 2p err | grep -c 'strace: exec: Exec format error$')" = "3 1" ] || fail "order of lines: $(cat err)"
status 1 "$strace" -o out text/none
has "strace: Can't stat 'text/none': Not a directory\$" err

# A call that takes long has one line, unless another thread's comes in between; or tracing ends first
"$strace" -o out -e trace=/nanosleep sleep 3
count 1 'nanosleep\(.* = 0$' out
hasnt 'unfinished' out
rm out
"$strace" -I2 -o out -e trace=/nanosleep sleep 1000 2>err &
tracer=$!
until_true 20 grep -q 'nanosleep(' out || fail "a call that waits is not shown"
kill $tracer
wait $tracer
has 'nanosleep\(.* <detached \.\.\.>$' out

# A signal to the tracer: each process that it leaves is named, also those without a line; not those that ended
rm -f err
"$strace" -f --quiet=none -e trace=/nanosleep sh -c '(exit 3); sleep 100; exit 2' 2>err &
tracer=$!
until_true 20 grep -q 'nanosleep(' err || fail "a call that waits is not shown"
kill $tracer
wait $tracer
count 2 'strace: Process [0-9]+ attached$' err
count 2 'strace: Process [0-9]+ detached$' err
for pid in $(sed -n 's/^.*Process \([0-9]*\) detached$/\1/p' err); do
	kill "$pid" 2>/dev/null
done
rm -f err
"$strace" -q -e trace=/nanosleep sleep 100 2>err &
tracer=$!
until_true 20 grep -q 'nanosleep(' err || fail "a call that waits is not shown"
kill $tracer
wait $tracer
hasnt 'tached$' err

# -b
"$strace" -f -b execve --quiet=none -o out -e trace=execve sh -c '/bin/true; exit 2' 2>err
count 1 'execve\("/bin/true", .* <detached \.\.\.>$' out
has 'strace: Process [0-9]+ detached$' err
count 1 'exited with' out
sed 's/^.*strace: Process [0-9]* //' err >said
printf '%s\n' attached detached | diff - said >diff || fail "-b: other messages, or their order: $(cat err)"

# -p
sleep 1000 &
sleeper=$!
rm out
"$strace" -o out -p $sleeper 2>err &
tracer=$!
until_true 20 grep -q 'nanosleep(' out || fail "-p: a call that waits is not shown"
kill -TERM $tracer
wait $tracer
[ $? = 143 ] || fail "-p: it does not end by the signal"
kill $sleeper
has "strace: Process $sleeper attached\$" err
has "strace: Process $sleeper detached\$" err
has 'nanosleep\(.* <detached \.\.\.>$' out

# "attached" is said when it is traced, in the order of the numbers: what the process does from then on is shown
mkfifo go
sh -c 'read -r word <go; exit 6' &
reader=$!
rm -f err
"$strace" -o out -p 2147483647 -p $reader 2>err &
tracer=$!
until_true 20 grep -q ' attached$' err || fail "-p: it says nothing: $(cat err)"
echo word >go
wait $tracer
has '^[0-9]+ +read\(0, "w' out
has '^[0-9]+ +\+\+\+ exited with 6 \+\+\+$' out
printf '%s\n' 'attach: ptrace(PTRACE_SEIZE, 2147483647): No such process' "Process $reader attached" >want
sed 's/^.*strace: //' err | diff want - >diff ||
	fail "-p: other messages: $(cat diff)"

# Errors
status 1 "$strace" -o out no-such-command-in-path
has "strace: Can't stat 'no-such-command-in-path': No such file or directory" err
status 1 "$strace" -o out /
has 'strace: exec: Permission denied' err
status 1 "$strace" -o out -p 2147483647
has 'strace: attach: ptrace\(PTRACE_SEIZE, 2147483647\): No such process' err
status 1 "$strace"
has 'must have PROG \[ARGS\] or -p PID' err
finish
