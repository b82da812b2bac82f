// SPDX-License-Identifier: BSD-2-Clause
/*
 * aio_work calls|requests FILE - writes and reads the file, by calls or by requests of aio.
 * aio_work many N - N reads by one io_submit, reaped by one io_getevents.
 * aio_work threads N - N writes, which another thread reaps.
 * aio_work memory - three writes with one struct iocb, reaped in memory, without a call.
 * aio_work open [exec|later] - a poll for input that does not come, until the program is ended, or executes another one; with `later` not
 *	before there is a file of that name.
 * aio_work early - two polls for input that comes when there is a file "early", one of which is submitted before.
 * aio_work cancel - a poll that io_cancel ends.
 * aio_work gone - a write by a thread that has ended when it is reaped.
 */
#include "../live.h"

#include <linux/aio_abi.h>
#include <poll.h>
#include <pthread.h>
#include <sys/uio.h>

static unsigned long ctx;

static struct iocb make(int op, int fd, const void *buf, unsigned long n, long long offset)
{
	return (struct iocb){ .aio_lio_opcode = (uint16_t)op, .aio_fildes = (uint32_t)fd, .aio_buf = (uintptr_t)buf, .aio_nbytes = n, .aio_offset = offset };
}

static long submit(struct iocb **all, long n)
{
	return syscall(SYS_io_submit, ctx, n, all);
}

static long reap(struct io_event *events, long least, long n)
{
	return syscall(SYS_io_getevents, ctx, least, n, events, NULL);
}

static void set_up(unsigned n)
{
	if (!syscall(SYS_io_setup, n, &ctx))
		return;
	fprintf(stderr, "io_setup: %s\n", strerror(errno));
	exit(77);
}

static void must(bool ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

/* -- The same work by calls and by requests -------------------------------------------------------------------------- */

static bool by_requests;

static void carry_out(int op, int fd, const void *buf, unsigned long n, long long offset)
{
	struct iocb a = make(op, fd, buf, n, offset), *all[] = { &a };
	struct io_event e;

	if (by_requests) {
		if (submit(all, 1) == 1)
			must(reap(&e, 1, 1) == 1, "io_getevents");
		return;
	}
	switch (op) {
	case IOCB_CMD_PREAD:  syscall(SYS_pread64, fd, buf, n, offset); break;
	case IOCB_CMD_PWRITE: syscall(SYS_pwrite64, fd, buf, n, offset); break;
	case IOCB_CMD_PREADV: syscall(SYS_preadv, fd, buf, n, offset, 0); break;
	case IOCB_CMD_PWRITEV: syscall(SYS_pwritev, fd, buf, n, offset, 0); break;
	}
}

static void work(const char *path)
{
	static char in[3][16], out[64];
	struct iovec vec[] = { { in[0], 3 }, { in[1], 16 } };
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600), reads = open(path, O_RDONLY);

	must(fd >= 0 && reads >= 0, path);
	for (int i = 0; i < 12; i++) {
		int n = snprintf(out, sizeof(out), "line %d of the file\n", i);
		struct iovec parts[] = { { out, 5 }, { out + 5, (size_t)n - 5 } };

		carry_out(IOCB_CMD_PWRITE, fd, out, (unsigned long)n, i * 20);
		carry_out(IOCB_CMD_PWRITEV, fd, parts, 2, i * 20 + 10);
		carry_out(IOCB_CMD_PREAD, fd, in[2], 16, i * 21);
		carry_out(IOCB_CMD_PREADV, fd, vec, 2, i * 24);
	}
	carry_out(IOCB_CMD_PREAD, fd, BAD, 4, 0);
	carry_out(IOCB_CMD_PWRITE, fd, BAD, 4, 0);
	carry_out(IOCB_CMD_PREAD, fd, in[2], 16, 4096);
}

/* -- Others ---------------------------------------------------------------------------------------------------------- */

static void many(unsigned n)
{
	struct iocb *a = calloc(n, sizeof(*a)), **all = calloc(n, sizeof(struct iocb *));
	struct io_event *events = calloc(n, sizeof(*events));
	int fd = memfd_create("many", 0);
	char *in = calloc(n, 4);

	must(a && all && events && in, "calloc");
	for (unsigned i = 0; i < n; i++) {
		char text[8];

		snprintf(text, sizeof(text), "%04u", i % 10000);
		must(pwrite(fd, text, 4, i * 4) == 4, "pwrite");
		a[i] = make(IOCB_CMD_PREAD, fd, in + i * 4, 4, i * 4);
		all[i] = &a[i];
	}
	must(submit(all, n) == n, "io_submit");
	must(reap(events, n, n) == n, "io_getevents");
}

static unsigned wanted;

static void *reaper(void *arg)
{
	struct io_event events[16];

	for (unsigned n = 0; n < wanted;) {
		long got = reap(events, 1, 16);

		must(got > 0, "io_getevents");
		n += (unsigned)got;
	}
	return arg;
}

