// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/*
 * longcalls write N FILE [TIMES [THREADS]] - each thread writes N bytes of letters and digits in one call, TIMES times, to FILE,
 * FILE.1 … longcalls split N FILE - the same, once, from 16 buffers, every other one of 7 bytes longcalls stuck N - writes N
 * bytes to a pipe with less room; runs until a signal ends it longcalls fail N - writes N bytes to a closed descriptor longcalls
 * list DIR - calls getdents64 with 64 KiB of room until the end; prints the number of entries of each call longcalls exec N -
 * executes true with an argument of N bytes that are not resident longcalls end N - writes N + 4096 bytes, of which the last page
 * is not mapped
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static size_t n;
static unsigned times = 1;
static const char *file;

/* The bytes differ by position and by seed. */
static void fill(char *p, size_t len, unsigned seed)
{
	unsigned x = seed * 2654435761u + 12345;

	for (size_t i = 0; i < len; i++) {
		x = x * 1103515245 + 12345;
		p[i] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"[x >> 16 & 63];
	}
}

static void *writes(void *arg)
{
	long number = (long)arg;
	char name[4096], *p = malloc(n);
	int fd;

	snprintf(name, sizeof(name), number ? "%s.%ld" : "%s", file, number);
	fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	for (unsigned i = 0; i < times; i++) {
		fill(p, n, (unsigned)number * 1000 + i);
		if (write(fd, p, n) != (ssize_t)n)
			exit(1);
	}
	return NULL;
}

static int writes_all(unsigned threads)
{
	pthread_t t[64];

	for (unsigned i = 0; i < threads; i++)
		pthread_create(&t[i], NULL, writes, (void *)(long)i);
	for (unsigned i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
	return 0;
}

static int writes_split(void)
{
	struct iovec v[16];
	char *p = malloc(n);

	fill(p, n, 0);
	for (unsigned i = 0, at = 0; i < 16; at += v[i++].iov_len)
		v[i] = (struct iovec){ p + at, i % 2 ? 7 : i < 14 ? n / 8 : n - at - 7 };
	return writev(open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644), v, 16) != (ssize_t)n;
}

static int gets_stuck(void)
{
	char *p = malloc(n);
	int ends[2];

	fill(p, n, 0);
	return pipe(ends) || write(ends[1], p, n) < 0;
}

static int fails(void)
{
	char *p = malloc(n);

	fill(p, n, 0);
	return write(-1, p, n) != -1 || write(1, p, 0);
}

static int lists(const char *dir)
{
	static char room[65536];
	int fd = open(dir, O_RDONLY | O_DIRECTORY);
	long len;

	while ((len = syscall(SYS_getdents64, fd, room, sizeof(room))) > 0) {
		unsigned entries = 0;

		for (long at = 0; at < len; at += ((struct dirent64 *)(room + at))->d_reclen)
			entries++;
		printf("%u\n", entries);
	}
	return len != 0;
}

static int writes_past_the_end(void)
{
	size_t whole = (n + 4095) / 4096 * 4096;
	char *p = mmap(NULL, whole + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int ends[2];

	munmap(p + whole, 4096);
	p += whole - n;
	fill(p, n, 0);
	return pipe(ends) || fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) < 0 || write(ends[1], p, n + 4096) <= 0;
}

/* In a mapped file, whose pages were not accessed. */
static int execs(void)
{
	char *v[] = { "true", NULL, NULL }, *p = calloc(1, n + 1);
	int fd = open("argument", O_RDWR | O_CREAT | O_TRUNC, 0600);

	fill(p, n, 0);
	if (write(fd, p, n + 1) != (ssize_t)n + 1)
		return 1;
	v[1] = mmap(NULL, n + 1, PROT_READ, MAP_PRIVATE, fd, 0);
	execvp("true", v);
	return 1;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	n = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	file = argc > 3 ? argv[3] : NULL;
	times = argc > 4 ? (unsigned)atoi(argv[4]) : 1;
	if (!strcmp(what, "write"))
		return writes_all(argc > 5 ? (unsigned)atoi(argv[5]) : 1);
	if (!strcmp(what, "split"))
		return writes_split();
	if (!strcmp(what, "stuck"))
		return gets_stuck();
	if (!strcmp(what, "fail"))
		return fails();
	if (!strcmp(what, "list"))
		return lists(argv[2]);
	if (!strcmp(what, "exec"))
		return execs();
	if (!strcmp(what, "end"))
		return writes_past_the_end();
	return 2;
}
