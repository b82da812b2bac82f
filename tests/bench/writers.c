// SPDX-License-Identifier: BSD-2-Clause
/* writers THREADS CALLS - threads that write one byte at a time to /dev/null as fast as they can, CALLS times in all. */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_THREADS 16384

static pthread_barrier_t start;
static int fd;

static void *writer(void *arg)
{
	long calls = (long)arg;

	pthread_barrier_wait(&start);
	while (calls-- > 0)
		if (write(fd, "x", 1) != 1)
			_exit(1);
	return NULL;
}

int main(int argc, char **argv)
{
	long threads = argc == 3 ? atol(argv[1]) : 0, calls = argc == 3 ? atol(argv[2]) : 0;
	pthread_t ids[MAX_THREADS];

	fd = open("/dev/null", O_WRONLY);
	if (threads < 1 || threads > MAX_THREADS || fd < 0)
		return 125;
	pthread_barrier_init(&start, NULL, threads);
	for (long i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, writer, (void *)(calls / threads + (i < calls % threads))))
			return 125;
	for (long i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
