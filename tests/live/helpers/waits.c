// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/*
 * waits - makes calls that wait in known ways, and prints for each: its name, the thread, microseconds on a CPU and waiting for one as the
 * kernel accounts them (-1: it does not), and the thread that ends the wait (0: an interrupt, -1: nobody). That of a file whose file system
 * answers late is missing if the kernel has no FUSE.
 * waits hang FILE - waits for ever: a thread for a futex, one to read from a pipe whose writer is a child, one to lock FILE, which the child
 * has locked. Prints the IDs of the process, the three threads and the child. hang FILE ended: then its first thread ends.
 * waits owned - a thread waits for a futex that this one has (FUTEX_LOCK_PI). Prints the IDs of both.
 * waits sets FIFO - threads wait for a pipe in poll, select and epoll_wait (by an epoll in an epoll), read an eventfd, a terminal's master and
 * FIFO, and lock a mutex that another one holds. A child has the pipe's other end, the eventfd, the terminal and FIFO. Prints the IDs of the
 * process, the child, these threads in this order, and the mutex's holder.
 * waits shared FILE - threads wait for a lock of open files on FILE, and for a mutex that processes share; a child has both. Prints the IDs of the
 * process, the child, and the threads.
 */
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "clocks.h"
#include "sleepy_file.h"

static long tid(void)
{
	return syscall(SYS_gettid);
}

static void nap(long ms)
{
	nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL);
}

static struct { long cpu, queued; } then;

static void begin(void)
{
	then.queued = queued_us();
	then.cpu = clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static void end(const char *name, long waker)
{
	long cpu = clock_us(CLOCK_THREAD_CPUTIME_ID) - then.cpu, queued = queued_us();

	printf("%s %ld %ld %ld %ld\n", name, tid(), cpu, queued < 0 ? -1 : queued - then.queued, waker);
	fflush(stdout);
}

static void sleeps(void)
{
	begin();
	nap(60);
	end("nanosleep", 0);
}

/* Random bytes, for which the kernel takes about 100 ms. */
static void *room;
static long bytes;
#define PROBE 65536
#define ROOM (16 << 20)

static void choose_bytes(void)
{
	long before, took;

	syscall(SYS_getrandom, room, PROBE, 0);
	before = clock_us(CLOCK_THREAD_CPUTIME_ID);
	syscall(SYS_getrandom, room, PROBE, 0);
	took = clock_us(CLOCK_THREAD_CPUTIME_ID) - before;
	bytes = took > 0 ? 100000 / took * PROBE : ROOM;
	bytes = bytes > ROOM ? ROOM : bytes < 16 * PROBE ? 16 * PROBE : bytes;
}

static void generate(const char *name)
{
	memset(room, 0, bytes);		/* children have shared these pages, and hypervisors take long to map them: partly after the call */
	begin();
	if (syscall(SYS_getrandom, room, bytes, 0) != bytes)
		exit(1);
	end(name, -1);
}

static pid_t child(void (*run)(int), int arg)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	run(arg);
	_exit(0);
}

static void write_later(int fd)
{
	nap(60);
	if (write(fd, "x", 1) != 1)
		_exit(1);
}

static void reads(void)
{
	int p[2];
	char c;
	pid_t pid;

	if (pipe(p))
		exit(1);
	pid = child(write_later, p[1]);
	begin();
	if (read(p[0], &c, 1) != 1)
		exit(1);
	end("read", pid);
	waitpid(pid, NULL, 0);
}

static void end_later(int arg)
{
	(void)arg;
	nap(60);
}

static void waits_for_child(void)
{
	pid_t pid = child(end_later, 0);

	begin();
	waitpid(pid, NULL, 0);
	end("wait4", pid);
}

static void unlock_later(int ready)
{
	int fd = open("lock", O_RDWR);

	flock(fd, LOCK_EX);
	if (write(ready, "x", 1) != 1)
		_exit(1);
	nap(60);
	flock(fd, LOCK_UN);
	nap(20);
}

static void locks(void)
{
	int fd = open("lock", O_RDWR | O_CREAT, 0600), p[2];
	pid_t pid;
	char c;

	if (pipe(p))
		exit(1);
	pid = child(unlock_later, p[1]);
	if (read(p[0], &c, 1) != 1)
		exit(1);
	begin();
	flock(fd, LOCK_EX);
	end("flock", pid);
	waitpid(pid, NULL, 0);
}

static int word;
static long waker;

static void *wake_later(void *arg)
{
	__atomic_store_n(&waker, tid(), __ATOMIC_SEQ_CST);
	nap(60);
	__atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
	syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
	nap(20);
	return arg;
}

