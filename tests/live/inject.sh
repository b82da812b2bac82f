# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# trace strace -e inject, -e fault: what the program sees, what is shown, and which forms are refused. Each trace is compared with
# strace's, if that is installed.
. "$here/lib.sh"

exec </dev/null
injected=$(program injected)
real=$(full_run && command -v strace) || real=
[ -z "$real" ] || "$real" -o /dev/null true 2>/dev/null || real=

# even FILE: without what differs from run to run
even() {
	sed -E 's/0x[0-9a-f]{6,}/ADDRESS/g; s/\[\/\* [0-9]+ vars \*\/\]|\/\* [0-9]+ vars \*\//VARS/; s/(getppid\(\) +)= [0-9]{3,}/\1= PARENT/
		s/^[0-9]+ +//; s/si_pid=[0-9]+/si_pid=PID/; s/si_[us]time=[0-9]+/TIME/g' "$1"
}

# inject STATUS OPTION... -- COMMAND...: into ./out and ./said; the same by strace
inject() {
	want_status=$1
	shift
	rm -rf made
	"$TRACE" strace -o out -e trace=getppid,chdir,mkdirat,execve "$@" >said 2>err
	got=$?
	[ $got = "$want_status" ] || { fail "exit status $got, not $want_status: $*"; sed 's/^/  /' err; }
	[ -n "$real" ] || return 0
	rm -rf made
	"$real" -o out.real -e trace=getppid,chdir,mkdirat,execve "$@" >said.real 2>err.real
	[ $? = $got ] || fail "strace's exit status differs: $*"
	even out >got
	even out.real | diff -a - got || fail "strace's lines differ: $*"
	cmp said said.real || fail "the program sees something else than under strace: $*"
}

# -- Errors and results, and which calls
inject 0 -e inject=getppid:retval=42:when=2+2 "$injected"
has '^parent 42 parent 42 parent signals 0$' said
count 2 '^getppid\(\) += 42 \(INJECTED\)$' out
count 3 '^getppid\(\) += [0-9]+$' out
inject 0 -e inject=getppid:error=EPERM:when=2..4 "$injected"
has '^parent fails fails fails parent signals 0$' said
count 3 '^getppid\(\) += -1 EPERM \(Operation not permitted\) \(INJECTED\)$' out
inject 0 -e inject=getppid:error=5:when=4+ "$injected"
has '^parent parent parent fails fails signals 0$' said
inject 0 -e fault=getppid:when=3 "$injected"
has '^parent parent fails parent parent signals 0$' said
count 1 '^getppid\(\) += -1 ENOSYS \(Function not implemented\) \(INJECTED\)$' out
inject 0 -e 'fault=!getppid,execve:when=1' "$injected"
count 2 'ENOSYS.*INJECTED' out

# A call that is not made has its arguments; several options add up, and the last for a call is the one
inject 0 -e fault=chdir,mkdirat -e inject=mkdirat:error=EROFS -e inject=/ppid:retval=42 "$injected"
has '^chdir\("nowhere"\) += -1 ENOSYS \(Function not implemented\) \(INJECTED\)$' out
has '^mkdirat\(AT_FDCWD, "made", 0755\) += -1 EROFS \(Read-only file system\) \(INJECTED\)$' out
has '^mkdirat -1 Read-only file system$' said
has '^42 42 42 42 42 ' said
[ ! -e made ] || fail "the directory was made"
inject 0 -e inject=mkdirat:retval=0 -y "$injected"
has '^mkdirat 0 $' said
[ ! -e made ] || fail "the directory was made"

# A value that the program takes for an error; 32-bit programs
inject 0 -e inject=getppid:retval=0xfffffffffffffffc:when=2 "$injected"
count 1 '^getppid\(\) += -4 \(INJECTED\)$' out
has '^parent fails parent parent parent signals 0$' said
if full_run && [ "$(uname -m)" = x86_64 ] && has_ia32 && built "$bin/helpers/injected.i386" "$here/helpers/injected.c" -m32 -isystem "/usr/include/$($CC -print-multiarch)"; then
	inject 0 -e inject=getppid:retval=5000000000:when=2 -e fault=chdir@32 -e fault=mkdirat@64 "$bin/helpers/injected.i386"
	count 1 '^getppid\(\) += 705032704 \(INJECTED\)$' out
	count 1 INJECTED.\*ENOSYS\|ENOSYS.\*INJECTED out
fi

# Only calls that are shown
inject 0 -e trace=chdir -e fault=getppid "$injected"
has '^parent parent parent parent parent' said
inject 0 -z -e fault=getppid:when=2+2 "$injected"
hasnt INJECTED out

# Not the execve of the command itself
inject 0 -e fault=execve,getppid "$injected"
has '^execve\(.* = 0$' out

