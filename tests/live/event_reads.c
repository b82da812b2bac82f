// SPDX-License-Identifier: BSD-2-Clause
// options: -e read,write,readv,writev,preadv2
// abis: native i386 arm
/* What descriptors without a file transfer: counters and events, as structures. */
#include "live.h"

#include <linux/userfaultfd.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/uio.h>

static char buf[4096];
static pid_t waiting[2];	/* children, nwaiting of them: they end after the lines that are compared */
static unsigned nwaiting;

static const char *anon(int fd, const char *name)
{
	return text("%d<anon_inode:%s>", fd, name);
}

/* Counters are shown as such only if the first element has all that is transferred */
static void vectors(int fd)
{
	uint64_t v = 5;
	struct iovec one = { &v, 8 }, two[2] = { { buf, 8 }, { buf + 8, 8 } };
	long n;

	n = syscall(SYS_writev, fd, &one, 1);
	expect(ABI "writev(fd: %s, vec: [{iov_base: [5], iov_len: 8}], vlen: 1) = %ld", anon(fd, "[eventfd]"), n);
	n = syscall(SYS_readv, fd, two, 2);
	expect(ABI "readv(fd: %s, vec: [{iov_base: [5], iov_len: 8}, {iov_base: %p, iov_len: 8}], vlen: 2) = %ld", anon(fd, "[eventfd]"), buf + 8, n);
	two[1].iov_base = "x";
	two[1].iov_len = 1;
	n = syscall(SYS_writev, fd, two, 2);	/* as much as the descriptor takes, in one or two writes */
	expect(ABI "writev(fd: %s, vec: [{iov_base: \"\\5\\0\\0\\0\\0\\0\\0\\0\", iov_len: 8}, {iov_base: \"x\", iov_len: 1}], vlen: 2) = %s", anon(fd, "[eventfd]"), result(n));
}

static void counters(void)
{
	struct itimerspec once = { .it_value = { .tv_nsec = 1 } };
	int fd = eventfd(3, EFD_NONBLOCK), timer = timerfd_create(CLOCK_MONOTONIC, 0);
	uint64_t v[2] = { 7, 1 };
	long n;

	n = syscall(SYS_write, fd, v, 8);
	expect(ABI "write(fd: %s, buf: [7], count: 8) = %ld", anon(fd, "[eventfd]"), n);
	n = syscall(SYS_read, fd, buf, 8);
	expect(ABI "read(fd: %s, buf: [10], count: 8) = %ld", anon(fd, "[eventfd]"), n);
	n = syscall(SYS_read, fd, buf, 8);
	expect(ABI "read(fd: %s, buf: %p, count: 8) = %s", anon(fd, "[eventfd]"), buf, result(n));
	v[0] = UINT64_MAX;
	n = syscall(SYS_write, fd, v, 8);
	expect(ABI "write(fd: %s, buf: [18446744073709551615], count: 8) = %s", anon(fd, "[eventfd]"), result(n));
	n = syscall(SYS_write, fd, "1234", 4);
	expect(ABI "write(fd: %s, buf: \"1234\", count: 4) = %s", anon(fd, "[eventfd]"), result(n));
	vectors(fd);
	close(fd);
	timerfd_settime(timer, 0, &once, NULL);
	n = syscall(SYS_read, timer, buf, 100);
	expect(ABI "read(fd: %s, buf: [1], count: 100) = %ld", anon(timer, "[timerfd]"), n);
	close(timer);
}

/* Each element has events of its own */
static void shared(int fd, int wd)
{
	struct iovec two[2] = { { buf, 32 }, { buf + 32, 64 } };
	long n;

	mkdir("five", 0700);
	mkdir("six", 0700);
	n = syscall(SYS_readv, fd, two, 2);
	expect(ABI "readv(fd: %s, vec: [{iov_base: [{wd: %d, mask: CREATE|ISDIR, cookie: 0, len: 16, name: \"five\"}], iov_len: 32}, "
	       "{iov_base: [{wd: %d, mask: CREATE|ISDIR, cookie: 0, len: 16, name: \"six\"}], iov_len: 64}], vlen: 2) = %ld", anon(fd, "inotify"), wd, wd, n);
}

