// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/*
 * ticker [THREADS [COUNT [US]]] - each thread writes one byte to /dev/null, COUNT times (0: until killed), and waits US
 * microseconds (default 1000) after each.
 *
 * The first thread prints "ready" when all run, and "done N" at the end.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int fd, count, calls, pause_us = 1000;
static char byte = 'x';	/* resident, as the kernel does not read what is written to /dev/null */
static pthread_barrier_t all;

static void *tick(void *arg)
{
	(void)arg;
	pthread_barrier_wait(&all);
	for (int i = 0; !count || i < count; i++) {
		if (write(fd, &byte, 1) == 1)
			__sync_fetch_and_add(&calls, 1);
		usleep(pause_us);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t *t = calloc(n, sizeof(*t));
	pthread_attr_t small;

	count = argc > 2 ? atoi(argv[2]) : 0;
	if (argc > 3)
		pause_us = atoi(argv[3]);
	fd = open("/dev/null", O_WRONLY);
	pthread_barrier_init(&all, NULL, n + 1);
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], &small, tick, NULL))
			return 1;
	pthread_barrier_wait(&all);
	printf("ready\n");
	fflush(stdout);
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
	printf("done %d\n", calls);
	return 0;
}
