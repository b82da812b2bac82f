// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/*
 * seats THREADS [PROGRAM] - THREADS threads make 80 calls each, and end; again, since their IDs and the kernel's memory of them are then used
 * by others. Then a thread that is not the first makes as many calls, and executes the program.
 * seats user UID - 40 processes make 80 calls each as the present user, and as many as another one; the same again when seats are free.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS 80
#define ROUNDS 3
#define PROCESSES 40
#define IDLE 1100000		/* us */

static pthread_barrier_t all;

static void *work(void *arg)
{
	pthread_barrier_wait(&all);
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_lseek, -1, (long)arg, i);
	return NULL;
}

static void *execute(void *program)
{
	char *argv[] = { program, NULL };

	for (int i = 0; i < CALLS; i++)
		syscall(SYS_lseek, -1, -1L, i);
	execv(program, argv);
	_exit(1);
}

static void change_user(uid_t uid)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_lseek, -1, 1L, i);
	if (setuid(uid))
		_exit(1);
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_lseek, -1, 2L, i);
	_exit(0);
}

static int change_users(uid_t uid)
{
	int status, bad = 0;

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < PROCESSES; i++)
			if (!fork())
				change_user(uid);
		while (wait(&status) > 0)
			bad |= status;
		usleep(IDLE);
	}
	return bad != 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t *threads = calloc((size_t)n, sizeof(*threads));

	if (argc > 2 && !strcmp(argv[1], "user"))
		return change_users((uid_t)atoi(argv[2]));
	for (int round = 0; round < ROUNDS; round++) {
		pthread_barrier_init(&all, NULL, (unsigned)n);
		for (long i = 0; i < n; i++)
			if (pthread_create(&threads[i], NULL, work, (void *)i))
				return 1;
		for (int i = 0; i < n; i++)
			pthread_join(threads[i], NULL);
		pthread_barrier_destroy(&all);
	}
	if (argc > 2 && !pthread_create(&threads[0], NULL, execute, argv[2]))
		pause();
	return 0;
}
