// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/*
 * stress PROCESSES THREADS WRITES [calm] - forks PROCESSES children; each starts THREADS threads, which write one byte to
 * /dev/null WRITES times, as fast as they can.
 *
 * With `calm` writing begins when all tasks exist and some time has passed; otherwise tasks come and go meanwhile, and each
 * thread forks a child that writes as often.
 *
 * Prints "W writes, T tasks": the writes, this one included, and the tasks that have ended when it ends.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int processes, threads, writes, calm, fd;

static struct shared {		/* by all processes */
	pthread_barrier_t all;
	atomic_int written, tasks;
} *shared;

static void check(int err, const char *what)
{
	if (err) {
		fprintf(stderr, "stress: %s: %s\n", what, strerror(err));
		exit(1);
	}
}

static void write_all(void)
{
	int n = 0;

	for (int i = 0; i < writes; i++)
		n += write(fd, "x", 1) == 1;
	atomic_fetch_add(&shared->written, n);
}

static pid_t forked(void)
{
	pid_t pid = fork();

	if (pid < 0)
		_exit(1);
	if (!pid)
		atomic_fetch_add(&shared->tasks, 1);
	return pid;
}

static void *run_thread(void *arg)
{
	pid_t pid;

	atomic_fetch_add(&shared->tasks, 1);
	if (calm) {
		pthread_barrier_wait(&shared->all);
		usleep(500000);
	} else {
		pid = forked();
		if (!pid) {
			write_all();
			_exit(0);
		}
		waitpid(pid, NULL, 0);
	}
	write_all();
	return arg;
}

static void run_process(void)
{
	pthread_t t[threads];

	for (int i = 0; i < threads; i++)
		check(pthread_create(&t[i], NULL, run_thread, NULL), "no thread");
	for (int i = 0; i < threads; i++)
		pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
	pthread_barrierattr_t attr;

	if (argc < 4)
		return 1;
	processes = atoi(argv[1]);
	threads = atoi(argv[2]);
	writes = atoi(argv[3]);
	calm = argc > 4;
	fd = open("/dev/null", O_WRONLY);
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	check(pthread_barrier_init(&shared->all, &attr, processes * threads), "no barrier");
	for (int i = 0; i < processes; i++)
		if (!forked()) {
			run_process();
			_exit(0);
		}
	while (wait(NULL) > 0)
		;
	printf("%d writes, %d tasks\n", shared->written + 1, shared->tasks + 1);
	return 0;
}
