// SPDX-License-Identifier: BSD-2-Clause
/*
 * wakes - makes calls that wait for another process, which lets them return, or for a timer. Prints for each: its name, the thread,
 * microseconds of the call as this program measures it, of them on a CPU, and waiting for one as the kernel accounts it (-1: it does not), the
 * waker (0: an interrupt, -1: a softirq, -2: not certain), the call it is in, and how the line with the call begins, as an extended regular
 * expression. Tabs are between them.
 */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clocks.h"
#include "must.h"

#define MUST(call) must((call) >= 0, #call)
#define MS 60

static void nap(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

/* What ways use. Shared with the child: what is allocated in shared memory, and descriptors. */
static int fd[2], id;
static int *word;
static char big[1 << 18];
static pid_t parent;
static struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

static int lock_file(int cmd, short type)
{
	whole.l_type = type;
	return fcntl(fd[1], cmd, &whole);
}

/* -- how to prepare, what waits, and what the child does: `first` before the other may wait, `later` to let it return ------ */

static void no_way(void) { }
static void make_pipe(void) { MUST(pipe(fd)); }
static void make_pair(void) { MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, fd)); }
static void make_datagrams(void) { MUST(socketpair(AF_UNIX, SOCK_DGRAM, 0, fd)); }
static void make_packets(void) { MUST(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fd)); }
static void write_one(void) { MUST(write(fd[1], "x", 1)); }

static void fill(void)
{
	make_pipe();
	MUST(write(fd[1], big, (size_t)fcntl(fd[1], F_GETPIPE_SZ)));
}
static void write_full(void) { MUST(write(fd[1], big, 1)); }
static void drain(void) { MUST(read(fd[0], big, sizeof(big))); }

static void read_pipe(void)
{
	char c;

	MUST(read(fd[0], &c, 1));
}
static void close_writer(void) { close(fd[1]); }
static void read_end(void)
{
	char c;

	close(fd[1]);
	MUST(read(fd[0], &c, 1));
}

static void poll_pipe(void) { MUST(poll(&(struct pollfd){ fd[0], POLLIN, 0 }, 1, -1)); }
static void select_pipe(void)
{
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fd[0], &set);
	MUST(select(fd[0] + 1, &set, NULL, NULL, NULL));
}
static void make_epoll(void)
{
	struct epoll_event e = { .events = EPOLLIN };

	make_pipe();
	MUST(id = epoll_create1(0));
	MUST(epoll_ctl(id, EPOLL_CTL_ADD, fd[0], &e));
}
static void wait_epoll(void)
{
	struct epoll_event e;

	MUST(epoll_wait(id, &e, 1, -1));
}

static void receive(void)
{
	char c;

	MUST(recv(fd[0], &c, 1, 0));
}
static void send_one(void) { MUST(send(fd[1], "x", 1, 0)); }

static struct sockaddr_un address = { .sun_family = AF_UNIX, .sun_path = "\0wakes" };
static void listen_unix(void)
{
	snprintf(address.sun_path + 1, sizeof(address.sun_path) - 1, "wakes-%d", getpid());
	MUST(fd[0] = socket(AF_UNIX, SOCK_STREAM, 0));
	MUST(bind(fd[0], (struct sockaddr *)&address, sizeof(address)));
	MUST(listen(fd[0], 1));
}
static void accept_one(void) { MUST(accept(fd[0], NULL, NULL)); }
static void connect_unix(void)
{
	MUST(fd[1] = socket(AF_UNIX, SOCK_STREAM, 0));
	MUST(connect(fd[1], (struct sockaddr *)&address, sizeof(address)));
}

/* Over the loopback device, where a softirq delivers what a thread sends. */
static void make_tcp(void)
{
	struct sockaddr_in6 a = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT };
	socklen_t n = sizeof(a);
	int s;

	MUST(s = socket(AF_INET6, SOCK_STREAM, 0));
	MUST(bind(s, (struct sockaddr *)&a, n));
	MUST(listen(s, 1));
	MUST(getsockname(s, (struct sockaddr *)&a, &n));
	MUST(fd[1] = socket(AF_INET6, SOCK_STREAM, 0));
	MUST(connect(fd[1], (struct sockaddr *)&a, n));
	MUST(fd[0] = accept(s, NULL, NULL));
}

static void open_file(void)
{
	unlink("locked");
	MUST(fd[1] = open("locked", O_RDWR | O_CREAT, 0600));
}
static void own_lock(void) { MUST(lock_file(F_SETLK, F_WRLCK)); }
static void unlock(void) { MUST(lock_file(F_SETLK, F_UNLCK)); }
static void wait_lock(void) { MUST(lock_file(F_SETLKW, F_WRLCK)); }
static void own_open_lock(void)
{
	MUST(fd[1] = open("locked", O_RDWR));
	MUST(lock_file(F_OFD_SETLK, F_WRLCK));
}
static void unlock_open(void) { MUST(lock_file(F_OFD_SETLK, F_UNLCK)); }
static void wait_open_lock(void) { MUST(lock_file(F_OFD_SETLKW, F_WRLCK)); }