# The end of a process, if it does not come; addresses
"$TRACE" strace -o out -e trace=exit_group,brk -e inject=exit_group:retval=0:when=1 -e inject=brk:retval=0:when=1 cat /dev/null
has '^exit_group\(0\) += 0 \(INJECTED\)$' out
has '^brk\(NULL\) += 0 \(INJECTED\)$' out

# -- Delays
inject 0 -e inject=getppid:delay_enter=1ms:when=2 "$injected"
count 1 '^getppid\(\) += [0-9]+ \(DELAYED\)$' out
inject 0 -e inject=getppid:delay_enter=1000:error=EIO:when=2 "$injected"
count 1 '^getppid\(\) += -1 EIO \(Input/output error\) \(INJECTED\) \(DELAYED\)$' out
has '^parent fails parent parent parent' said

# Signals come while calls are delayed: each call counts once, and has one line. Older kernels may repeat a call that was answered
"$TRACE" strace -o out -e trace=getppid -e signal=none -e inject=getppid:retval=42:delay_enter=10ms:when=2+2 "$injected" alarms >said || fail "status $?"
has ' 42 parent 42 parent 42 .*signals$' said
if release_is 5.19 >/dev/null; then
	has '^parent 42 parent 42 parent 42 parent 42 parent 42 signals$' said
	count 5 '^getppid\(\) += 42 \(INJECTED\) \(DELAYED\)$' out
	count 10 '^getppid' out
fi

# -- Signals: the call is made, unless it is answered, too
inject 0 -e inject=getppid:signal=USR1:when=2+2 "$injected"
has '^parent parent parent parent parent signals 2$' said
sed -n '/^getppid/,/^chdir/s/^\(getppid\|---\).*/\1/p' out | tr '\n' ' ' >order
has '^getppid getppid --- getppid getppid --- getppid $' order
count 2 '^--- SIGUSR1 \{si_signo=SIGUSR1, si_code=SI_KERNEL\} ---$' out
inject 0 -e inject=getppid:signal=10:error=EAGAIN:when=5 "$injected"
has '^parent parent parent parent fails signals 1$' said
tail -n 5 out | sed -n 2p >line
has '^--- SIGUSR1 ' line
inject 0 -e inject=getppid:signal=WINCH:when=2 -e inject=chdir:signal=CHLD:error=EIO "$injected"	# ignored, and shown
count 1 '^--- SIGWINCH \{si_signo=SIGWINCH, si_code=SI_KERNEL\} ---$' out
count 1 '^--- SIGCHLD ' out
inject 143 -e inject=chdir:signal=TERM "$injected"
has '^chdir\("nowhere"\) += -1 ENOENT \(No such file or directory\)$' out
has '^\+\+\+ killed by SIGTERM \+\+\+$' out
("$TRACE" strace -o out -e trace=mkdirat -e inject=mkdirat:signal=KILL "$injected"; exit $?) >said 2>err
[ $? = 137 ] || fail "it is not killed"
has '^mkdirat\(AT_FDCWD, "made", 0755\) += \?$' out
[ ! -e made ] || fail "a process that is killed before a call has made it"

# -- Memory: also what the program itself may not write to
inject 0 -e inject=chdir:poke_enter=@arg1=2e00 "$injected"
has '^chdir\("\."\) += 0 \(INJECTED: args\)$' out
has '^chdir 0 $' said
inject 0 -e inject=chdir:poke_enter=@arg1=2f,@arg3=00:error=EIO:delay_enter=1 "$injected"
has '^chdir\("/owhere"\) += -1 EIO \(Input/output error\) \(INJECTED: args, retval\) \(DELAYED\)$' out
has "poke_tcb: Failed to tamper with process [0-9]+: requested to tamper with argument #3, but system call 'chdir' has only 1 arguments$" err
inject 0 -e trace=read -e inject=read:retval=5:poke_exit=@arg2=68656c6c6f "$injected"
has '^read\(0, "hello", 5\) += 5 \(INJECTED: args, retval\)$' out
has '^hello$' said

# What follows does not depend on the kernel
full_run || finish

# -- Children and threads: each counts its own calls
family() {
	"$TRACE" strace -o out -e trace=getppid,execve "$@" "$injected" family >said || fail "status $?: $*"
}
family -f -e inject=getppid:retval=42:when=2
count 3 '^[0-9]+ +getppid\(\) += 42 \(INJECTED\)$' out
count 3 '^[0-9]+ +getppid\(\) += [0-9]{3,}$' out
family -e inject=getppid:retval=42:when=2 -e fault=execve
count 1 '^getppid\(\) += 42 \(INJECTED\)$' out
count 1 '^getppid\(\) += [0-9]{3,}$' out
has '^child 0$' said
family -f -e inject=execve:error=EACCES
has '^[0-9]+ +execve\("/bin/true", \["true"\], .*\) += -1 EACCES \(Permission denied\) \(INJECTED\)$' out
has '^child 13$' said

