// SPDX-License-Identifier: BSD-2-Clause
/*
 * format [FILE] - passes records of `dd bs=1` through a session, and prints how many million lines of text it writes per second
 * of CPU time. The lines go to FILE, /dev/null by default.
 *
 * The records fill a buffer of a ring's size, which is reused with later times: they are in the caches as records of a ring are.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "config/options.h"
#include "beautifiers/row.h"
#include "session/session.h"
#include "syscalltbl/syscalltbl.h"
#include "views/view_sink.h"
#include "bpf/wire.h"

#define CALLS 65536		/* in the buffer */
#define PASSES 40
#define PACE 300		/* ns from call to call */
#define TASK 4711

static union {
	uint8_t bytes[CALLS * 128];
	struct rec first;
} records;
static uint8_t *end = records.bytes;

/* A read or write of one byte at `addr`, as BPF sends it. */
static void add_transfer(const char *name, int fd, uint8_t chunk_flags, uint64_t ts)
{
	struct rec_call *r = (struct rec_call *)end;
	struct chunk *k;

	*r = (struct rec_call){
		.rec = { .type = REC_CALL, .ts = ts, .tid = TASK, .tgid = TASK },
		.dur = 150, .ret = 1, .nr = syscalltbl__nr(ABI_X86_64, name), .abi = ABI_X86_64,
		.nargs = 3, .fixed = sizeof(*r) + 3 * 8,
	};
	r->args[0] = fd;
	r->args[1] = 0x55a0c0de3000;
	r->args[2] = 1;
	k = (struct chunk *)(end + r->fixed);
	*k = (struct chunk){ .arg = 1, .status = CHUNK_OK | chunk_flags, .part = PART_SELF, .len = 1, .addr = r->args[1] };
	memset(k + 1, 0, REC_ALIGN);
	r->rec.len = r->fixed + sizeof(*k) + REC_ALIGN;
	end += r->rec.len;
}

static void take_fd(struct session *s, int fd, const char *path)
{
	union {
		struct rec_fd r;
		uint8_t room[sizeof(struct rec_fd) + 64];
	} u = { .r = {
		.rec = { .type = REC_FD, .cpu = CPU_NONE, .tid = TASK, .tgid = TASK },
		.fd = fd, .path_len = strlen(path),
	} };

	memcpy(u.r.path, path, u.r.path_len);
	u.r.rec.len = (sizeof(u.r) + u.r.path_len + REC_ALIGN - 1) / REC_ALIGN * REC_ALIGN;
	session__record(s, &u.r.rec);
}

static void begin(struct session *s)
{
	struct rec_start start = { .rec = { .len = sizeof(start), .type = REC_START, .cpu = CPU_NONE }, .abi = ABI_X86_64 };
	struct rec_task task = {
		.rec = { .len = sizeof(task), .type = REC_TASK, .cpu = CPU_NONE, .tid = TASK, .tgid = TASK }, .comm = "dd",
	};

	session__record(s, &start.rec);
	session__record(s, &task.rec);
	take_fd(s, 0, "/dev/zero");
	take_fd(s, 1, "/dev/null");
}

static void pump(struct session *s)
{
	for (uint8_t *p = records.bytes; p < end; p += ((struct rec *)p)->len) {
		session__record(s, (struct rec *)p);
		((struct rec *)p)->ts += CALLS * PACE;
	}
}

static double cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	char *options[] = { "trace", "true", NULL };
	static struct view_sink sink;
	static struct options opt;
	double began;
	int failed;

	if (options__parse(&opt, 2, options))
		return 1;
	rows__init();
	opt.output = argc > 1 ? argv[1] : "/dev/null";
	if (view_sink__open(&sink, &opt, NULL, -1))
		return 1;
	for (uint64_t i = 0; i < CALLS; i += 2) {
		add_transfer("read", 0, CHUNK_OUT, 1000 + i * PACE);
		add_transfer("write", 1, 0, 1000 + (i + 1) * PACE);
	}
	begin(&sink.session);
	pump(&sink.session);		/* once to warm up */
	began = cpu_time();
	for (int i = 0; i < PASSES; i++)
		pump(&sink.session);
	failed = view_sink__finish(&sink);
	printf("%.3f\n", (double)CALLS * PASSES / (cpu_time() - began) / 1e6);
	return failed != 0;
}
