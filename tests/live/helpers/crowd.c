/* SPDX-License-Identifier: BSD-2-Clause */
/* crowd N - N threads exist at the same time; each calls getsid() once. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_barrier_t all;

static void *one(void *arg)
{
	syscall(SYS_getsid, 0);
	pthread_barrier_wait(&all);
	return arg;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? atoi(argv[1]) : 10;
	pthread_t *threads = calloc(n, sizeof(*threads));
	pthread_attr_t attr;

	pthread_barrier_init(&all, NULL, n + 1);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
	for (unsigned i = 0; i < n; i++)
		if (pthread_create(&threads[i], &attr, one, NULL)) {
			fprintf(stderr, "only %u threads\n", i);
			return 77;
		}
	pthread_barrier_wait(&all);
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
