// SPDX-License-Identifier: BSD-2-Clause
/* strace_help.c - owns what -h and -V print. */
#include <stdio.h>

#include "lib/msg.h"
#include "strace_parser.h"

static const char help[] =
"usage: %1$s [OPTIONS] PROGRAM [ARGUMENTS]\n"
"       %1$s [OPTIONS] -p PID\n"
"\n"
"Shows the system calls and signals of programs, as strace does, without ptrace: nothing is stopped. 'man trace-strace' describes\n"
"what differs. Options are strace's:\n"
"\n"
"What is traced\n"
"  -p, --attach PID[,PID]...      processes that run already (without -f: threads)\n"
"  -f, --follow-forks             children and new threads, too\n"
"  -ff, --output-separately       with -o FILE: a file FILE.TID for each thread\n"
"  -u, --user USER                run the program as this user\n"
"  -E, --env NAME[=VALUE]         set, or remove, a variable in the program's environment\n"
"  --argv0 NAME                   the program's own name for itself\n"
"  -b, --detach-on execve         leave a process when it executes another program\n"
"  --kill-on-exit                 the program ends with the tracer\n"
"\n"
"Which lines\n"
"  -e [trace=]SET, --trace=SET    calls: names, numbers, %%class, /regex, all, none; ?: need not exist; @64, @32, @x32; !: all others\n"
"  -e signal=SET, --signals=SET   signals\n"
"  -e status=SET, --status=SET    successful, failed, unfinished, unavailable, detached\n"
"  -z, -Z                         only calls that succeeded, or failed\n"
"  -P, --trace-path PATH          only calls on this file; repeatable\n"
"  -e fds=SET, --trace-fds=SET    only calls on these descriptors\n"
"  -e quiet=SET, --quiet[=SET]    no messages: attach, exit, path-resolution, personality, thread-execve; -q, -qq, -qqq\n"
"  --syscall-limit N              stop after N calls\n"
"\n"
"What is injected, into calls of a command; of -p, what the kernel permits to BPF (trace doctor): error, retval, signal\n"
"  -e inject=SET:WHAT, --inject   WHAT: error=ERRNO, retval=VALUE, signal=SIG, delay_enter=TIME, poke_enter=@argN=HEX,\n"
"                                 poke_exit=@argN=HEX (with error or retval); several with ':' between them\n"
"  -e fault=SET[:error=ERRNO]     ENOSYS, if no error is given\n"
"                                 :when=FIRST[..LAST][+[STEP]] in each: only these of a thread's calls\n"
"\n"
"How they look\n"
"  -a, --columns N                column of results (40)\n"
"  -s, --string-limit N           bytes of a string that are shown (32)\n"
"  -v, --no-abbrev                everything in full; -e abbrev=SET: all but these calls\n"
"  -e verbose=SET, -e raw=SET     calls with structures, not addresses; calls with all arguments in hexadecimal\n"
"  -e read=SET, -e write=SET      a dump of what is read from, or written to, these descriptors\n"
"  -t, -tt, -ttt                  time of day, with microseconds, or since 1970; --absolute-timestamps[=FORMAT[,PRECISION]]\n"
"  -r, --relative-timestamps[=U]  time since the line before: s, ms, us, ns\n"
"  -T, --syscall-times[=U]        duration of calls\n"
"  -x, -xx, --strings-in-hex[=W]  strings in hexadecimal: non-ascii-chars, non-ascii (-x), all (-xx)\n"
"  -X raw|abbrev|verbose          constants as numbers, names, or both\n"
"  -y, -yy, --decode-fds[=SET]    what descriptors are: path, socket, dev, pidfd\n"
"  -Y, --decode-pids=SET          comm: names with PIDs; pidns: PIDs in the tracer's namespace\n"
"  -i, -n, -N                     instruction pointer; number of the call; names of arguments\n"
"  -k, --stack-trace              call stacks; --stack-trace-frame-limit N\n"
"  --always-show-pid              PID on each line\n"
"\n"
"Output\n"
"  -o, --output FILE              to a file, or '|COMMAND'; -A: append\n"
"  -c, --summary-only             a table of counts and times, instead; -C: and lines\n"
"  -w, -O TIME, -S BY, -U COLS    of the table: durations; overhead per call; order; columns\n"
"\n"
"  -h, --help   -V, --version     this text; the version\n";

void strace__print_help(void)
{
	printf(help, msg__program);
}

/* The first line is what scripts that ask strace for its version look at: the strace whose options and output these are. */
void strace__print_version(void)
{
	printf("strace -- version 6.1\n"
	       "as played by trace %s, which is a program of its own: without ptrace, and without code of strace.\n"
	       "\nOptional features enabled: stack-trace=libdw m32-mpers mx32-mpers\n", TRACE_VERSION);
}