static void share_word(void)
{
	word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(word != MAP_FAILED, "mmap");
}
static void wait_word(void) { MUST(syscall(SYS_futex, word, FUTEX_WAIT, 0, NULL, NULL, 0)); }
static void wake_word(void) { MUST(syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0)); }
static void own_word(void) { MUST(syscall(SYS_futex, word, FUTEX_LOCK_PI, 0, NULL, NULL, 0)); }
static void give_word(void) { MUST(syscall(SYS_futex, word, FUTEX_UNLOCK_PI, 0, NULL, NULL, 0)); }

static void make_counter(void) { MUST(fd[0] = fd[1] = eventfd(0, 0)); }
static void read_counter(void)
{
	unsigned long long n;

	MUST(read(fd[0], &n, sizeof(n)));
}
static void count_one(void)
{
	unsigned long long one = 1;

	MUST(write(fd[1], &one, sizeof(one)));
}
static void make_timer(void)
{
	MUST(fd[0] = timerfd_create(CLOCK_MONOTONIC, 0));
	MUST(timerfd_settime(fd[0], 0, &(struct itimerspec){ .it_value.tv_nsec = MS * 1000000 }, NULL));
}

static sigset_t usr1;
static void block_signal(void)
{
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	sigprocmask(SIG_BLOCK, &usr1, NULL);
}
static void wait_signal(void) { MUST(sigwaitinfo(&usr1, NULL)); }
static void kill_parent(void) { MUST(kill(parent, SIGUSR1)); }
static void make_signalfd(void)
{
	block_signal();
	MUST(fd[0] = signalfd(-1, &usr1, 0));
}
static void read_signal(void)
{
	struct signalfd_siginfo info;

	MUST(read(fd[0], &info, sizeof(info)));
}

static void make_queue(void) { MUST(id = msgget(IPC_PRIVATE, 0600)); }
static struct { long type; char text; } message = { 1, 'x' };
static void receive_message(void)
{
	MUST(msgrcv(id, &message, 1, 0, 0));
	MUST(msgctl(id, IPC_RMID, NULL));
}
static void send_message(void) { MUST(msgsnd(id, &message, 1, 0)); }
static void make_semaphore(void) { MUST(id = semget(IPC_PRIVATE, 1, 0600)); }
static void take(void)
{
	MUST(semop(id, &(struct sembuf){ 0, -1, 0 }, 1));
	MUST(semctl(id, 0, IPC_RMID));
}
static void give(void) { MUST(semop(id, &(struct sembuf){ 0, 1, 0 }, 1)); }

static void wait_child(void)
{
	siginfo_t info;

	MUST(waitid(P_ALL, 0, &info, WEXITED | WNOWAIT));
}
static void end_child(void) { _exit(0); }
static void stop_child(void) { raise(SIGSTOP); }
static void wait_stop(void)
{
	siginfo_t info;

	MUST(waitid(P_ALL, 0, &info, WSTOPPED));
	MUST(kill(info.si_pid, SIGCONT));
}

static void poll_time(void) { MUST(poll(NULL, 0, MS)); }
static void sleep_until(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += MS * 1000000;
	if (t.tv_nsec >= 1000000000)
		t.tv_nsec -= 1000000000, t.tv_sec++;
	must(!clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL), "clock_nanosleep");
}
static void wait_word_time(void) { syscall(SYS_futex, word, FUTEX_WAIT, 0, &(struct timespec){ 0, MS * 1000000 }, NULL, 0); }

/* A child's writes of what fits into the pipe, of which each lets the parent read a part: several blocks. */
static void read_parts(void) { MUST(recv(fd[0], big, 4, MSG_WAITALL)); }
static void send_parts(void)
{
	for (int i = 0; i < 4; i++) {
		MUST(send(fd[1], "x", 1, 0));
		nap(15);
	}
}

