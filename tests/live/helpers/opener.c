// SPDX-License-Identifier: BSD-2-Clause
// cc: -pthread
/*
 * opener [-t THREADS] [-u US] [-s] [-c] COUNT - each thread tries to open /nowhere/N/0, /nowhere/N/1 and so on (N: its number),
 * with the names in one buffer that is overwritten when the call has returned; it waits US microseconds after each. -c: connects
 * to those ports of 127.0.0.1 instead of opening files. -s: a signal arrives every 300 microseconds; its handler has SA_RESTART.
 *
 * Prints "done COUNT" at the end, COUNT being the calls that failed as expected, and exits with 7.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

static int count, good, pause_us;
static int (*attempt)(char *memory, int thread, int i);

static int open_one(char *memory, int thread, int i)
{
	int fd;

	snprintf(memory, 64, "/nowhere/%d/%d", thread, i);
	fd = (int)syscall(SYS_openat, AT_FDCWD, memory, O_RDONLY);
	strcpy(memory, "/not/this");
	return fd == -1 && errno == ENOENT;
}

static int connect_one(char *memory, int thread, int i)
{
	struct sockaddr_in *a = (struct sockaddr_in *)memory;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), r, err;

	(void)thread;
	*a = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(i), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	r = connect(fd, (struct sockaddr *)a, sizeof(*a));
	err = errno;
	*a = (struct sockaddr_in){ .sin_family = AF_INET, .sin_port = htons(9) };
	close(fd);
	return !r || err == ECONNREFUSED || err == EINPROGRESS;
}

static void *run(void *arg)
{
	char *memory = calloc(1, 64);

	for (int i = 0; i < count; i++) {
		if (attempt(memory, (int)(long)arg, i))
			__sync_fetch_and_add(&good, 1);
		if (pause_us)
			usleep((useconds_t)pause_us);
	}
	return memory;
}

static void on_alarm(int sig)
{
	(void)sig;
}

static void send_signals(void)
{
	const struct itimerval often = { .it_value.tv_usec = 300, .it_interval.tv_usec = 300 };
	const struct sigaction sa = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
}

int main(int argc, char **argv)
{
	pthread_t threads[16];
	long n = 0;
	int opt;

	attempt = open_one;
	while ((opt = getopt(argc, argv, "t:u:sc")) != -1)
		switch (opt) {
		case 't': n = atoi(optarg); break;
		case 'u': pause_us = atoi(optarg); break;
		case 's': send_signals(); break;
		case 'c': attempt = connect_one; break;
		}
	count = atoi(argv[optind]);
	for (long i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, run, (void *)i);
	for (long i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	if (!n)
		run(NULL);
	printf("done %d\n", good);
	return 7;
}