# -- The program's own filters deny calls, too: nothing of that was injected
status 0 "$TRACE" strace -o out -e trace=mkdirat,getpid -e inject=getpid:retval=42 "$(program denied)"
count 1 '^mkdirat\(AT_FDCWD, "denied", 0755\) += -1 EXDEV \(Invalid cross-device link\)$' out
count 1 '^getpid\(\) += -1 EXDEV \(Invalid cross-device link\)$' out
count 1 '^getpid\(\) += 42 \(INJECTED\)$' out

# -- The tracer ends first: calls go on as they are
"$TRACE" strace -f -o out -e trace=getppid -e inject=getppid:delay_enter=1000s sh -c "$injected family; echo finished" >said 2>/dev/null &
tracer=$!
until_true 20 pgrep -P $tracer -x sh >/dev/null
sleep 0.3
kill -KILL $tracer
wait $tracer 2>/dev/null
until_true 20 grep -q finished said || fail "the command hangs without its tracer"
has '^child 0$' said

# -- Without privileges of its own
if command -v setpriv >/dev/null; then
	status 0 "$TRACE" strace -u nobody -o out -e trace=getppid -e inject=getppid:retval=42 "$injected" >said
	count 5 '^getppid\(\) += 42 \(INJECTED\)$' out
fi

# -- By a user without privileges, with the program's file capabilities: the filter needs no_new_privs
by_user() {
	me=$((200000 + $$ % 100000))
	room=$(mktemp -d /tmp/trace-inject.XXXXXX)
	chmod 755 "$room" && mkdir "$room/mine" && chown $me:$me "$room/mine"
	cp "$injected" "$room/injected" && cp "$TRACE" "$room/trace" && chown root:$me "$room/trace" && chmod 750 "$room/trace"
	if setcap cap_bpf,cap_perfmon=ep "$room/trace"; then
		(cd "$room/mine" && exec setpriv --reuid=$me --regid=$me --clear-groups "$room/trace" strace -o out -e trace=getppid,chdir \
			-e inject=getppid:retval=42:signal=USR1:when=2 -e inject=chdir:poke_enter=@arg1=2e00 "$room/injected") >said 2>err || fail "as a user: status $?"
		has '^parent 42 parent parent parent signals 1$' said
		has '^[^ ]*: -e inject: setuid programs, and those with capabilities in their files, run without their privilege$' err
		count 1 '^getppid\(\) += 42 \(INJECTED\)$' "$room/mine/out"
		count 1 '^--- SIGUSR1 ' "$room/mine/out"
		count 1 '^chdir\("\."\) += 0 \(INJECTED: args\)$' "$room/mine/out"
	fi
	rm -rf "$room"
}
PATH=$PATH:/usr/sbin:/sbin
if full_run && command -v setcap >/dev/null && command -v setpriv >/dev/null; then
	by_user
fi

# -- Calls of the process that becomes the command are not the command's: also if it fails
echo "no program" >broken && chmod 755 broken
status 1 "$TRACE" strace -o out -e fault=all ./broken
has 'exec: Exec format error$' err
status 1 "$TRACE" strace -o out -e fault=all ./nothing
has "Can't stat './nothing': No such file or directory$" err
status 1 "$TRACE" strace -o out -e fault=getppid "$TRACE" strace -o inner -e fault=write,read true
has "^[^ ]*: -e inject: the command's calls cannot be intercepted: Device or resource busy$" err

# -- What is refused
refused() {
	pattern=$1
	shift
	status 1 "$TRACE" strace "$@"
	has "$pattern" err
}
for value in getppid getppid:error=0 getppid:error=EFOO getppid:retval= getppid:error=1:retval=1 getppid:when=0 getppid:when=2..1 getppid:when=1+0 \
	getppid:when=65536:error=1 getppid:signal=99 getppid:delay_enter=-1 getppid:poke_exit=x getppid:syscall=fork:error=1 : nosuch:error=1; do
	status 1 "$TRACE" strace -e "inject=$value" true
	case $value in : | nosuch*) what="invalid system call '${value%%:*}'" ;; *) what="invalid inject argument '$value'" ;; esac
	[ "$(sed 's/^[^:]*: //' err)" = "$what" ] || fail "-e inject=$value: $(cat err)"
	[ -z "$real" ] || [ "$("$real" -e "inject=$value" true 2>&1 | sed 's/^[^:]*: //')" = "$what" ] || fail "strace has another message than: $what"
done
refused "delay_exit= is not supported: .*delay_enter=" -e inject=getppid:delay_exit=1 true
refused "poke_exit= is supported only with error= or retval=: " -e inject=chdir:poke_exit=@arg1=00 true
refused "cannot be combined with -P " -e fault=getppid -P / true
refused "cannot be combined with -b: " -e fault=getppid -b execve true
refused "cannot be combined with recordings: " -e fault=getppid --input nothing
finish
