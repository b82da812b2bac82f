# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# trace strace -p PID -e inject: what a process that runs already sees, what is shown, and that it ends with the tracer. Where the kernel
# permits no other results, the refusal says why, and signals are sent nevertheless.
. "$here/lib.sh"

running=$(program running)
killed=
calls=chdir,getpgid,getsid,mkdirat,getppid
"$TRACE" doctor >doctor
can_fmod=$(sed -n 's/^  *results, by fmod_ret *//p' doctor)
can_probe=$(sed -n 's/^  *results, by kprobes *//p' doctor)

# injected OPTION... -- ARGUMENT...: starts the program, injects into it until it is done, lets it go on, and waits for its end. What it
# says is in ./said, the trace in ./out, the tracer's messages in ./err.
injected() {
	rm -rf go again main thread child after out said err
	options=
	while [ "$1" != -- ]; do
		options="$options $1"
		shift
	done
	shift
	"$running" "$@" >said &
	target=$!
	# shellcheck disable=SC2086
	"$TRACE" strace -o out -e trace=$calls -p $target $options 2>err &
	tracer=$!
	until_true 20 grep -q waits out || { fail "the process is not traced: $options"; cat err; }
	: >go
	until_true 20 grep -q left out || fail "the program does not go on: $options"
	[ -z "$killed" ] || kill -KILL $tracer
	kill -INT $tracer 2>/dev/null
	wait $tracer
	: >again
	wait $target || fail "the program fails: $options"
}

# -- Signals, on every kernel: of every second call of each thread; calls are made as before. One that is ignored is shown. Then the tracer
# is killed.
killed=1
injected -f -e inject=getpgid:signal=USR1:when=2+2 -e inject=getsid:signal=WINCH --
killed=
for who in main thread child; do
	has "^$who: real real real real real real, real, made, signals 3\$" said
done
has '^after: real real real real real real, real, made, signals 0$' said
count 9 '^[0-9]+ +--- SIGUSR1 \{si_signo=SIGUSR1, si_code=SI_KERNEL\} ---$' out
count 3 '^[0-9]+ +--- SIGWINCH ' out
grep -E "^$target .*(getpgid|SIGUSR1)" out | sed -E 's/.*(getpgid|---.*---).*/\1/; s/---.*/---/' | tr '\n' ' ' >order
has '^getpgid getpgid --- getpgid getpgid --- getpgid getpgid --- $' order
hasnt INJECTED out

# -- What is refused
refused() {
	pattern=$1
	shift
	status 1 "$TRACE" strace -o out -p $$ "$@"
	has "$pattern" err
}
refused 'delay_enter= is not supported with -p: .* BPF programs, which cannot sleep$' -e inject=getpgid:delay_enter=1
refused 'delay_exit= is not supported with -p: ' -e inject=getpgid:delay_exit=1
refused 'poke_enter= is not supported with -p: ' -e inject=chdir:poke_enter=@arg1=00
refused 'cannot be combined with -P ' -e inject=getpgid:signal=USR1 -P /

# -- Results: without permission, by name
if [ "$can_fmod" != "can be changed" ] && [ "$can_probe" != "can be changed" ]; then
	refused "results of calls of running processes cannot be changed here \(getpgid.*\): by fmod_ret: $can_fmod; by kprobes: $can_probe\$" \
		-e fault=getpgid
	has "^Hint:  signal= works here" err
	finish
fi

# Errors, values wider than an int, memory of calls that are not made; each thread counts its own calls
injected -f -e inject=getpgid:error=EPERM:when=2..4 -e fault=mkdirat:error=EROFS -e inject=getsid:retval=0x123456789:signal=USR1 --
for who in main thread child; do
	has "^$who: real EPERM EPERM EPERM real real, 0x123456789, EROFS, signals 1\$" said
	has "^[0-9]+ +mkdirat\(AT_FDCWD, \"$who\", 0755\) += -1 EROFS \(Read-only file system\) \(INJECTED\)\$" out
	[ ! -e $who ] || fail "the directory was made: $who"
done
has '^after: real real real real real real, real, made, signals 0$' said
count 9 'getpgid\(0\) += -1 EPERM \(Operation not permitted\) \(INJECTED\)$' out
count 3 'getsid\(0\) += 4886718345 \(INJECTED\)$' out
count 3 'SIGUSR1 ' out

# Without -f, only that thread; the tracer is killed
killed=1
injected -e fault=getpgid:when=2+3 --
killed=
has '^main: real ENOSYS real real ENOSYS real, real, made, signals 0$' said
for who in thread child after; do
	has "^$who: real real real real real real, real, made, signals 0\$" said
done

# A value that is an error for the program. Calls without arguments, and 32-bit ones, have functions of other names: some kernels let
# only others be changed.
injected -f -e inject=getpgid@64:retval=0xfffffffffffffffc:when=5+ -e fault=getpgid@32,mkdirat:when=2 -e fault=getppid -- \
	"$(has_x86_64 >/dev/null && has_ia32 >/dev/null && echo i386)"
has '^main: real real real real EINTR EINTR, real, made' said
count 6 'getpgid\(0\) += -4 \(INJECTED\)$' out
grep -Eq 'permits no other result of .*getppid(,|$)' err || has '^main: .*, orphan$' said
grep -q 'permits no other result of .*getpgid@i386' err || ! grep -q i386: said || has '^i386: real ENOSYS real$' said

# 0 needs a kprobe
if [ "$can_probe" = "can be changed" ]; then
	injected -f -e inject=mkdirat:retval=0 -e inject=getpgid:retval=0:when=2 --
	has '^thread: real 0 real real real real, real, made, signals 0$' said
	[ ! -e thread ] || fail "the directory was made"
	count 3 'mkdirat\(AT_FDCWD, "(main|thread|child)", 0755\) += 0 \(INJECTED\)$' out
	[ -e after ] || fail "the directory was not made"
else
	refused "cannot be changed here \(getpgid.*\): .*; by kprobes: $can_probe" -e inject=getpgid:retval=0
fi
finish
