# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# --attach: at functions of the selected calls all lines are those that they are at tracepoints. Where the kernel does not permit it, that
# is refused, and auto says why it chose tracepoints.
. "$here/lib.sh"

ways=$(program ways)
export IA32=
! has_ia32 >/dev/null 2>&1 || IA32=1

status 0 "$TRACE" -v --attach=tracepoints -e getpriority -o out true
has 'calls are taken at raw_syscalls: --attach=tracepoints' err

# counted WAY: denied calls too, also the first one of a child whose fork is not selected
counted() {
	rm -rf thread denied
	"$TRACE" --summary --attach="$1" -e getpriority,mkdirat,getpgid,getsid -o counts "$ways" </dev/null 2>err
	sed -nE 's/^ *([0-9]+) +([0-9]*) .*[ :](getpriority|mkdirat|getpgid|getsid)$/\1 \2 \3/p' counts | sort >"$1.counts"
	has '^2 2 getpgid$' "$1.counts"
	has '^2 1 mkdirat$' "$1.counts"
	has '^3 1 getpriority$' "$1.counts"
	has '^1  getsid$' "$1.counts"
}
counted tracepoints

if ! "$TRACE" --attach=functions -e getpriority -o out true 2>err; then
	has '^trace: --attach=functions is not possible: the kernel' err
	has '^Hint: ' err
	rm -f err
	"$TRACE" -v -a -e getpriority -o out 2>err &
	tracer=$!
	until_true 20 grep -q 'calls selected' err
	kill -INT $tracer
	wait $tracer
	has 'calls are taken at raw_syscalls: the kernel' err
	finish
fi

# What auto chooses, and why
status 0 "$TRACE" -v -e getpriority -o out true
has 'calls are taken at raw_syscalls: only a new command' err
status 125 "$TRACE" --attach=functions -k -e getpriority -o out true
has 'is not possible: stacks' err

record='' never=--color=never	# or `trace record`
# shown WAY OPTION...: the lines of all ways in which calls end, in an order that does not depend on time, without what differs each time
shown() {
	way=$1
	shift
	rm -rf thread denied "$way.out"
	"$TRACE" $record --attach="$way" $never -v -o "$way.out" "$@" "$ways" 2>"$way.err" </dev/null || [ $? = 7 ] || fail "$way: $*"
	[ -z "$record" ] || { mv "$way.out" "$way.data" && "$TRACE" replay --color=never -o "$way.out" "$way.data" || fail "$way: $*"; }
	[ "$way" = functions ] && at='functions of' || at=raw_syscalls
	has "calls are taken at .*$at" "$way.err"
	sed -E 's/^ *[0-9.]+ \([^)]*\): //; s/0x[0-9a-f]+/ADDRESS/g; s/\/[0-9]+ /\/TID /; s/(pid|tid|child): [0-9]+/\1/g
		s/\) += /) = /; s/(wait4|fork|clone|clone3|vfork|getpid|gettid|tgkill|set_tid_address)\((.*)= [0-9]+.*$/\1/
		s/[0-9]{9} ns|tv_u?n?sec: [0-9]+|[0-9]+ bytes|pipe:\[[0-9]+\]/N/g; s/(tgid|upid|pid|si_pid): -?[0-9]+/\1/g' "$way.out" |
		sort >"$way.lines"
}

# the_same OPTION...: both ways
the_same() {
	shown tracepoints "$@"
	shown functions "$@"
	cmp -s tracepoints.lines functions.lines || { fail "not the same: $*"; diff -a -u tracepoints.lines functions.lines | head -n 30; }
}

the_same -e getpriority,mkdirat,getpgid,getsid,execve,exit,exit_group,read,rt_sigreturn,pipe2,kill,tgkill
count 2 'read\(.*ERESTARTSYS' functions.out
has 'rt_sigreturn\(' functions.out
has 'mkdirat\(.*= -1 EXDEV' functions.out
count 2 'getpgid\(.*= -1 EXDEV' functions.out
has 'execve\(.*/nonexistent.* = -1 ENOENT' functions.out
count 2 'execve\(.* = 0$' functions.out
count 1 'exit\(.* = \?' functions.out
has 'SIGKILL' functions.out
the_same -e 'fork,vfork,clone,clone3,wait4,exit_group'
the_same -e '%file'
[ "$(uname -m)" = aarch64 ] || ! full_run || the_same -e '!futex' --failure
[ -z "$IA32" ] || the_same -e select@i386,lchown@i386,stat@i386,mkdirat@i386,uname@i386,getpgid@i386,olduname@i386,truncate64@i386,clock_gettime@i386
[ -z "$IA32" ] || [ "$(grep -c 'i386' functions.out)" -ge 8 ] || { fail "32-bit calls are missing"; cat functions.out; }