static void threads(unsigned n)
{
	struct iocb *a = calloc(n, sizeof(*a)), **all = calloc(n, sizeof(struct iocb *));
	int fd = memfd_create("threads", 0);
	pthread_t t;

	wanted = n;
	must(a && all && !pthread_create(&t, NULL, reaper, NULL), "pthread_create");
	for (unsigned i = 0; i < n; i++) {
		a[i] = make(IOCB_CMD_PWRITE, fd, "12345678", i % 8 + 1, 0);
		all[i] = &a[i];
	}
	for (unsigned i = 0; i < n;) {
		long taken = submit(all + i, n - i < 4 ? n - i : 4);

		must(taken > 0 || errno == EAGAIN, "io_submit");
		i += taken > 0 ? (unsigned)taken : 0;
	}
	pthread_join(t, NULL);
}

/* The ring of a context: fs/aio.c. */
struct ring { unsigned id, nr, head, tail, magic, compat, incompat, header; struct io_event events[]; };

static void memory(void)
{
	int fd = memfd_create("memory", 0);
	struct iocb a = make(IOCB_CMD_PWRITE, fd, "abc", 3, 0), *all[] = { &a };
	struct ring *r = (struct ring *)ctx;

	for (int i = 1; i < 4; i++) {
		a.aio_nbytes = (unsigned)i;
		must(submit(all, 1) == 1, "io_submit");
		while (__atomic_load_n(&r->tail, __ATOMIC_ACQUIRE) == r->head)
			;
		r->head = (r->head + 1) % r->nr;
	}
}

static void wait_for_input(char *const *exec, bool later)
{
	struct io_event e;
	struct iocb a, *all[] = { &a };
	int p[2];

	must(!pipe(p), "pipe");
	while (later && access("later", F_OK)) {
		syscall(SYS_getppid);
		usleep(10000);
	}
	a = make(IOCB_CMD_POLL, p[0], (void *)POLLIN, 0, 0);
	if (submit(all, 1) != 1)
		exit(77);	/* before Linux 4.18 */
	if (exec)
		execv(exec[0], exec);
	reap(&e, 1, 1);
}

static void early(void)
{
	struct iocb a, b, *first[] = { &a }, *second[] = { &b };
	struct io_event e[2];
	int p[2];

	must(!pipe(p), "pipe");
	a = b = make(IOCB_CMD_POLL, p[0], (void *)POLLIN, 0, 0);
	if (submit(first, 1) != 1)
		exit(77);
	printf("submitted\n");
	fflush(stdout);
	while (access("early", F_OK)) {
		syscall(SYS_getppid);
		usleep(10000);
	}
	must(submit(second, 1) == 1, "io_submit");
	must(write(p[1], "x", 1) == 1, "write");
	must(reap(e, 2, 2) == 2, "io_getevents");
}

static void cancelled(void)
{
	struct io_event e;
	struct iocb a, *all[] = { &a };
	int p[2];

	must(!pipe(p), "pipe");
	a = make(IOCB_CMD_POLL, p[0], (void *)POLLIN, 0, 0);
	if (submit(all, 1) != 1)
		exit(77);
	syscall(SYS_io_cancel, ctx, &a, &e);
	must(reap(&e, 1, 1) == 1, "io_getevents");
}

static void *submits(void *arg)
{
	static struct iocb a;
	static struct iocb *all[] = { &a };

	a = make(IOCB_CMD_PWRITE, *(int *)arg, "gone", 4, 0);
	must(submit(all, 1) == 1, "io_submit");
	return NULL;
}

static void gone(void)
{
	int fd = memfd_create("gone", 0);
	struct io_event e;
	pthread_t t;

	must(!pthread_create(&t, NULL, submits, &fd) && !pthread_join(t, NULL), "pthread_create");
	usleep(100000);
	must(reap(&e, 1, 1) == 1, "io_getevents");
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "", *of = argc > 2 ? argv[2] : "";
	char *const exec[] = { argv[0], "nothing", NULL };

	if (!strcmp(what, "nothing"))
		return 0;
	by_requests = !strcmp(what, "requests");
	set_up(20000);
	if (by_requests || !strcmp(what, "calls"))
		work(of);
	else if (!strcmp(what, "many"))
		many((unsigned)atoi(of));
	else if (!strcmp(what, "threads"))
		threads((unsigned)atoi(of));
	else if (!strcmp(what, "memory"))
		memory();
	else if (!strcmp(what, "open"))
		wait_for_input(!strcmp(of, "exec") ? exec : NULL, !strcmp(of, "later"));
	else if (!strcmp(what, "early"))
		early();
	else if (!strcmp(what, "cancel"))
		cancelled();
	else if (!strcmp(what, "gone"))
		gone();
	return 0;
}