static const struct way {
	const char *name;
	void (*prepare)(void), (*first)(void), (*wait)(void), (*later)(void);	/* first, later: by the child; later: NULL: nobody */
	const char *waker;	/* the call it is in; NULL: an interrupt, "softirq": that, "?": not certain */
	const char *line;	/* %d: fd[0], %e: fd[1], %i: id */
} ways[] = {
	{ "pipe", make_pipe, no_way, read_pipe, write_one, "write", "read\\(fd: %d<pipe.*count: 1\\)" },
	{ "full", fill, no_way, write_full, drain, "read", "write\\(fd: %e<pipe.*count: 1\\)" },
	{ "end", make_pipe, no_way, read_end, close_writer, "close", "read\\(fd: %d<pipe.*count: 1\\) += 0" },
	{ "poll", make_pipe, no_way, poll_pipe, write_one, "write", "p?poll\\(ufds: \\[\\{fd: %d<.*nfds: 1" },
	{ "select", make_pipe, no_way, select_pipe, write_one, "write", "p?select6?\\(n: .*inp: \\[%d<" },
	{ "epoll", make_epoll, no_way, wait_epoll, write_one, "write", "epoll_p?wait\\(epfd: %i<" },
	{ "pair", make_pair, no_way, receive, send_one, "sendto", "recvfrom\\(fd: %d<.*size: 1," },
	{ "datagram", make_datagrams, no_way, receive, send_one, "sendto", "recvfrom\\(fd: %d<.*size: 1," },
	{ "packet", make_packets, no_way, receive, send_one, "sendto", "recvfrom\\(fd: %d<.*size: 1," },
	{ "accept", listen_unix, no_way, accept_one, connect_unix, "connect", "accept\\(fd: %d<" },
	{ "tcp", make_tcp, no_way, receive, send_one, "softirq", "recvfrom\\(fd: %d<.*size: 1," },
	{ "fcntl", open_file, own_lock, wait_lock, unlock, "fcntl", "fcntl\\(fd: %e<.*cmd: SETLKW," },
	{ "open_file", open_file, own_open_lock, wait_open_lock, unlock_open, "fcntl", "fcntl\\(fd: %e<.*cmd: OFD_SETLKW," },
	{ "futex", share_word, no_way, wait_word, wake_word, "futex", "futex\\(.*op: WAIT, val: 0, utime: NULL" },
	{ "owner", share_word, own_word, own_word, give_word, "futex", "futex\\(.*op: LOCK_PI," },
	{ "eventfd", make_counter, no_way, read_counter, count_one, "write", "read\\(fd: %d<.*count: 8" },
	{ "timerfd", make_timer, no_way, read_counter, NULL, NULL, "read\\(fd: %d<.*count: 8" },
	{ "signal", block_signal, no_way, wait_signal, kill_parent, "kill", "rt_sigtimedwait\\(" },
	{ "signalfd", make_signalfd, no_way, read_signal, kill_parent, "kill", "read\\(fd: %d<.*count: 128" },
	{ "message", make_queue, no_way, receive_message, send_message, "msgsnd", "msgrcv\\(" },
	{ "semaphore", make_semaphore, no_way, take, give, "sem(timed)?op", "sem(timed)?op\\(.*sem_op: -1" },
	{ "child", no_way, no_way, wait_child, end_child, "exit_group", "waitid\\(.*EXITED" },
	{ "stop", no_way, no_way, wait_stop, stop_child, "?", "waitid\\(.*STOPPED" },
	{ "time", no_way, no_way, poll_time, NULL, NULL, "p?poll\\(ufds: (NULL|\\[\\]), nfds: 0" },
	{ "until", no_way, no_way, sleep_until, NULL, NULL, "clock_nanosleep\\(.*ABSTIME" },
	{ "timeout", share_word, no_way, wait_word_time, NULL, NULL, "futex\\(.*op: WAIT, val: 0, utime: \\{" },
	{ "parts", make_pair, no_way, read_parts, send_parts, "sendto", "recvfrom\\(fd: %d<.*size: 4, flags: WAITALL" },
};

static void print_line(const char *s)
{
	for (; *s; s++)
		if (*s == '%' && *++s)
			printf("%d", *s == 'd' ? fd[0] : *s == 'e' ? fd[1] : id);
		else
			putchar(*s);
}

static pid_t start(const struct way *w)
{
	int ready[2];
	char c;
	pid_t pid;

	MUST(pipe(ready));
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		w->first();
		MUST(write(ready[1], "x", 1));
		nap(MS);
		w->later();
		nap(20);
		_exit(failed);
	}
	MUST(read(ready[0], &c, 1));
	close(ready[0]), close(ready[1]);
	return pid;
}

static void go(const struct way *w)
{
	long wall, cpu, queued;
	pid_t pid = 0;

	w->prepare();
	if (w->later)
		pid = start(w);
	queued = queued_us();
	cpu = clock_us(CLOCK_THREAD_CPUTIME_ID);
	wall = clock_us(CLOCK_MONOTONIC);
	w->wait();
	wall = clock_us(CLOCK_MONOTONIC) - wall;
	cpu = clock_us(CLOCK_THREAD_CPUTIME_ID) - cpu;
	queued = queued < 0 ? -1 : queued_us() - queued;
	printf("%s\t%d\t%ld\t%ld\t%ld\t", w->name, getpid(), wall, cpu, queued);
	printf("%d\t%s\t", !w->waker ? 0 : !strcmp(w->waker, "softirq") ? -1 : *w->waker == '?' ? -2 : pid, w->waker ? w->waker : "-");
	print_line(w->line);
	printf("\n");
	fflush(stdout);
	if (pid) {
		int status = 1;

		MUST(waitpid(pid, &status, 0));
		must(!status, "the child");
	}
}

int main(void)
{
	parent = getpid();
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		go(&ways[i]);
	return failed;
}