/* Many events, of more bytes than are captured of text, and of more than are captured of events. */
static void several(int fd, int wd)
{
	static char large[8192];
	char line[2000];
	int at = 0;
	long n;

	for (char name[] = "several0"; name[7] < '8'; name[7]++) {
		mkdir(name, 0700);
		at += snprintf(line + at, sizeof(line) - at, "%s{wd: %d, mask: CREATE|ISDIR, cookie: 0, len: 16, name: \"%s\"}", at ? ", " : "", wd, name);
	}
	n = syscall(SYS_read, fd, large, sizeof(large));
	expect(ABI "read(fd: %s, buf: [%s], count: 8192) = %ld", anon(fd, "inotify"), line, n);
	for (int i = 0; i < 200; i++)
		mkdir(text("several%d", 100 + i), 0700);
	n = syscall(SYS_read, fd, large, sizeof(large));
	expect(ABI "read(fd: %s, buf: [{wd: %d, mask: CREATE|ISDIR, cookie: 0, len: 16, name: \"several100\"}, @@, ...], count: 8192) = %ld", anon(fd, "inotify"), wd, n);
}

/* Makes directories, whose events are written to `line`. Returns their bytes. */
static int made(const char *prefix, int n, int wd, char *line)
{
	int at = 0;

	for (int i = 0; i < n; i++) {
		mkdir(text("%s%d", prefix, 100 + i), 0700);
		at += sprintf(line + at, "%s{wd: %d, mask: CREATE|ISDIR, cookie: 0, len: 16, name: \"%s%d\"}", i ? ", " : "", wd, prefix, 100 + i);
	}
	return n * 32;
}

/* The same by vectors, of one element and of two, each of more bytes than are captured of text. */
static void several_in_vectors(int fd, int wd)
{
	static char large[8192], first[3000], second[3000];
	struct iovec one = { large, sizeof(large) }, two[2] = { { large, 128 }, { large + 4096, 4096 } };
	long n;

	made("vector", 10, wd, first);
	n = syscall(SYS_readv, fd, &one, 1);
	expect(ABI "readv(fd: %s, vec: [{iov_base: [%s], iov_len: 8192}], vlen: 1) = %ld", anon(fd, "inotify"), first, n);
	made("first", 4, wd, first);
	made("second", 9, wd, second);
	n = syscall(SYS_readv, fd, two, 2);
	expect(ABI "readv(fd: %s, vec: [{iov_base: [%s], iov_len: 128}, {iov_base: [%s], iov_len: 4096}], vlen: 2) = %ld", anon(fd, "inotify"), first, second, n);
	made("position", 5, wd, first);
	n = syscall(SYS_preadv2, fd, &one, 1, -1L, -1L, 0);
	expect(ABI "preadv2(fd: %s, vec: [{iov_base: [%s], iov_len: 8192}], vlen: 1, @@: -1, flags: 0) = %ld", anon(fd, "inotify"), first, n);
}

static void directory(void)
{
	int fd = inotify_init1(0), wd = inotify_add_watch(fd, ".", IN_CREATE | IN_MOVE), file;
	const struct inotify_event *e = (const void *)buf;
	long n;

	file = open("one", O_CREAT | O_WRONLY, 0600);
	mkdir("two", 0700);
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	expect(ABI "read(fd: %s, buf: [{wd: %d, mask: CREATE, cookie: 0, len: 16, name: \"one\"}, {wd: %d, mask: CREATE|ISDIR, cookie: 0, len: 16, name: \"two\"}], count: 4096) = %ld",
	       anon(fd, "inotify"), wd, wd, n);
	rename("one", "a_name_of_more_bytes_than_a_string_has_that_is_no_event");
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	expect(ABI "read(fd: %s, buf: [{wd: %d, mask: MOVED_FROM, cookie: %u, len: 16, name: \"one\"}, {wd: %d, mask: MOVED_TO, cookie: %u, len: 64, name: \"a_name_of_more_bytes_than_a_string_has_that_is_no_event\"}], count: 4096) = %ld",
	       anon(fd, "inotify"), wd, e->cookie, wd, e->cookie, n);
	several(fd, wd);
	several_in_vectors(fd, wd);
	shared(fd, wd);
	inotify_rm_watch(fd, wd);
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	expect(ABI "read(fd: %s, buf: [{wd: %d, mask: IGNORED, cookie: 0, len: 0}], count: 4096) = %ld", anon(fd, "inotify"), wd, n);
	close(file);
	close(fd);
	/* The number is a file's now: its bytes are text again */
	fd = open("three", O_CREAT | O_RDWR, 0600);
	n = syscall(SYS_write, fd, "0123456789abcdef", 16);
	expect(ABI "write(fd: %s, buf: \"0123456789abcdef\", count: 16) = %ld", result_fd(fd, "three"), n);
	close(fd);
}