static void waits_for_futex(void)
{
	pthread_t t;

	if (pthread_create(&t, NULL, wake_later, NULL))
		exit(1);
	while (!__atomic_load_n(&waker, __ATOMIC_SEQ_CST))
		sched_yield();
	begin();
	while (!__atomic_load_n(&word, __ATOMIC_SEQ_CST))
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
	end("futex", waker);
	pthread_join(t, NULL);
}

static void waits_for_file(void)
{
	pid_t server;
	int fd = sleepy_open(60, &server);
	char c;

	if (fd < 0)
		return;
	begin();
	if (pread(fd, &c, 1, 0) != 1)
		exit(1);
	end("disk", server);
	sleepy_close(fd, server);
}

static void spin(int cpu)
{
	(void)cpu;
	for (;;)
		__asm__ volatile("" : : : "memory");
}

static void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* Two on one CPU. */
static void shares_a_cpu(void)
{
	pid_t pid;

	pin(0);
	pid = child(spin, 0);
	nap(20);
	generate("shared");
	kill(pid, 9);
	waitpid(pid, NULL, 0);
}

/* -- hang ------------------------------------------------------------------------------------------------------------ */

static volatile long hanging[3];
static int read_from;
static const char *lock_file;

static void *hang_futex(void *arg)
{
	hanging[0] = tid();
	for (;;)
		syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
	return arg;
}

static void *hang_read(void *arg)
{
	char c;

	hanging[1] = tid();
	return read(read_from, &c, 1) ? arg : NULL;
}

static void *hang_flock(void *arg)
{
	int fd = open(lock_file, O_RDWR);

	hanging[2] = tid();
	flock(fd, LOCK_EX);
	return arg;
}

static void hold_lock(int fd)
{
	int lock = open(lock_file, O_RDWR | O_CREAT, 0600);

	flock(lock, LOCK_EX);
	if (write(fd, "x", 1) != 1)
		_exit(1);
	for (;;)
		pause();
}

static void hang(const char *file, int ends)
{
	static void *(*const ways[])(void *) = { hang_futex, hang_read, hang_flock };
	pthread_t t;
	pid_t pid;
	int p[2];
	char c;

	lock_file = file;
	if (pipe(p))
		exit(1);
	pid = child(hold_lock, p[1]);
	close(p[1]);
	read_from = p[0];
	if (read(p[0], &c, 1) != 1)
		exit(1);
	for (int i = 0; i < 3; i++) {
		pthread_create(&t, NULL, ways[i], NULL);
		while (!hanging[i])
			nap(1);
	}
	nap(50);
	printf("%d %ld %ld %ld %d\n", getpid(), hanging[0], hanging[1], hanging[2], pid);
	fflush(stdout);
	if (ends)
		syscall(SYS_exit, 0);
	for (;;)
		pause();
}

static int owned;

static void *wait_for_owner(void *arg)
{
	hanging[0] = tid();
	syscall(SYS_futex, &owned, FUTEX_LOCK_PI, 0, NULL, NULL, 0);
	return arg;
}

static void hang_owned(void)
{
	pthread_t t;

	if (syscall(SYS_futex, &owned, FUTEX_LOCK_PI, 0, NULL, NULL, 0))
		exit(1);
	pthread_create(&t, NULL, wait_for_owner, NULL);
	while (!hanging[0])
		nap(1);
	printf("%d %ld\n", getpid(), hanging[0]);
	fflush(stdout);
	for (;;)
		pause();
}

/* -- sets -------------------------------------------------------------------------------------------------------------- */

static struct { int pipe[2], outer, counter, master, fifo; } in;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile long holder;

static void *wait_in_poll(void *at)
{
	struct pollfd p[2] = { { .fd = -1 }, { .fd = in.pipe[0], .events = POLLIN } };

	*(volatile long *)at = tid();
	return poll(p, 2, -1) ? at : NULL;
}

static void *wait_in_select(void *at)
{
	fd_set set;

	FD_ZERO(&set);
	FD_SET(in.pipe[0], &set);
	*(volatile long *)at = tid();
	return select(in.pipe[0] + 1, &set, NULL, NULL, NULL) ? at : NULL;
}

static void *wait_in_epoll(void *at)
{
	struct epoll_event e;

	*(volatile long *)at = tid();
	return epoll_wait(in.outer, &e, 1, -1) ? at : NULL;
}

static void *wait_in_read(void *at, int fd)
{
	char c[8];

	*(volatile long *)at = tid();
	return read(fd, c, sizeof(c)) ? at : NULL;
}

static void *read_counter(void *at)
{
	return wait_in_read(at, in.counter);
}

static void *read_master(void *at)
{
	return wait_in_read(at, in.master);
}

static void *read_fifo(void *at)
{
	return wait_in_read(at, in.fifo);
}

static void *wait_for_mutex(void *at)
{
	*(volatile long *)at = tid();
	pthread_mutex_lock(&mutex);
	while (pause())		/* the first has it, the second waits for it */
		;
	return NULL;
}