# x32's are the kernel's native calls, or others; they may be refused
[ "$(uname -m)" != x86_64 ] || the_same -e getpgrp@x32,preadv@x32
[ "$(uname -m)" != x86_64 ] || count 2 'x32:(getpgrp|preadv)\(.*= (-1 EBADF|-1 ENOSYS|[0-9])' functions.out

# A 32-bit program, and a recording
native=$ways
[ "$(uname -m)" = x86_64 ] && ways=$ways.i386 || ways=$ways.arm
"$ways" again </dev/null 2>/dev/null
if [ $? = 7 ]; then
	record=record never=
	the_same -e getpriority,mkdirat,getpgid,getsid,execve,exit,exit_group,read,rt_sigreturn,sigreturn,pipe2,kill,tgkill
	record='' never=--color=never
	count 2 '(i386|arm):read\(.*ERESTARTSYS' functions.out
	has '(i386|arm):sigreturn\(' functions.out
	count 2 '(i386|arm):getpgid\(.*= -1 EXDEV' functions.out
	has '(i386|arm):mkdirat\(.*= -1 EXDEV' functions.out
	has '(i386|arm):execve\(.*/nonexistent.* = -1 ENOENT' functions.out
	count 2 'execve\(.* = 0$' functions.out
	count 1 '(i386|arm):exit\(.* = \?' functions.out
	the_same -e '%file'
	has '(i386|arm):mkdirat\(' functions.out
fi
ways=$native

# Why a call waited
"$TRACE" --attach=functions --color=never --wait -e read,wait4 -o out "$ways" </dev/null 2>err
has 'read\(.*ERESTARTSYS.* blocked' out
has 'wait4\(.* blocked' out

# Calls that share a function with others, or have none, are taken at tracepoints: on arm64, those behind the end of its table
if [ "$(uname -m)" = aarch64 ]; then
	status 125 "$TRACE" --attach=functions -e cacheflush -o out true
	has 'is not possible: the kernel has no function of its own for a selected call: cacheflush' err
	status 125 "$TRACE" --attach=functions -e '!futex' -o out true
	has 'for a selected call: those without a name' err
fi

# Counts
counted functions
cmp tracepoints.counts functions.counts || fail "counts differ"

# A process whose call began before: it is shown as waiting, and returns; then raw_syscalls are left alone
for options in "-p" "-a --comm=ways -p"; do
	mkfifo in 2>/dev/null
	"$ways" wait <in &
	target=$!
	exec 7>in
	until_true 10 grep -q '^0 ' "/proc/$target/syscall"
	rm -f err
	"$TRACE" -v -e read,getpriority,exit_group -o out ${options%-p} $([ "$options" = -p ] && echo "-p $target") 2>err &
	tracer=$!
	until_true 30 grep -q 'calls selected' err
	has 'calls are taken at .*functions of' err
	hasnt 'not used any more' err
	hasnt 'not resident is read when a call begins' err
	if [ "$options" = -p ]; then
		until_true 30 grep -q 'read(' out || fail "a call that began before is not shown as waiting"
	else
		sleep "$PATIENCE"
	fi
	echo x >&7
	exec 7>&-
	wait $target
	until_true 20 grep -q exit_group out || fail "the process is not traced"
	kill -INT $tracer
	wait $tracer
	has 'read(\(| resumed>).*= 1$' out
	has 'getpriority\(' out
	rm -f in
done

# All tasks: an execve anywhere, and what was selected
rm -f err out
"$TRACE" -v -a -e execve -o out 2>err &
tracer=$!
until_true 30 grep -q 'not used any more' err || fail "calls that began before are not over: $(cat err)"
env true
until_true 20 grep -qE 'execve\(.*"/.*/true"' out || fail "execve is not shown"
kill -INT $tracer
wait $tracer
has 'calls are taken at .*functions of' err
hasnt 'getpriority' out
until_true 10 no_programs_left || { fail "programs are left"; comm -23 loaded held; }
finish
