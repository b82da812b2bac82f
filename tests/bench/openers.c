// SPDX-License-Identifier: BSD-2-Clause
/*
 * openers THREADS TIMES - threads that open files by names on the stack, on the heap, in file pages that were not accessed
 * before, and across page boundaries.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_THREADS 256
#define PAGE 4096

static long times;

static void look(const char *name)
{
	struct stat st;

	if (stat(name, &st) && access(name, R_OK))
		return;
	close(open(name, O_RDONLY | O_NONBLOCK));
}

/* A mapped, unread file with one name per page, each continuing on the next page. */
static void look_untouched(long id)
{
	char path[] = "/tmp/openers.XXXXXX", name[64];
	int fd = mkstemp(path);
	char *map;

	if (fd < 0)
		return;
	unlink(path);
	for (long i = 1; i <= times; i++) {
		int n = snprintf(name, sizeof(name), "/nowhere/of-thread-%ld/number-%ld", id, i);

		if (pwrite(fd, name, n + 1, i * PAGE - n / 2) != n + 1)
			break;
	}
	map = mmap(NULL, (times + 1) * PAGE, PROT_READ, MAP_PRIVATE, fd, 0);
	for (long i = 1; map != MAP_FAILED && i <= times; i++) {
		int n = snprintf(name, sizeof(name), "/nowhere/of-thread-%ld/number-%ld", id, i);

		look(map + i * PAGE - n / 2);
	}
	close(fd);
}

static void *opener(void *arg)
{
	long id = (long)arg;
	char on_stack[64];

	for (long i = 0; i < times; i++) {
		char *on_heap = malloc(64);

		snprintf(on_stack, sizeof(on_stack), "/proc/self/task/%ld-%ld", id, i);
		look(on_stack);
		look(strcpy(on_heap, "/dev/null"));
		free(on_heap);
	}
	look_untouched(id);
	return NULL;
}

int main(int argc, char **argv)
{
	long threads = argc == 3 ? atol(argv[1]) : 0;
	pthread_t ids[MAX_THREADS];

	times = argc == 3 ? atol(argv[2]) : 0;
	if (threads < 1 || threads > MAX_THREADS)
		return 125;
	for (long i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, opener, (void *)i))
			return 125;
	for (long i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