static void signals(void)
{
	sigset_t set;
	int fd;
	long n;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, 0);
	kill(getpid(), SIGUSR1);
	n = syscall(SYS_read, fd, buf, 128);
	expect(ABI "read(fd: %s, buf: [{ssi_signo: USR1, ssi_code: USER, ssi_pid: %d<%s>, ssi_uid: %d}], count: 128) = %ld", anon(fd, "[signalfd]"), getpid(),
	       program_invocation_short_name, getuid(), n);
	sigqueue(getpid(), SIGUSR2, (union sigval){ .sival_int = 42 });
	n = syscall(SYS_read, fd, buf, 256);
	expect(ABI "read(fd: %s, buf: [{ssi_signo: USR2, ssi_code: QUEUE, ssi_pid: %d<%s>, ssi_uid: %d, ssi_int: 42, ssi_ptr: @@}], count: 256) = %ld",
	       anon(fd, "[signalfd]"), getpid(), program_invocation_short_name, getuid(), n);
	close(fd);
}

static void files(void)
{
	int fd = fanotify_init(FAN_CLASS_NOTIF, O_RDONLY), got;
	const struct fanotify_event_metadata *e = (const void *)buf;
	long n;

	if (fd < 0 || fanotify_mark(fd, FAN_MARK_ADD, FAN_OPEN, AT_FDCWD, "three"))
		return;
	close(open("three", O_RDONLY));
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	got = e->fd;
	expect(ABI "read(fd: %s, buf: [{event_len: 24, vers: 3, metadata_len: 24, mask: OPEN, fd: %d, pid: %d<%s>}], count: 4096) = %ld", anon(fd, "[fanotify]"), got, getpid(),
	       program_invocation_short_name, n);
	close(got);
	close(fd);
	fd = fanotify_init(FAN_CLASS_NOTIF | FAN_REPORT_DFID_NAME, O_RDONLY);
	if (fd < 0 || fanotify_mark(fd, FAN_MARK_ADD, FAN_CREATE | FAN_ONDIR, AT_FDCWD, "."))
		return;
	mkdir("four", 0700);
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	expect(ABI "read(fd: %s, buf: [{event_len: %ld, vers: 3, metadata_len: 24, mask: CREATE|ONDIR, fd: NOFD, pid: %d<%s>, "
	       "info: [{info_type: DFID_NAME, len: %ld, fsid: [@@], handle_bytes: %u, handle_type: @@, f_handle: @@]}], count: 4096) = %ld",
	       anon(fd, "[fanotify]"), n, getpid(), program_invocation_short_name, n - 24, *(const uint32_t *)(buf + 24 + 12), n);
	close(fd);
}

/* The answer to an event that asks */
static void permission(void)
{
	int fd = fanotify_init(FAN_CLASS_CONTENT, O_RDONLY);
	const struct fanotify_event_metadata *e = (const void *)buf;
	struct fanotify_response response = { .response = FAN_ALLOW };
	pid_t child;
	long n;

	if (fd < 0 || fanotify_mark(fd, FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, "three"))
		return;
	child = fork();
	if (!child) {
		open("three", O_RDONLY);
		pause();
	}
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	response.fd = e->fd;
	expect(ABI "read(fd: %s, buf: [{event_len: 24, vers: 3, metadata_len: 24, mask: OPEN_PERM, fd: %d, pid: %d<%s>}], count: 4096) = %ld", anon(fd, "[fanotify]"), e->fd, child,
	       program_invocation_short_name, n);
	n = syscall(SYS_write, fd, &response, sizeof(response));
	expect(ABI "write(fd: %s, buf: [{fd: %d, response: ALLOW}], count: 8) = %ld", anon(fd, "[fanotify]"), response.fd, n);
	waiting[nwaiting++] = child;
	close(response.fd);
	close(fd);
}

/* Another process writes to a page that has no memory yet. */
static void page_fault(void)
{
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	struct uffdio_api api = { .api = UFFD_API };
	char *page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct uffdio_register area = { .range = { (uintptr_t)page, sysconf(_SC_PAGESIZE) }, .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct uffdio_zeropage zero = { .range = area.range };
	pid_t child;
	long n;

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &area))
		return;
	child = fork();
	if (!child) {
		struct iovec from = { buf, 1 }, to = { page, 1 };

		process_vm_writev(getppid(), &from, 1, &to, 1, 0);
		pause();
	}
	n = syscall(SYS_read, fd, buf, sizeof(buf));
	expect(ABI "read(fd: %s, buf: [{event: PAGEFAULT, flags: WRITE, address: %p, ptid: 0}], count: 4096) = %ld", anon(fd, "[userfaultfd]"), page, n);
	ioctl(fd, UFFDIO_ZEROPAGE, &zero);
	waiting[nwaiting++] = child;
	close(fd);
}

int main(void)
{
	begin();
	counters();
	directory();
	signals();
	files();
	permission();
	page_fault();
	end();
	while (nwaiting)
		kill(waiting[--nwaiting], SIGKILL);
}