static void must_be(int ok)
{
	if (!ok)
		exit(1);
}

/* An epoll that waits for another, which waits for the pipe, and no longer for an eventfd that it reported once. */
static void make_epolls(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int inner = epoll_create1(0), once = eventfd(1, 0);

	in.outer = epoll_create1(0);
	must_be(!epoll_ctl(inner, EPOLL_CTL_ADD, in.pipe[0], &e) && !epoll_ctl(in.outer, EPOLL_CTL_ADD, inner, &e));
	e.events = EPOLLIN | EPOLLONESHOT;
	must_be(once >= 0 && !epoll_ctl(in.outer, EPOLL_CTL_ADD, once, &e) && epoll_wait(in.outer, &e, 1, 0) == 1);
}

static pid_t share(const char *fifo)
{
	int slave = -1, writer = -1;
	pid_t pid;

	must_be(!pipe(in.pipe) && (in.counter = eventfd(0, 0)) >= 0 && (in.master = posix_openpt(O_RDWR | O_NOCTTY)) >= 0);
	must_be(!grantpt(in.master) && !unlockpt(in.master) && (slave = open(ptsname(in.master), O_RDWR | O_NOCTTY)) >= 0);
	must_be(!mkfifo(fifo, 0600) && (in.fifo = open(fifo, O_RDONLY | O_NONBLOCK)) >= 0 && (writer = open(fifo, O_WRONLY)) >= 0);
	must_be(!fcntl(in.fifo, F_SETFL, 0));
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(in.pipe[0]), close(in.fifo), close(in.master);
		for (;;)
			pause();
	}
	close(in.pipe[1]), close(slave), close(writer);
	return pid;
}

static void hang_in_sets(const char *fifo)
{
	static void *(*const ways[])(void *) = {
		wait_in_poll, wait_in_select, wait_in_epoll, read_counter, read_master, read_fifo, wait_for_mutex,
	};
	static volatile long ids[sizeof(ways) / sizeof(ways[0])];
	pid_t pid = share(fifo);
	pthread_t t;

	make_epolls();
	pthread_create(&t, NULL, wait_for_mutex, (void *)&holder);
	while (!holder || !pthread_mutex_trylock(&mutex)) {
		if (holder)
			pthread_mutex_unlock(&mutex);
		nap(1);
	}
	for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		pthread_create(&t, NULL, ways[i], (void *)&ids[i]);
		while (!ids[i])
			nap(1);
	}
	printf("%d %d", getpid(), pid);
	for (unsigned i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		printf(" %ld", ids[i]);
	printf(" %ld\n", holder);
	fflush(stdout);
	for (;;)
		pause();
}

/* -- shared ------------------------------------------------------------------------------------------------------------ */

static pthread_mutex_t *shared_mutex;
static struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

static void *lock_open_file(void *at)
{
	int fd = open(lock_file, O_RDWR);

	*(volatile long *)at = tid();
	return fcntl(fd, F_OFD_SETLKW, &whole) ? NULL : at;
}

static void *lock_shared_mutex(void *at)
{
	*(volatile long *)at = tid();
	pthread_mutex_lock(shared_mutex);
	return at;
}

static void hold_both(int ready)
{
	int fd = open(lock_file, O_RDWR | O_CREAT, 0600);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	must_be(!fcntl(fd, F_OFD_SETLK, &whole) && !pthread_mutex_lock(shared_mutex) && write(ready, "x", 1) == 1);
	for (;;)
		pause();
}

static void hang_in_shared(const char *file)
{
	static volatile long ids[2];
	pthread_mutexattr_t attr;
	pthread_t t;
	pid_t pid;
	int p[2];
	char c;

	lock_file = file;
	shared_mutex = mmap(NULL, sizeof(*shared_mutex), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must_be(shared_mutex != MAP_FAILED && !pipe(p));
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(shared_mutex, &attr);
	pid = child(hold_both, p[1]);
	must_be(read(p[0], &c, 1) == 1);
	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, i ? lock_shared_mutex : lock_open_file, (void *)&ids[i]);
		while (!ids[i])
			nap(1);
	}
	printf("%d %d %ld %ld\n", getpid(), pid, ids[0], ids[1]);
	fflush(stdout);
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "shared"))
		hang_in_shared(argv[2]);
	if (argc > 2 && !strcmp(argv[1], "hang"))
		hang(argv[2], argc > 3);
	if (argc > 1 && !strcmp(argv[1], "owned"))
		hang_owned();
	if (argc > 2 && !strcmp(argv[1], "sets"))
		hang_in_sets(argv[2]);
	room = malloc(ROOM);
	memset(room, 0, ROOM);
	choose_bytes();
	sleeps();
	reads();
	waits_for_child();
	locks();
	waits_for_futex();
	generate("getrandom");
	waits_for_file();
	shares_a_cpu();
	return 0;
}
