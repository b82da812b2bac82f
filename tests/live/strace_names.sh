# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh
#
# trace strace -Y: which IDs have names, and which name begins a line: the one that the thread had when the call began.
. "$here/lib.sh"

helper named_pids || exit 1
calls=getpid,gettid,set_tid_address,setpgid,getpgid,getpriority,pidfd_send_signal,kill,prctl
status 0 "$TRACE" strace -a1 -f -Y -yy -o lines -e trace=$calls,execve "$bin/helpers/named_pids" >want
# from the second of the two calls of getpid on, without the thread's ID, up to the next program; a process group's priority may vary
sed -n -e 's/^[0-9]*</</' -e 's/^\(<[^>]*> getpriority(.*)\) = .*/\1/' -e '/execve("\/bin\/sh"/q' -e '/> getpid()/,$p' lines | sed 1d |
	grep -v '^<named_pids> getp\(pid\|grp\)()' >ours
[ "$(wc -l <ours)" -gt 5 ] || cp lines ours
diff -u want ours >diff || fail "other lines than strace's: $(cat diff)"

# An execve begins with the name of the program before
has '<renamed> execve\("/bin/sh", \["sh", "-c", "exit 0"\], ' lines
has '^[0-9]+<sh> \+\+\+ exited with 0 \+\+\+$' lines

# So it does where the calls were recorded
status 0 "$TRACE" record -f -o data "$bin/helpers/named_pids" >want
status 0 "$TRACE" strace -a1 -Y -yy --always-show-pid -o lines -e trace=prctl,execve --input data
has '<named_pids> prctl\(PR_SET_NAME, "renamed"\) = 0$' lines
has '<renamed> execve\("/bin/sh", \["sh", "-c", "exit 0"\], ' lines
finish
